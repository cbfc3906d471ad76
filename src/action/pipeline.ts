/**
 * All three modes in one way: probe this job's place (`report`, `probe`) or read a pull request through the interface
 * (`comment`), gather evidence, judge it, hand the files over, and say the verdict where people look.
 */

import type { Resolved } from '../adapters/pull-request.ts'
import { createCommentListing } from '../adapters/sticky-comment.ts'
import { type Evidence, findAll } from '../app/gather.ts'
import { type CommentListing, joinFound, type UploadOutcome } from '../app/ports.ts'
import { broughtBy, type ProbedHere } from '../app/probe-here.ts'
import { publish } from '../app/publish.ts'
import { redactText, redactVerdict } from '../app/redact.ts'
import { needsPermission, whoIsAsked } from '../core/asked.ts'
import { placeName } from '../core/place.ts'
import { isWithoutSecrets } from '../core/pull-request.ts'
import { COMMENT_LIMIT, fitMarkdown } from '../core/report/fit.ts'
import type { Verdict } from '../core/verdict-model.ts'
import { checkOf, InputError, type Inputs } from './inputs.ts'
import { openLocalPlace } from './local-place.ts'
import { failureOf, type Outcome, outcomeWithoutVerdict, renderNothing, renderSummary } from './outcome.ts'
import { postComment, preload, upload } from './post.ts'
import { resolvePull } from './pull.ts'
import { openRemotePlace } from './remote-place.ts'
import type { JudgedPlace, ReportedRun, RunContext } from './run-context.ts'
import { createSources, type Sources } from './sources.ts'
import { commandsOf, decideFor, gatherClaims, isCommandHeld, logNotes, logRedacted } from './verdict.ts'

export async function runMode(run: RunContext): Promise<Outcome> {
  const { inputs, github } = run
  if (inputs.mode === 'comment') return commentForEndedRun(run)
  const place = openLocalPlace(run)
  if (probesAtOnce(run)) place.prepare()
  const { runId: id, attempt, workflow, actor } = github
  const reported = { id, attempt, workflow, actor, startedAt: run.startedAt }
  return judgeAndReport(run, { place, resolved: await resolvePull(run), reported })
}

/** In a workflow_run workflow: post what a run without the right to write could not. */
async function commentForEndedRun(run: RunContext): Promise<Outcome> {
  const { event, hint } = run.github
  if (event !== 'workflow_run') {
    const message = 'mode comment posts for a run that has ended'
    throw new InputError([{ input: 'mode', message, fix: 'mode: auto' }])
  }
  if (hint.from !== 'run') return skipped(run, { why: hint.from === 'nowhere' ? hint.why : 'the event names no run' })
  const resolved = await resolvePull(run)
  if (resolved.kind === 'none') return skipped(run, resolved)
  return judgeAndReport(run, { place: openRemotePlace(run, resolved.pull), resolved, reported: hint.run })
}

/** Without a run or a pull request to post for, there is neither a verdict nor a comment. */
async function skipped(run: RunContext, found: Omit<Extract<Resolved, { kind: 'none' }>, 'kind'>) {
  const { why, fault } = found
  const outcome = outcomeWithoutVerdict(why, fault?.message)
  const text = renderNothing(outcome.comment, fault ? [fault] : [])
  await run.output.summary(redactText(await run.net(), text).text)
  return outcome
}

interface Subject {
  readonly place: JudgedPlace
  readonly resolved: Resolved
  readonly reported: ReportedRun
}

async function judgeAndReport(run: RunContext, subject: Subject): Promise<Outcome> {
  const { inputs, github, api } = run
  const { place, resolved, reported } = subject
  const pull = resolved.kind === 'found' ? resolved.pull : undefined
  // Mode probe judges its own place alone. A merge queue asks ci alone: files of other places are not looked for.
  const alone = inputs.mode === 'probe'
  const inQueue = github.event === 'merge_group'
  const others = alone || inQueue ? undefined : pull
  const comments = others && createCommentListing(api, others.number)
  // The comments are listed while the probe runs: text source and comment then share one list.
  if (inputs.comment) void comments?.()
  const sources = createSources(run, { place, pull: others, comments, reported })
  // Before anything is started: a command that somebody changed who may not is not.
  const claimed = await gatherClaims(run, place, pull)
  const held = await isCommandHeld(run, pull, claimed)
  const [probed, found, { reference, faults }] = await together([
    probeUnlessLegs(run, place, { sources, held }),
    findAll(sources.all),
    place.reference(pull),
  ])
  const evidence = { ...claimed, ...joinFound([claimed, found]) }
  await logNotes(run, evidence.notes)
  // Before it is judged: a leg whose file was not uploaded is one that the report can't know of.
  const handedOver = alone && probed?.ok ? await upload(run, placeName(inputs), [probed.file]) : undefined
  const rules = { places: inputs.places, claims: evidence.claims, isAgent: run.isAgent, inQueue }
  const open = !alone && pull !== undefined && needsPermission(pull, rules)
  const mayWrite = open ? await run.mayWrite(pull.author) : undefined
  const brought = broughtBy(probed)
  const verdict = await decideFor(run, pull, {
    evidence: { ...evidence, texts: [...brought.texts, ...evidence.texts] },
    asked: alone
      ? { places: [inputs.place], elsewhere: elsewhere(evidence, inputs), why: 'this job probes it' }
      : whoIsAsked(pull, { ...rules, mayWrite }),
    reference,
    withoutSecrets: isWithoutSecrets(...startOf(run, reported), pull),
    expect: alone ? [] : inputs.expect,
    unprobed: brought.unprobed,
    faults: [
      // A lookup that GitHub refused is no proof that there is no pull request.
      ...(resolved.kind === 'none' && resolved.fault ? [resolved.fault] : []),
      ...brought.faults,
      ...(handedOver && !handedOver.ok ? [handedOver.fault] : []),
      ...faults,
    ],
    commands: commandsOf(run, await place.git.trackedFiles()),
  })
  return report(run, subject, { verdict, probed, comments, handedOver })
}

