/** Which pull request this run is about, and what its content is. */
import type { RunContext } from '../adapters/github-event.ts'
import { findPullByCommit, findPullByNumber, findPullByRun, type Resolved } from '../adapters/pull-request.ts'
import type { GitHubApi } from '../app/ports.ts'
import type { Fault, Reference } from '../core/model.ts'
import type { PullRequest } from '../core/pull-request.ts'
import type { Session } from './session.ts'

/** The event decides; `pr-number` speaks where the event names none, or more than one. */
export async function resolvePull({ api, context, inputs, output }: Session): Promise<Resolved> {
  const resolved = await findPull(api, context, inputs.prNumber)
  const number = resolved.kind === 'found' ? resolved.pull.number : undefined
  if (number !== undefined && inputs.prNumber !== undefined && inputs.prNumber !== number)
    output.log.warning(`pr-number: ${inputs.prNumber} is not used, this event is about #${number}`)
  return resolved
}

async function findPull(
  api: GitHubApi,
  { hint, attempt }: RunContext,
  prNumber: number | undefined,
): Promise<Resolved> {
  switch (hint.from) {
    case 'payload':
      return { kind: 'found', pull: attempt > 1 ? await withBodyOfNow(api, hint.pull) : hint.pull }
    case 'number':
      return findPullByNumber(api, hint.number)
    case 'commit':
      return prNumber === undefined ? findPullByCommit(api, hint.sha) : findPullByNumber(api, prNumber)
    case 'run':
      return findPullByRun(api, hint.run, prNumber)
    case 'nowhere':
      return prNumber === undefined ? { kind: 'none', why: hint.why } : findPullByNumber(api, prNumber)
  }
}

/** A re-run has the payload of its first attempt: whoever pasted a file and pressed "Re-run" would wait for ever. */
async function withBodyOfNow(api: GitHubApi, { bodyEdited: _, ...pull }: PullRequest): Promise<PullRequest> {
  const now = await findPullByNumber(api, pull.number)
  return now.kind === 'found' ? { ...pull, body: now.pull.body } : pull
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
 * What holds in another checkout says nothing of this pull request, whatever is claimed: an issue_comment run
 * stands on the default branch, and any run may check out what it likes.
 */
export function strayFault(
  context: RunContext,
  pull: PullRequest | undefined,
  checkout: Checkout | undefined,
): Fault | undefined {
  if (!pull || !checkout || isAbout(context, pull, checkout)) return undefined
  const { event } = context
  const [at, n] = [checkout.sha.slice(0, 7), pull.number]
  const message = `${at} is checked out under ${event}, which is neither the head nor the test merge of #${n}, so ci can't be judged here`
  return { where: 'checkout', message, fix: strayFix(event, n) }
}

/** Code of a pull request and a token that can write do not go together, so no checkout is the way out there. */
function strayFix(event: string, number: number): string {
  if (event === 'issue_comment') return 'on: pull_request'
  if (event === 'workflow_run') return 'mode: comment'
  return `ref: refs/pull/${number}/${event.startsWith('pull_request') ? 'merge' : 'head'}`
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
