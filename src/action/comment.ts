/** Mode `comment`: in a workflow_run workflow, post what a run without the right to write could not. */
import os from 'node:os'
import path from 'node:path'
import { originOf } from '../adapters/artifact-source/run.ts'
import { createArtifactSource } from '../adapters/artifact-source.ts'
import { createCheckoutSource } from '../adapters/checkout-source.ts'
import { createFiles } from '../adapters/files.ts'
import type { TriggeringRun } from '../adapters/github-event.ts'
import { createCommentListing } from '../adapters/issue-comments.ts'
import { findPullByRun, mayWrite } from '../adapters/pull-request.ts'
import { createTextSource } from '../adapters/text-source.ts'
import type { CommentListing, Source } from '../app/ports.ts'
import { publish } from '../app/publish.ts'
import { redactText, redactVerdict } from '../app/redact.ts'
import { whoIsAsked } from '../core/asked.ts'
import type { Fault } from '../core/model.ts'
import type { PullRequest } from '../core/pull-request.ts'
import { COMMENT_LIMIT, fitMarkdown } from '../core/report/fit.ts'
import type { Verdict } from '../core/verdict-model.ts'
import { checkOf, InputError, type SourceName } from './inputs.ts'
import { countsOf, crashOf, type Outcome } from './outcome.ts'
import { postComment } from './post.ts'
import { openRemote, type Remote } from './remote.ts'
import { commandsOf, type Session, together } from './session.ts'
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
  const options = { ...VOICE, ...checkOf(inputs) }
  const posted = await postComment(session, {
    resolved,
    comments,
    poster: { workflow: run.workflow, runId: run.id, attempt: run.attempt, at: run.startedAt },
    body: () => redactText(net, fitMarkdown(verdict, COMMENT_LIMIT, options)).text,
  })
  const files = createFiles(session.env.RUNNER_TEMP ?? os.tmpdir())
  const { report = '', table = '', faults } = await publish(verdict, files, 'where-it-ran', net)
  await output.summary(redactText(net, renderSummary(verdict, options, { comment: posted, faults })).text)
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
  const { api, inputs, isAgent } = session
  const comments = createCommentListing(api, pull.number)
  const remote = openRemote(session, pull)
  const [evidence, { reference, faults }] = await together([
    gatherEvidence(session, {
      ...remote,
      sources: sourcesOf(session, { pull, run, comments, remote }),
      pull,
    }),
    remote.reference(),
  ])
  await logNotes(session, evidence.notes)
  const verdict: Verdict = await decideFor(session, pull, {
    evidence,
    asked: whoIsAsked(pull, {
      places: inputs.places,
      claimed: evidence.claims.places,
      isAgent,
      inQueue: false,
    }),
    reference,
    expect: inputs.expect,
    unprobed: [],
    faults,
    commands: commandsOf(session, await remote.git.trackedFiles()),
  })
  return { verdict, comments }
}

interface SourceNeeds {
  readonly pull: PullRequest
  readonly run: TriggeringRun
  readonly comments: CommentListing
  readonly remote: Remote
}

/** The same as the run itself had: what was uploaded, pasted, and committed. */
function sourcesOf(session: Session, { pull, run, comments, remote }: SourceNeeds): Source[] {
  const { api, inputs, prefix, runUrl, isAgent } = session
  const { probes } = inputs
  const all: { readonly [name in SourceName]: () => Source } = {
    artifact: () =>
      createArtifactSource({
        api,
        runId: run.id,
        attempt: run.attempt,
        origin: originOf(run.workflow, run.actor),
        runUrl,
        pull,
        prefix,
        probes,
        earlier: ['local', 'box', ...inputs.expect.filter((leg) => !leg.startsWith('ci-'))],
      }),
    text: () => createTextSource({ pull, comments, isAgent, mayWrite: (login) => mayWrite(api, login) }),
    checkout: () => createCheckoutSource(remote.files, { probes }),
  }
  return inputs.sources.map((name) => all[name]())
}