/** Mode probe asks its own place; whether a job of mode report asks the others is not known here. */
const elsewhere = ({ claims }: Evidence, { place }: Inputs) => claims.places.filter((one) => one !== place)

/** What started the run that probed ci: the event, and the account. */
const startOf = ({ inputs, github, env }: RunContext, { actor }: ReportedRun): [event: string, actor: string] =>
  inputs.mode === 'comment' ? ['pull_request', actor] : [github.event, env.GITHUB_ACTOR ?? '']

interface Judged {
  readonly verdict: Verdict
  readonly probed: ProbedHere | undefined
  readonly comments: CommentListing | undefined
  readonly handedOver: UploadOutcome | undefined
}

/** The files come first: the comment names the artifact that they are in. */
async function report(run: RunContext, { place, ...subject }: Subject, judged: Judged): Promise<Outcome> {
  const { inputs, output } = run
  const { probed, comments, handedOver } = judged
  const { mode } = inputs
  const net = await run.net()
  const verdict = redactVerdict(net, judged.verdict, probed?.ok ? probed.redacted : [])
  logRedacted(run, verdict)
  const { files, folder, pathOf } = place.reports
  const { report = '', table = '', notes, ...published } = await publish(verdict, files, folder, net)
  const written = [probed?.ok ? probed.file : '', report, table].filter((file) => file !== '')
  const uploaded = mode === 'report' ? await upload(run, probed ? placeName(inputs) : 'report', written) : handedOver
  const options = {
    voice: mode === 'comment' ? ('fork' as const) : undefined,
    notes: mode === 'probe' ? undefined : notes,
    check: mode === 'probe' ? undefined : checkOf(inputs),
    fullReport: mode === 'report' && uploaded?.ok ? uploaded.url : undefined,
  }
  const body = () => redactText(net, fitMarkdown(verdict, COMMENT_LIMIT, options)).text
  const comment = await postComment(run, { ...subject, comments, body })
  // In mode probe a failed upload is a fault of the verdict already.
  const faults = [...published.faults, ...(mode === 'report' && uploaded?.ok === false ? [uploaded.fault] : [])]
  await output.summary(redactText(net, renderSummary(verdict, options, { comment, faults })).text)
  for (const { message, fix } of faults)
    output.log.warning(redactText(net, fix ? `${message}; mend it: ${fix}` : message).text)
  const end = { report: pathOf(report), table: pathOf(table), uploaded, comment }
  if (mode !== 'comment') return { ...end, gate: verdict.gate, failure: failureOf(verdict) }
  const failure = comment.status === 'skipped' && comment.refused ? `where-it-ran: ${comment.why}` : undefined
  // A fork's workflow made these files and may have made them up: they never open a gate here.
  return { ...end, gate: { ...verdict.gate, verdict: 'blocked' }, failure }
}

/** Legs that other jobs probe speak for the place; of those that are expected it is known at once. */
const expectedLegs = ({ inputs: { place, expect } }: RunContext): readonly string[] =>
  expect.filter((one) => one.startsWith(`${place}-`))
const isOwnLeg = ({ inputs: { mode, leg } }: RunContext): boolean => mode === 'probe' || leg !== undefined
const probesAtOnce = (run: RunContext): boolean => isOwnLeg(run) || expectedLegs(run).length === 0

interface Probing {
  readonly sources: Sources
  readonly held: boolean
}

async function probeUnlessLegs(
  run: RunContext,
  place: JudgedPlace,
  { sources, held }: Probing,
): Promise<ProbedHere | undefined> {
  const probe = () => place.probe?.(() => preload(run), held)
  if (!place.probe || isOwnLeg(run)) return probe()
  const legs = [...new Set([...expectedLegs(run), ...(await sources.legsOf(run.inputs.place))])]
  if (legs.length === 0) return probe()
  run.output.log.info(`not probed here: legs speak for ${run.inputs.place} (${legs.join(', ')})`)
  return undefined
}

/** Like Promise.all, but what was started ends also when one of them fails. */
async function together<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
