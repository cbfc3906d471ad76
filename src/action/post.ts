/** Hands files over as an artifact of this run, and keeps the one comment on the pull request. */
import { preloadArtifactClient, uploadArtifact } from '../adapters/artifact-upload.ts'
import { workflowFile } from '../adapters/github-event.ts'
import type { Resolved } from '../adapters/pull-request.ts'
import { listComments, upsertComment } from '../adapters/sticky-comment.ts'
import type { CommentListing, CommentOutcome, UploadOutcome } from '../app/ports.ts'
import type { PullRequest } from '../core/pull-request.ts'
import type { ReportedRun, RunContext } from './run-context.ts'

/** `files` are paths in the working directory; `slot` is the last part of the artifact's name. */
export async function upload(
  run: RunContext,
  slot: string,
  files: readonly string[],
): Promise<UploadOutcome | undefined> {
  if (files.length === 0) return undefined
  const { inputs, github, prefix, cwd, runUrl, limits } = run
  const options = {
    attempt: github.attempt,
    runUrl: runUrl(github.runId),
    timeout: limits.upload,
    retentionDays: inputs.retentionDays,
  }
  return uploadArtifact(options, `${prefix}-${slot}`, cwd, files)
}

/** What is needed after the probe, loaded while it looks: sooner it would only keep it waiting. */
export function preload({ net }: RunContext): void {
  preloadArtifactClient()
  void net().catch(() => undefined)
}

interface Post {
  readonly resolved: Resolved
  readonly reported: ReportedRun
  readonly comments: CommentListing | undefined
  /** Made only if there is somewhere to put it. */
  readonly body: () => string
}

export async function postComment(run: RunContext, post: Post): Promise<CommentOutcome> {
  const { api, inputs, github } = run
  const { resolved, reported, comments } = post
  const skipped = (why: string) => ({ status: 'skipped', why }) as const
  if (inputs.mode === 'probe') return skipped('mode: probe posts nothing')
  if (!inputs.comment) return skipped('comment: false')
  if (resolved.kind === 'none') return skipped(resolved.why)
  // The queue asks ci only: its result must not stand over the pull request's own.
  if (github.event === 'merge_group') return skipped('a merge queue leaves the comment of the pull request alone')
  const { pull } = resolved
  const list = () => listComments(api, pull.number)
  const options = {
    api,
    pullNumber: pull.number,
    key: { key: inputs.commentKey, workflow: workflowFile(reported.workflow) },
    // The start of another run comes from GitHub; this machine's clock may be wrong by minutes.
    stamp: {
      head: pull.headSha,
      run: reported.id,
      attempt: reported.attempt,
      at: reported.startedAt + (inputs.mode === 'comment' ? 0 : api.clockAhead()),
    },
    listed: comments ?? list,
    list,
    tokenKind: inputs.token.startsWith('ghs_') ? ('installation' as const) : ('other' as const),
    whenRefused: whenRefused(pull),
  }
  return upsertComment(options, post.body())
}

/** A fork's token, and Dependabot's, never writes: no permission in this workflow mends that. */
const whenRefused = ({ fromFork, author }: PullRequest): string =>
  fromFork || author === 'dependabot[bot]' ? 'on: workflow_run, with `mode: comment`' : ''
