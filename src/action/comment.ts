/** Mode `comment`: in a workflow_run workflow, post what a run without the right to write could not. */
import os from 'node:os'
import path from 'node:path'
import { originOf } from '../adapters/artifact-source/run.ts'
import { createArtifactSource } from '../adapters/artifact-source.ts'
import { createFiles } from '../adapters/files.ts'
import type { TriggeringRun } from '../adapters/github-event.ts'
import { createCommentListing } from '../adapters/issue-comments.ts'
import { findPullByRun, listFilesAt, mayWrite, readFileAt } from '../adapters/pull-request.ts'
import { createTextSource } from '../adapters/text-source.ts'
import type { Files, Git, Source } from '../app/ports.ts'
import { publish } from '../app/publish.ts'
import { redactText, redactVerdict } from '../app/redact.ts'
import { whoIsAsked } from '../core/asked.ts'
import type { Fault, Verdict } from '../core/model.ts'
import type { PullRequest } from '../core/pull-request.ts'
import { COMMENT_LIMIT, fitMarkdown } from '../core/report/fit.ts'
import { InputError } from './inputs.ts'
import { countsOf, crashOf, type Outcome } from './outcome.ts'
import { postComment } from './post.ts'
import { commandsOf, type Session } from './session.ts'
import { renderNothing, renderSummary } from './summary.ts'
import { decideFor, gatherEvidence, logNotes, tellRedacted } from './verdict.ts'

const VOICE = { voice: 'fork' } as const

export async function comment(session: Session): Promise<Outcome> {
  const { context, inputs, api, output } = session
  if (context.event !== 'workflow_run') {
    const message = 'mode comment posts for a run that has ended'
    throw new InputError([{ input: 'mode', message, fix: 'mode: auto' }])
  }
  if (context.hint.from !== 'run')
    return skipped(session, context.hint.from === 'nowhere' ? context.hint.why : 'the event names no run')
  const { run } = context.hint
  const resolved = await findPullByRun(api, run, inputs.prNumber)
  if (resolved.kind === 'none') return skipped(session, resolved.why, resolved.fault)
  const { verdict: judged, comments } = await judge(session, resolved.pull, run)
  const net = await session.net()
  const verdict = redactVerdict(net, judged)
  tellRedacted(session, verdict)
  const posted = await postComment(session, {
    resolved,
    comments,
    poster: { workflow: run.workflow, runId: run.id, attempt: run.attempt, at: run.startedAt },
    body: () => redactText(net, fitMarkdown(verdict, COMMENT_LIMIT, VOICE)).text,
  })
  const files = createFiles(session.env.RUNNER_TEMP ?? os.tmpdir())
  const { report = '', table = '', faults } = await publish(verdict, files, 'where-it-ran', net)
  await output.summary(redactText(net, renderSummary(verdict, VOICE, { comment: posted, faults })).text)
  const refused = posted.status === 'skipped' && posted.refused
  return {
    ...countsOf(verdict),
    // Facts that a fork's workflow brought are its word: they never open a gate here.
    verdict: 'blocked',
    report: report && path.join(session.env.RUNNER_TEMP ?? os.tmpdir(), report),
    table: table && path.join(session.env.RUNNER_TEMP ?? os.tmpdir(), table),
    comment: posted,
    ...(refused ? { failure: `where-it-ran: ${posted.why}` } : {}),
  }
}

async function skipped({ output, net }: Session, why: string, fault?: Fault): Promise<Outcome> {
  const { failure: _failure, ...outcome } = crashOf('')
  const comment = { status: 'skipped', why } as const
  const text = renderNothing(comment, fault ? [fault] : [])
  await output.summary(redactText(await net(), text).text)
  return { ...outcome, comment, ...(fault ? { failure: `where-it-ran: ${fault.message}` } : {}) }
}

/** Everything through the interface: this workflow has the base checked out, or nothing. */
async function judge(session: Session, pull: PullRequest, run: TriggeringRun) {
  const { api, inputs, prefix, runUrl, isAgent } = session
  const comments = createCommentListing(api, pull.number)
  const artifacts = createArtifactSource({
    api,
    runId: run.id,
    origin: originOf(run.workflow, run.actor),
    runUrl,
    prefix,
    probes: inputs.probes,
    earlier: [],
  })
  const sources: Source[] = [
    artifacts,
    createTextSource({ pull, comments, isAgent, mayWrite: (login) => mayWrite(api, login) }),
  ]
  const git = createRemoteGit(session, pull)
  const evidence = await gatherEvidence(session, {
    files: createRemoteFiles(session, pull),
    git,
    sources,
    pull,
  })
  await logNotes(session, evidence.notes)
  const verdict: Verdict = await decideFor(session, pull, {
    evidence,
    asked: whoIsAsked(pull, {
      places: inputs.places,
      claimed: evidence.claims.places,
      isAgent,
      inQueue: false,
    }),
    reference: { commits: [], pullRequest: true, headSha: pull.headSha },
    expect: inputs.expect,
    unprobed: [],
    faults: [],
    commands: commandsOf(session, await git.trackedFiles()),
  })
  return { verdict, comments }
}

/** The pull request's own claims, at its head. */
function createRemoteFiles({ api, inputs }: Session, pull: PullRequest): Files {
  return {
    read: async (file, maxBytes) => {
      const text = await readFileAt(api, path.posix.join(inputs.workingDirectory, file), pull.headSha)
      if (text !== undefined && Buffer.byteLength(text) > maxBytes) throw new Error(`${file} is too large`)
      return text
    },
    list: async () => [],
    write: async (file) => {
      throw new Error(`${file} can't be written to GitHub`)
    },
  }
}

function createRemoteGit({ api, inputs }: Session, pull: PullRequest): Git {
  const folder = inputs.workingDirectory === '.' ? '' : `${inputs.workingDirectory}/`
  return {
    async trackedFiles() {
      const files = await listFilesAt(api, pull.headSha)
      return files?.filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length))
    },
    state: async () => 'ok',
    isTracked: async () => true,
    head: async () => undefined,
  }
}
