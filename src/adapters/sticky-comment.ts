/** One comment on the pull request: ours by marker and by author, never an older result over a newer one. */
import type { CommentListing, CommentOutcome, GitHubApi, PullComment } from '../app/ports.ts'
import {
  type CommentKey,
  isBlocked,
  isNewer,
  readMarker,
  type Stamp,
  withoutVolatile,
  writeMarker,
} from '../core/marker.ts'
import type { Fault } from '../core/model.ts'
import { once } from '../core/once.ts'
import { fieldsOf, idOf, textOf } from '../core/pull-request.ts'

export interface StickyCommentOptions {
  readonly api: GitHubApi
  readonly pullNumber: number
  readonly key: CommentKey
  readonly stamp: Stamp
  /** The listing made early, while the probe runs. */
  readonly listed: CommentListing
  /** The same, asked anew. */
  readonly list: CommentListing
  /** `ghs_…` is a workflow's or an app's, `ghp_…` a person's. */
  readonly tokenKind: 'installation' | 'other'
  /** What helps when the token may not write: a fork's never may. */
  readonly whenRefused: string
}

const WORKFLOW_LOGIN = 'github-actions[bot]'
const CREATE = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
const UPDATE = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}'
const GET = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}'
const DELETE = 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}'

/** Creates or updates the one comment; `body` comes without marker. Never throws for what the interface answers. */
export async function upsertComment(options: StickyCommentOptions, body: string): Promise<CommentOutcome> {
  const listing = await options.listed()
  if (!listing.ok) return refused(options, listing.status, listing.fault)
  const [oldest, ...twins] = await findOwn(options, listing.data)
  for (const twin of twins) await options.api.ask(DELETE, { comment_id: twin.id })
  return oldest ? update(options, oldest.id, body) : create(options, body)
}

/** Our comments, oldest first: by marker and by author, as anybody can paste a marker. */
async function findOwn(options: StickyCommentOptions, all: readonly PullComment[]): Promise<PullComment[]> {
  const marked = all.filter((comment) => readMarker(comment.body, options.key))
  const bots = marked.filter(({ authorIsBot }) => authorIsBot)
  // The workflow's own token needs no question who it is; only other bots' or people's tokens do.
  if (options.tokenKind === 'installation' && bots.every(({ author }) => author === WORKFLOW_LOGIN)) return bots
  if (marked.length === 0) return []
  // Not known, a second comment comes; its answer names its author, and the older one of that author stays.
  // A person's token is never the workflow's, whose comment it must not overwrite.
  const login = (await options.api.viewer()) ?? (options.tokenKind === 'installation' ? WORKFLOW_LOGIN : '')
  return marked.filter(({ author }) => sameLogin(author, login))
}

/** One interface calls an app `name`, the other `name[bot]`. */
const sameLogin = (a: string, b: string): boolean =>
  a.replace(/\[bot\]$/, '').toLowerCase() === b.replace(/\[bot\]$/, '').toLowerCase()

/** The listing may be as old as the tests took: what stands there is read again right before the write. */
async function update(
  options: StickyCommentOptions,
  id: number,
  body: string,
  mayCreate = true,
): Promise<CommentOutcome> {
  const { api, key, stamp } = options
  const onRefusal = (status: number | null, fault: Fault) =>
    mayCreate && isGone(status) ? create(options, body) : refused(options, status, fault)
  const now = await api.ask(GET, { comment_id: id })
  if (!now.ok) return onRefusal(now.status, now.fault)
  if (idOf(fieldsOf(now.data).id) !== id) return refused(options, null, noComment('GET'))
  const there = readMarker(textOf(fieldsOf(now.data).body), key)
  const url = textOf(fieldsOf(now.data).html_url)
  const sameRun = there?.stamp?.run === stamp.run && there.stamp.attempt === stamp.attempt
  if (sameRun && isBlocked(there.text) && !isBlocked(body)) return { status: 'skipped', ...OTHER_JOB }
  if (there?.stamp && isNewer(there.stamp, stamp)) return { status: 'skipped', why: whyOlder(there.stamp, stamp) }
  if (there?.stamp?.head === stamp.head && withoutVolatile(there.text) === withoutVolatile(body))
    return { status: 'unchanged', url }
  const answer = await api.ask(UPDATE, { comment_id: id, body: compose(options, body) })
  if (answer.ok && idOf(fieldsOf(answer.data).id) !== id) return refused(options, null, noComment('PATCH'))
  if (answer.ok) return { status: 'updated', url: textOf(fieldsOf(answer.data).html_url) || url }
  return onRefusal(answer.status, answer.fault)
}

