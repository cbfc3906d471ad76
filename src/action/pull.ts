/** Which pull request this run is about, and what its content is. */
import type { GitHubContext } from '../adapters/github-event.ts'
import {
  findPullByCommit,
  findPullByNumber,
  findPullByRun,
  type Resolved,
  readMergeBase,
} from '../adapters/pull-request.ts'
import type { GitHubApi } from '../app/ports.ts'
import type { Fault } from '../core/model.ts'
import { isSha, type PullRequest } from '../core/pull-request.ts'
import type { ReferenceAndFaults, RunContext } from './run-context.ts'

/** The event decides; `pr-number` speaks where the event names none, or more than one. */
export async function resolvePull({ api, github, inputs, output }: RunContext): Promise<Resolved> {
  const resolved = await findPull(api, github, inputs.prNumber)
  const number = resolved.kind === 'found' ? resolved.pull.number : undefined
  if (number !== undefined && inputs.prNumber !== undefined && inputs.prNumber !== number)
    output.log.warning(`pr-number: ${inputs.prNumber} is not used, this event is about #${number}`)
  return resolved
}

async function findPull(
  api: GitHubApi,
  { hint, attempt }: GitHubContext,
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

/** A re-run has the payload of its first attempt. A file pasted since then would never be read, so the body is asked for. */
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
 * What evidence must be about: the checkout, if its commit is the pull request's. Any other checkout (an issue_comment
 * run stands on the default branch, a dispatched run on another one) would prove that one under this pull request's
 * name, so it is a fault.
 */
export function referenceTo(
  github: GitHubContext,
  pull: PullRequest | undefined,
  checkout: Checkout | undefined,
): ReferenceAndFaults {
  const reference = { commits: [], pullRequest: pull !== undefined, headSha: pull?.headSha }
  if (!checkout) return { reference, faults: [] }
  if (pull && !isAbout(github, pull, checkout)) return { reference, faults: [strayFault(github, pull, checkout)] }
  const { sha, content } = checkout
  const head = sha === pull?.headSha ? content : undefined
  return { reference: { ...reference, merge: content, mergeSha: sha, head }, faults: [] }
}

/** The commit that this pull request is measured against: of a merge its first parent, of a head where it began. */
export async function findBase(
  { api, github }: RunContext,
  pull: PullRequest,
  checkout: Checkout | undefined,
): Promise<string> {
  if (github.groupBase !== undefined) return github.groupBase
  const [first] = checkout?.parents ?? []
  if (checkout && first !== undefined && checkout.sha !== pull.headSha && isAbout(github, pull, checkout)) return first
  return readMergeBase(api, pull)
}

/** The event is about a merge, and the job checked out the head. */
export const isHeadOfMerge = ({ event, sha }: GitHubContext, pull: PullRequest, checkout: Checkout): boolean =>
  /^pull_request(?!_target)/.test(event) && checkout.sha === pull.headSha && isSha(sha) && sha !== checkout.sha

function strayFault({ event }: GitHubContext, { number }: PullRequest, { sha }: Checkout): Fault {
  const message = `${sha.slice(0, 7)} is checked out under ${event}, which is neither the head nor the test merge of #${number}, so ci can't be judged here`
  return { where: 'checkout', message, fix: strayFix(event, number) }
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
function isAbout({ event, sha }: GitHubContext, pull: PullRequest, checkout: Checkout): boolean {
  if (checkout.sha === pull.headSha) return true
  if (checkout.sha !== sha || event === 'pull_request_target') return false
  return event === 'merge_group' || (event.startsWith('pull_request') && checkout.parents.includes(pull.headSha))
}
