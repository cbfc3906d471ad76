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
  readonly parents: readonly string[]
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
  const ours = checkout && (!pull || isAbout(context, pull, checkout)) ? checkout : undefined
  const atHead = ours !== undefined && ours.sha === pull?.headSha
  return {
    commits: [],
    pullRequest,
    ...(ours ? { merge: ours.content, mergeSha: ours.sha } : {}),
    ...(pull ? { headSha: pull.headSha } : {}),
    ...(atHead ? { head: ours.content } : {}),
  }
}

/**
 * The head itself, or the test merge of it. GitHub's test merge may be of an earlier head while a new one is
 * being made, under the same event: its parents tell.
 */
function isAbout({ event, sha }: RunContext, pull: PullRequest, checkout: Checkout): boolean {
  if (checkout.sha === pull.headSha) return true
  if (checkout.sha !== sha || event === 'pull_request_target') return false
  return (
    event === 'merge_group' || (event.startsWith('pull_request') && checkout.parents.includes(pull.headSha))
  )
}
