/** Mode `report`: probe this place, take the others' files, judge, and say it where people look. */
import { createCommentListing } from '../adapters/issue-comments.ts'
import type { Resolved } from '../adapters/pull-request.ts'
import type { CommentListing } from '../app/ports.ts'
import type { ProbedHere } from '../app/probe-here.ts'
import { hasNotes, publish } from '../app/publish.ts'
import { redactText, redactVerdict } from '../app/redact.ts'
import { whoIsAsked } from '../core/asked.ts'
import type { Fault } from '../core/model.ts'
import { placeName } from '../core/place.ts'
import { COMMENT_LIMIT, fitMarkdown } from '../core/report/fit.ts'
import type { Verdict } from '../core/verdict-model.ts'
import { checkOf } from './inputs.ts'
import { endOf, failureOf, type Outcome } from './outcome.ts'
import { type Here, openPlace } from './place.ts'
import { postComment } from './post.ts'
import { referenceOf, resolvePull, strayFault } from './pull.ts'
import { commandsOf, inWorkspace, type Session, together } from './session.ts'
import { createSources, type Sources } from './sources.ts'
import { renderSummary } from './summary.ts'
import { preload, upload } from './upload.ts'
import { decideFor, gatherEvidence, logNotes, tellRedacted } from './verdict.ts'

export async function report(session: Session): Promise<Outcome> {
  const { inputs, context, api } = session
  const here = openPlace(session)
  if (mayProbe(session)) here.prepare()
  const resolved = await resolvePull(session)
  const pull = resolved.kind === 'found' ? resolved.pull : undefined
  const inQueue = context.event === 'merge_group'
  // A queue asks ci alone: what the other places said before is not even looked for.
  const others = inQueue ? undefined : pull
  const comments = others && createCommentListing(api, others.number)
  // The comment is looked up while the probe runs; whoever needs the listing waits for it.
  if (inputs.comment) void comments?.()
  const sources = createSources(session, { files: here.files, pull: others, comments })
  const [probed, evidence, checkout] = await together([
    probeUnlessLegs(session, here, sources),
    gatherEvidence(session, { ...here, sources: sources.all, pull }),
    here.checkout(),
  ])
  await logNotes(session, evidence.notes)
  const verdict = await decideFor(session, pull, {
    evidence: probed?.ok ? { ...evidence, texts: [probed.probe, ...evidence.texts] } : evidence,
    asked: whoIsAsked(pull, {
      places: inputs.places,
      claimed: evidence.claims.places,
      isAgent: session.isAgent,
      inQueue,
    }),
    reference: referenceOf(context, pull, checkout),
    expect: inputs.expect,
    unprobed: probed && !probed.ok ? [probed.unprobed] : [],
    faults: [
      ...faultsOf(resolved),
      ...(probed && !probed.ok ? [probed.fault] : []),
      strayFault(context, pull, checkout) ?? [],
    ].flat(),
    commands: commandsOf(session, await here.git.trackedFiles()),
  })
  return conclude(session, here, { verdict, probed, resolved, comments })
}

interface Judged {
  readonly verdict: Verdict
  readonly probed: ProbedHere | undefined
  readonly resolved: Resolved
  readonly comments: CommentListing | undefined
}

/** The files come first: the comment names the artifact that they are in. */
async function conclude(session: Session, here: Here, judged: Judged): Promise<Outcome> {
  const { inputs, context, output } = session
  const { probed, resolved, comments } = judged
  const net = await session.net()
  const verdict = redactVerdict(net, judged.verdict, probed?.ok ? probed.redacted : [])
  tellRedacted(session, verdict)
  const published = await publish(verdict, here.files, inputs.probes, net)
  const { report = '', table = '' } = published
  const files = [probed?.ok ? probed.file : '', report, table].filter((file) => file !== '')
  const uploaded = await upload(session, probed ? placeName(inputs) : 'report', files)
  const notes = (await hasNotes(here.files, inputs.probes)) ? { notes: `${inputs.probes}/notes.md` } : {}
  const options = { ...notes, ...checkOf(inputs), ...(uploaded?.ok ? { fullReport: uploaded.url } : {}) }
  const comment = await postComment(session, {
    resolved,
    comments,
    poster: context,
    body: () => redactText(net, fitMarkdown(verdict, COMMENT_LIMIT, options)).text,
  })
  const faults = [...published.faults, ...(uploaded && !uploaded.ok ? [uploaded.fault] : [])]
  await output.summary(redactText(net, renderSummary(verdict, options, { comment, faults })).text)
  for (const { message, fix } of faults)
    output.log.warning(redactText(net, fix ? `${message}; mend it: ${fix}` : message).text)
  const written = { report: inWorkspace(inputs, report), table: inWorkspace(inputs, table) }
  return endOf(verdict, { written, uploaded, comment, failure: failureOf(verdict) })
}

/** Unless it is known already that other jobs' legs speak for the place. */
const mayProbe = ({ inputs: { place, leg, expect } }: Session): boolean =>
  leg !== undefined || !expect.some((one) => one.startsWith(`${place}-`))

/** Legs that other jobs of this run probed speak for the place; a job that only reports has no project. */
async function probeUnlessLegs(
  session: Session,
  here: Here,
  sources: Sources,
): Promise<ProbedHere | undefined> {
  const { place, leg, expect } = session.inputs
  const probe = () => here.probe(() => preload(session))
  if (leg !== undefined) return probe()
  const expected = expect.filter((one) => one.startsWith(`${place}-`))
  const legs = [...new Set([...expected, ...(await sources.legsOf(place))])]
  if (legs.length === 0) return probe()
  session.output.log.info(`not probed here: legs speak for ${place} (${legs.join(', ')})`)
  return undefined
}

/** A lookup that GitHub refused is no proof that there is no pull request. */
const faultsOf = (resolved: Resolved): readonly Fault[] =>
  resolved.kind === 'none' && resolved.fault ? [resolved.fault] : []
