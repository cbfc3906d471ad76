/** Which pull request this run is about, and what its content is. */
import type { RunContext } from '../adapters/github-event.ts'
import { findPullByCommit, findPullByNumber, findPullByRun, type Resolved } from '../adapters/pull-request.ts'
import type { GitHubApi } from '../app/ports.ts'
import type { Reference } from '../core/model.ts'
import type { PullRequest } from '../core/pull-request.ts'

/** The event decides; `pr-number` speaks only where the event names none. */
export async function resolvePull(
  api: GitHubApi,
  { hint }: RunContext,
  prNumber: number | undefined,
): Promise<Resolved> {
  switch (hint.from) {
    case 'payload':
      return { kind: 'found', pull: hint.pull }
    case 'number':
      return findPullByNumber(api, hint.number)
    case 'commit':
      return prNumber === undefined ? findPullByCommit(api, hint.sha) : findPullByNumber(api, prNumber)
    case 'run':
      return findPullByRun(api, hint.run)
    case 'nowhere':
      return prNumber === undefined ? { kind: 'none', why: hint.why } : findPullByNumber(api, prNumber)
  }
}

export interface Checkout {
  readonly sha: string
  readonly content: string
}

/**
 * What evidence must be about. The checkout is the pull request's content only if its commit is: a run
 * that was dispatched on another branch would else prove that branch under this pull request's name.
 */
export function referenceOf(
  context: RunContext,
  pull: PullRequest | undefined,
  checkout: Checkout | undefined,
): Reference {
  const pullRequest = pull !== undefined
  const ours = checkout && (!pull || shasOf(context, pull).includes(checkout.sha)) ? checkout : undefined
  const atHead = ours !== undefined && ours.sha === pull?.headSha
  return {
    commits: [],
    pullRequest,
    ...(ours ? { merge: ours.content, mergeSha: ours.sha } : {}),
    ...(pull ? { headSha: pull.headSha } : {}),
    ...(atHead ? { head: ours.content } : {}),
  }
}

/** Commits that stand for the pull request in this event. */
function shasOf({ event, sha }: RunContext, pull: PullRequest): readonly string[] {
  if (event === 'merge_group') return [sha]
  return event.startsWith('pull_request') && event !== 'pull_request_target'
    ? [sha, pull.headSha]
    : [pull.headSha]
}
