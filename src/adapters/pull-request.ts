/** The pull request through GitHub's interface: which one it is, what its head holds, who may loosen its gate. */

import { createHash } from 'node:crypto'
import type { GitHubApi, ReferenceLookup } from '../app/ports.ts'
import { contentRecords, isOwnProduct, type TreeEntry } from '../core/content.ts'
import { FaultError } from '../core/fault.ts'
import type { Fault } from '../core/model.ts'
import { fieldsOf, isSha, type PullRequest, parsePullRequest, textOf } from '../core/pull-request.ts'

export type Resolved =
  | { readonly kind: 'found'; readonly pull: PullRequest }
  | { readonly kind: 'none'; readonly why: string; readonly fault?: Fault | undefined }

const none = (why: string, fault?: Fault): Resolved => ({ kind: 'none', why, fault })
const found = (pull: PullRequest): Resolved => ({ kind: 'found', pull })

/** By number. A closed pull request is one too: its checks may be run again. */
export async function findPullByNumber(api: GitHubApi, number: number): Promise<Resolved> {
  const answer = await api.ask('GET /repos/{owner}/{repo}/pulls/{pull_number}', { pull_number: number })
  if (!answer.ok)
    return answer.status === 404
      ? none(`there is no pull request #${number}`, answer.fault)
      : none(`pull request #${number} could not be read`, answer.fault)
  const pull = parsePullRequest(answer.data, undefined)
  const message = `what GitHub says of #${number} describes no pull request`
  return pull ? found(pull) : none(message, { where: 'api', message, fix: 're-run the job' })
}

/** By a pushed commit: only an open pull request of this repository whose head it is. */
export async function findPullByCommit(api: GitHubApi, sha: string): Promise<Resolved> {
  const route = 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls'
  const answer = await api.askAll(route, { commit_sha: sha }, 3)
  if (!answer.ok) return none('the pull requests of this commit could not be read', answer.fault)
  return theOnly(answer.data, (pull) => pull.headSha === sha, `commit ${sha.slice(0, 7)}`)
}

interface HeadOfRun {
  readonly headSha: string
  readonly headBranch: string
  readonly headOwner: string
  readonly headRepositoryId: number
}

/**
 * By the head of the run that ended: a fork's commit leads to no pull request, and a run names none of a
 * fork's; so the list is asked by owner and branch, and sha and repository must agree. A number only chooses
 * among those: it may come out of an artifact that a fork made.
 */
export async function findPullByRun(api: GitHubApi, run: HeadOfRun, number?: number): Promise<Resolved> {
  const head = `${run.headOwner}:${run.headBranch}`
  const answer = await api.askAll('GET /repos/{owner}/{repo}/pulls', { state: 'open', head }, 3)
  if (!answer.ok) return none('the pull requests of this branch could not be read', answer.fault)
  const fits = (pull: PullRequest) =>
    pull.headSha === run.headSha &&
    pull.headRepositoryId === run.headRepositoryId &&
    (number === undefined || number === pull.number)
  const named = number === undefined ? '' : ` (pr-number: ${number})`
  return theOnly(answer.data, fits, `${head} at ${run.headSha.slice(0, 7)}${named}`)
}

/** One branch may have two pull requests: more than one is none, with the reason. */
function theOnly(list: readonly unknown[], fits: (pull: PullRequest) => boolean, what: string): Resolved {
  const pulls = list.flatMap((item) => {
    const pull = fieldsOf(item).state === 'open' ? parsePullRequest(item, undefined) : undefined
    return pull && fits(pull) ? [pull] : []
  })
  const [pull] = pulls
  if (!pull) return none(`no open pull request has ${what} as its head`)
  if (pulls.length === 1) return found(pull)
  const numbers = pulls.map(({ number }) => `#${number}`).join(' and ')
  return none(`${what} is the head of ${numbers}: name one with pr-number`)
}

