/** Keeps the one comment on the pull request, or says why there is none. */
import { workflowFile } from '../adapters/github-event.ts'
import { listComments } from '../adapters/issue-comments.ts'
import type { Resolved } from '../adapters/pull-request.ts'
import { createStickyComment } from '../adapters/sticky-comment.ts'
import type { CommentListing, CommentOutcome } from '../app/ports.ts'
import type { PullRequest } from '../core/pull-request.ts'
import type { Session } from './session.ts'

/** Whose result is posted: of this run, or of the run that a workflow_run event is about. */
export interface Poster {
  /** Path of the workflow. */
  readonly workflow: string
  readonly runId: number
  readonly attempt: number
  /** Start of the run that is posted for, in seconds; of this one it is when it began to look. */
  readonly at?: number
}

export interface Post {
  readonly resolved: Resolved
  readonly comments: CommentListing | undefined
  readonly poster: Poster
  /** Made only if there is somewhere to put it. */
  readonly body: () => string
}

export async function postComment(session: Session, post: Post): Promise<CommentOutcome> {
  const { inputs, context } = session
  const { resolved, comments } = post
  if (!inputs.comment) return { status: 'skipped', why: 'comment: false' }
  if (resolved.kind === 'none') return { status: 'skipped', why: resolved.why }
  // The queue asks ci only: its result must not stand over the pull request's own.
  if (context.event === 'merge_group')
    return { status: 'skipped', why: 'a merge queue leaves the comment of the pull request alone' }
  const sticky = stickyFor(session, resolved.pull, comments, post.poster)
  return sticky.upsert(post.body())
}

function stickyFor(
  { api, inputs, startedAt }: Session,
  pull: PullRequest,
  comments: CommentListing | undefined,
  { workflow, runId, attempt, at = startedAt }: Poster,
) {
  const list = () => listComments(api, pull.number)
  return createStickyComment({
    api,
    pullNumber: pull.number,
    key: { key: inputs.commentKey, workflow: workflowFile(workflow) },
    stamp: { head: pull.headSha, run: runId, attempt, at },
    listed: comments ?? list,
    list,
    tokenKind: inputs.token.startsWith('ghs_') ? 'installation' : 'other',
    whenRefused: whenRefused(pull),
  })
}

/** A fork's token, and Dependabot's, never writes: no permission in this workflow mends that. */
const whenRefused = ({ fromFork, author }: PullRequest): string =>
  fromFork || author === 'dependabot[bot]' ? 'on: workflow_run, with `mode: comment`' : ''
