/** Mode `probe`: look at this place, hand the file over, and gate on this place's own cells. */
import { publish } from '../app/publish.ts'
import { redactText, redactVerdict } from '../app/redact.ts'
import type { Place } from '../core/model.ts'
import { placeName } from '../core/place.ts'
import { endOf, failureOf, type Outcome } from './outcome.ts'
import { openPlace } from './place.ts'
import { referenceOf, resolvePull, strayFault } from './pull.ts'
import { commandsOf, inWorkspace, type Session, together } from './session.ts'
import { renderSummary } from './summary.ts'
import { preload, upload } from './upload.ts'
import { decideFor, gatherEvidence, tellRedacted } from './verdict.ts'

export async function probe(session: Session): Promise<Outcome> {
  const { inputs, context, output } = session
  const here = openPlace(session)
  here.prepare()
  const resolved = await resolvePull(session)
  const pull = resolved.kind === 'found' ? resolved.pull : undefined
  const [probed, evidence, checkout] = await together([
    here.probe(() => preload(session)),
    gatherEvidence(session, { ...here, sources: [], pull }),
    here.checkout(),
  ])
  // Only then: a leg without a file is one that the report can't know of.
  const uploaded = probed.ok ? await upload(session, placeName(inputs), [probed.file]) : undefined
  const places: readonly Place[] = [inputs.place]
  const judged = await decideFor(session, pull, {
    evidence: { ...evidence, texts: probed.ok ? [probed.probe] : [] },
    asked: { places, why: 'this job probes it' },
    reference: referenceOf(context, pull, checkout),
    expect: [],
    unprobed: probed.ok ? [] : [probed.unprobed],
    faults: [
      ...(resolved.kind === 'none' && resolved.fault ? [resolved.fault] : []),
      ...(probed.ok ? [] : [probed.fault]),
      ...(uploaded && !uploaded.ok ? [uploaded.fault] : []),
      strayFault(context, pull, checkout) ?? [],
    ].flat(),
    commands: commandsOf(session, await here.git.trackedFiles()),
  })
  const net = await session.net()
  const verdict = redactVerdict(net, judged, probed.ok ? probed.redacted : [])
  tellRedacted(session, verdict)
  const { report = '', table = '', faults } = await publish(verdict, here.files, inputs.probes, net)
  const comment = { status: 'skipped', why: 'mode: probe posts nothing' } as const
  await output.summary(redactText(net, renderSummary(verdict, {}, { comment, faults })).text)
  const written = { report: inWorkspace(inputs, report), table: inWorkspace(inputs, table) }
  return endOf(verdict, { written, uploaded, comment, failure: failureOf(verdict) })
}