/** Commits that GitHub lists for a pull request at most. */
const MAX_COMMITS = 250

/** What GitHub does not say is unknown: no commits, no content. */
export const createReferenceLookup = (
  api: GitHubApi,
  pull: PullRequest,
  probesFolder: string,
  serverUrl = 'https://github.com',
): ReferenceLookup => ({
  commits: () => listCommits(api, pull),
  headContent: () => readContent(api, pull.headSha, probesFolder),
  headIsOnline: () => isMadeOnline(api, pull.headSha, serverUrl),
  changedSince: (commit) => listChanged(api, commit, pull.headSha, probesFolder),
})

/** A web edit, a suggestion, the buttons for updating and reverting: the host is the committer, and signs. */
async function isMadeOnline(api: GitHubApi, sha: string, serverUrl: string): Promise<boolean> {
  const answer = await api.ask('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', { commit_sha: sha })
  if (!answer.ok) throw new FaultError(answer.fault)
  const { committer, verification } = fieldsOf(answer.data)
  // Anybody may write that address into a commit of their own; none of them can sign it.
  const isHost = textOf(fieldsOf(committer).email) === `noreply@${new URL(serverUrl).host}`
  return isHost && fieldsOf(verification).verified === true
}

async function listCommits(api: GitHubApi, pull: PullRequest): Promise<readonly string[]> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits'
  const answer = await api.askAll(route, { pull_number: pull.number }, Math.ceil(MAX_COMMITS / 100))
  if (!answer.ok) throw new FaultError(answer.fault)
  return answer.data.map((commit) => fieldsOf(commit).sha).filter(isSha)
}

type MergeContent =
  | { readonly known: true; readonly content: string }
  /** `none`: GitHub has none, or one of an earlier head. `large`: it lists no tree of that size. */
  | { readonly known: false; readonly why: 'none' | 'large' }

/** The test merge, where nothing is checked out: ci tests that and not the head. Throws for all that GitHub refuses. */
export async function readMergeContent(
  api: GitHubApi,
  { mergeSha, headSha }: PullRequest,
  probesFolder: string,
): Promise<MergeContent> {
  if (mergeSha === undefined) return { known: false, why: 'none' }
  const answer = await api.ask('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', { commit_sha: mergeSha })
  if (!answer.ok) throw new FaultError(answer.fault)
  const { parents } = fieldsOf(answer.data)
  const ofHead = Array.isArray(parents) && parents.some((parent) => fieldsOf(parent).sha === headSha)
  if (!ofHead) return { known: false, why: 'none' }
  const content = await readContent(api, mergeSha, probesFolder)
  return content === undefined ? { known: false, why: 'large' } : { known: true, content }
}

/** undefined: the tree is too large for one answer. */
async function readContent(api: GitHubApi, sha: string, probesFolder: string): Promise<string | undefined> {
  const entries = await readTree(api, sha)
  return entries && createHash('sha256').update(contentRecords(entries, probesFolder), 'utf8').digest('hex')
}

/** All files at a commit by their paths; undefined: the tree is too large for one answer. */
export async function listBlobsAt(api: GitHubApi, sha: string): Promise<ReadonlyMap<string, TreeEntry> | undefined> {
  const entries = await readTree(api, sha)
  return entries && new Map(entries.filter(({ type }) => type === 'blob').map((entry) => [entry.path, entry]))
}