/** Two runs at once may both find no comment and both create one: the older comment stays, the younger is deleted. */
async function create(options: StickyCommentOptions, body: string): Promise<CommentOutcome> {
  const { api, pullNumber } = options
  const answer = await api.ask(CREATE, { issue_number: pullNumber, body: compose(options, body) })
  if (!answer.ok) return refused(options, answer.status, answer.fault)
  const created = fieldsOf(answer.data)
  const [id, author] = [idOf(created.id), textOf(fieldsOf(created.user).login)]
  if (id === undefined || !author) return refused(options, null, noComment('POST'))
  const outcome: CommentOutcome = { status: 'created', url: textOf(created.html_url) }
  const listing = await options.list()
  if (!listing.ok) return outcome
  const older = listing.data.find(
    (comment) => comment.id < id && comment.author === author && readMarker(comment.body, options.key),
  )
  if (!older) return outcome
  await api.ask(DELETE, { comment_id: id })
  return update(options, older.id, body, false)
}

/** A pass of one job says nothing about what another job of the same run found. */
const OTHER_JOB = {
  why: 'another job of this run has reported that it is blocked, and its comment stays',
  fix: 'give each job that reports a comment-key of its own: `comment-key: NAME`',
}

const whyOlder = (there: Stamp, mine: Stamp): string =>
  there.run === mine.run && there.attempt === mine.attempt
    ? `run ${there.run} has reported by itself`
    : `run ${there.run} has already reported, and it is newer`

const compose = ({ key, stamp }: StickyCommentOptions, body: string): string =>
  `${body.trimEnd()}\n\n${writeMarker(key, stamp)}\n`

/** A proxy's page comes with 200 too. */
const noComment = (method: string): Fault => ({
  where: 'api',
  message: `${method} of the comment: the answer is not a comment`,
  fix: 're-run the job',
})

const isGone = (status: number | null): boolean => status === 404 || status === 410

function refused(options: StickyCommentOptions, status: number | null, fault: Fault): CommentOutcome {
  // A cause that GitHub names (a locked conversation, an archive) is no matter of permissions.
  const mayNotWrite = status === 404 || (status === 403 && (fault.fix?.startsWith('permissions:') ?? true))
  const fix = mayNotWrite && options.whenRefused ? options.whenRefused : fault.fix
  return { status: 'skipped', why: fault.message, refused: true, fix }
}

/** GitHub takes no more than 2,500 comments today. */
const MAX_PAGES = 60

export const createCommentListing = (api: GitHubApi, pullNumber: number): CommentListing =>
  once(() => listComments(api, pullNumber))

/** Ascending by id, as GitHub lists them. */
export async function listComments(api: GitHubApi, pullNumber: number): ReturnType<CommentListing> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
  const answer = await api.askAll(route, { issue_number: pullNumber }, MAX_PAGES)
  if (!answer.ok) return answer
  return { ok: true, data: answer.data.flatMap((item) => parseComment(item) ?? []) }
}

/** undefined: not a comment. */
function parseComment(value: unknown): PullComment | undefined {
  const comment = fieldsOf(value)
  const user = fieldsOf(comment.user)
  const id = idOf(comment.id)
  if (id === undefined) return undefined
  return {
    id,
    author: textOf(user.login),
    authorIsBot: user.type === 'Bot',
    association: textOf(comment.author_association),
    body: textOf(comment.body),
    url: textOf(comment.html_url),
    edited: comment.created_at !== comment.updated_at,
  }
}