async function readTree(api: GitHubApi, sha: string): Promise<readonly TreeEntry[] | undefined> {
  const route = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
  const answer = await api.ask(route, { tree_sha: sha, recursive: '1' })
  if (!answer.ok) throw new FaultError(answer.fault)
  const tree = fieldsOf(answer.data)
  if (!Array.isArray(tree.tree)) throw new Error(`what GitHub says of ${sha.slice(0, 7)} is no tree`)
  // A tree that was cut short is another content.
  if (tree.truncated !== false) return undefined
  const entries = tree.tree.map(parseEntry)
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

function parseEntry(value: unknown): TreeEntry | undefined {
  const entry = fieldsOf(value)
  const [mode, type, path] = [textOf(entry.mode), textOf(entry.type), textOf(entry.path)]
  return mode && type && path && isSha(entry.sha) ? { mode, type, id: entry.sha, path } : undefined
}

/** Where a pull request left its base. */
export async function readMergeBase(api: GitHubApi, { baseSha, headSha }: PullRequest): Promise<string> {
  // The files that differ stand on the first page, and there may be many.
  const asked = { basehead: `${baseSha}...${headSha}`, per_page: 1, page: 2 }
  const answer = await api.ask('GET /repos/{owner}/{repo}/compare/{basehead}', asked)
  if (!answer.ok) throw new FaultError(answer.fault)
  const { sha } = fieldsOf(fieldsOf(answer.data).merge_base_commit)
  if (!isSha(sha)) throw new Error(`GitHub names no commit that ${headSha.slice(0, 7)} and its base have in common`)
  return sha
}

/** Files that GitHub lists of a comparison at most. */
const MAX_CHANGED = 300

async function listChanged(api: GitHubApi, from: string, to: string, probesFolder: string) {
  const asked = { basehead: `${from}...${to}`, per_page: 1 }
  const answer = await api.ask('GET /repos/{owner}/{repo}/compare/{basehead}', asked)
  if (!answer.ok) throw new FaultError(answer.fault)
  const { files } = fieldsOf(answer.data)
  if (!Array.isArray(files) || files.length >= MAX_CHANGED) return undefined
  const names = files.map(fieldsOf).flatMap((file) => [textOf(file.filename), textOf(file.previous_filename)])
  return [...new Set(names)].filter((name) => name !== '' && !isOwnProduct(name, probesFolder))
}

/** Ids of the files in a folder at a commit, by name; none where there is no such folder. */
export async function listFolderAt(api: GitHubApi, path: string, ref: string): Promise<ReadonlyMap<string, string>> {
  const answer = await api.ask('GET /repos/{owner}/{repo}/contents/{path}', { path, ref })
  if (!answer.ok && answer.status !== 404) throw new FaultError(answer.fault)
  const entries = answer.ok && Array.isArray(answer.data) ? answer.data.map(fieldsOf) : []
  return new Map(entries.flatMap(({ name, sha }) => (isSha(sha) ? [[textOf(name), sha] as const] : [])))
}

/** Has write access and is a person; undefined: GitHub does not say. */
export async function mayWrite(api: GitHubApi, login: string): Promise<boolean | undefined> {
  if (!login || login.endsWith('[bot]')) return false
  const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
  const answer = await api.ask(route, { username: login })
  // `permission` maps maintain to write and triage to read.
  return answer.ok ? ['admin', 'write'].includes(textOf(fieldsOf(answer.data).permission)) : undefined
}

/**
 * A text file at a commit; undefined: it is not there. Throws for all else, and GitHub says "Not Found" also
 * of a commit that it does not have and to a token that may not look: then the commit is not found either.
 */
export async function readFileAt(api: GitHubApi, path: string, ref: string): Promise<string | undefined> {
  const answer = await api.ask('GET /repos/{owner}/{repo}/contents/{path}', { path, ref })
  if (!answer.ok) {
    if (answer.status === 404) {
      const commit = await api.ask('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', { commit_sha: ref })
      if (commit.ok && fieldsOf(commit.data).sha === ref) return undefined
    }
    throw new FaultError(answer.fault)
  }
  const file = fieldsOf(answer.data)
  if (file.type !== 'file' || file.encoding !== 'base64' || typeof file.content !== 'string')
    throw new Error(`${path} at ${ref.slice(0, 7)} is not a file that can be read`)
  return Buffer.from(file.content, 'base64').toString('utf8')
}
