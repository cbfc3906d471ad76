/** Claims × places × legs → rows. What is wrong with a whole place overrides every judge. */

import { lookedAt } from '../asked.ts'
import type { Case } from '../case.ts'
import { type Claim, type Claims, cellKey, type Place, type Reference } from '../model.ts'
import { byPlace, pythonOfLeg } from '../place.ts'
import { type Reason, stateOf } from '../reasons.ts'
import { soundsSecret } from '../secrets/known.ts'
import type { Cell, Row } from '../verdict-model.ts'
import { combineLegs, excuseColumn, type JudgedSlot, silentColumn } from './column.ts'
import { relateContent } from './content.ts'
import { compareValue, judgeEnv } from './env.ts'
import { judgeFile } from './file.ts'
import { judgePackage } from './package.ts'
import { isInTests } from './record.ts'
import { findSecrets, judgeSecret } from './secret.ts'
import { type Finding, finding, lacks, type Serving, type Slot } from './serving.ts'
import { judgeTests } from './tests.ts'

interface Bench {
  readonly c: Case
  readonly slots: readonly Slot[]
  readonly reference: Reference
  /** What mends an open cell; `slot` is the leg that speaks for it. */
  mend(claim: Claim, reason: Reason, slot: Slot): string
}

export const judgeRows = (bench: Bench): Row[] =>
  [...bench.c.claims.claims, ...claimFound(bench)].map((claim) => judgeRow(bench, claim))

/** A row for each tracked file that looks secret, in the places that saw it, where secrets are asked at all. */
function claimFound({ c, slots, reference }: Bench): Claim[] {
  const secrets = c.claims.claims.filter(({ kind }) => kind === 'secret stored')
  const seen = slots.flatMap(({ place, serving }) =>
    serving && secrets.some((claim) => claim.in.includes(place))
      ? findSecrets(serving.facts, reference).map((subject) => ({ place, subject }))
      : [],
  )
  const subjects = new Set(seen.map(({ subject }) => subject).sort())
  return [...subjects].flatMap((subject): Claim[] => {
    const places = new Set(seen.flatMap((one) => (one.subject === subject ? [one.place] : [])))
    const claimed = secrets.some((claim) => claim.subject === subject)
    return claimed ? [] : [{ kind: 'secret stored', subject, in: [...places], found: true }]
  })
}

const judgeRow = (bench: Bench, claim: Claim): Row => ({
  kind: claim.kind,
  subject: claim.subject,
  cells: byPlace((place) => {
    const asked = claim.in.includes(place) && lookedAt(bench.c.asked).includes(place)
    return asked ? judgeCell(bench, claim, place) : null
  }),
})

/** Without claims.json no one promised a `.env`: absent or without permission bits it is not asked about. */
const isIdleDefault = ({ source }: Claims, { reason }: Finding): boolean =>
  source === 'default' && (reason === 'ABSENT' || reason === 'NO_MODES')

/** What a missing secret leaves in a job: the variable is there, and empty. */
const isWithheld = ({ withoutSecrets }: Case, claim: Claim, place: Place, { reason }: Finding): boolean =>
  withoutSecrets === true && place === 'ci' && reason === 'EMPTY' && soundsSecret(claim.subject)

/** null: of no leg of this place is it asked. */
function judgeCell(bench: Bench, claim: Claim, place: Place): Cell | null {
  const { claims } = bench.c
  const slots = bench.slots.filter((slot) => slot.place === place)
  const all = slots.map((slot) => judgeSlot(bench, claim, slot))
  const judged = all.filter(
    ({ finding }) => !isIdleDefault(claims, finding) && !isWithheld(bench.c, claim, place, finding),
  )
  if (all.length > 0 && judged.length === 0) return null
  const found = combineLegs(judged) ?? silentColumn(place)
  const { column, explained } = excuseColumn(found, judged, cellKey(claim, place), claims.explanations)
  const { state, legs, first } = column
  const { reason, fact } = first.finding
  const fix = state === 'holds' ? null : bench.mend(claim, reason, first.slot)
  return { state, reason, fact, fix, explained, legs }
}

function judgeSlot(bench: Bench, claim: Claim, slot: Slot): JudgedSlot {
  const { serving, silent, place, doubted } = slot
  if (serving !== null) return { slot, finding: judgeServing(bench, claim, serving) }
  const doubt = silent ?? finding('NO_PROBE', `no file from ${place}`)
  // A doubt about the place hides nothing that refutes the claim there.
  for (const considered of doubted) {
    const found = judgeServing(bench, claim, considered)
    const refutes = stateOf(found.reason) === 'fails' && !isIdleDefault(bench.c.claims, found)
    if (refutes) return { slot: { ...slot, considered }, finding: found, doubt }
  }
  return { slot, finding: doubt }
}

function judgeServing(bench: Bench, claim: Claim, serving: Serving): Finding {
  const judged = judgeClaim(bench, claim, serving)
  const found = stateOf(judged.reason) === 'holds' ? (judgeLeg(bench, claim, serving) ?? judged) : judged
  if (!claim.compare || serving.place === 'ci' || stateOf(found.reason) !== 'holds') return found
  const inCi = bench.slots.filter((other) => other.place === 'ci')
  const ci = inCi.flatMap((other) => [other.serving?.facts ?? {}, ...other.doubted.map(({ facts }) => facts)])
  return compareValue(serving.facts, ci, claim, bench.c.claims) ?? found
}

/** A leg that promises a Python speaks for that one only: what another ran there proves nothing of it. */
function judgeLeg({ c }: Bench, { kind }: Claim, { leg, facts }: Serving): Finding | undefined {
  const promised = kind === 'tests green' || kind === 'package installed' ? pythonOfLeg(leg) : undefined
  if (promised === undefined) return undefined
  const { tests, interpreter } = facts
  const inTests = isInTests(facts, c.claims)
  const version = inTests ? tests?.session?.version : interpreter?.version
  if (version === undefined)
    return inTests ? lacks('tests', tests, 'session.version') : lacks('interpreter', interpreter, 'version')
  const same = version.startsWith(`${promised}.`) || version === promised
  return same ? undefined : finding('OTHER_INTERPRETER', `leg ${leg} ran on Python ${version}`)
}

function judgeClaim({ c, slots, reference }: Bench, claim: Claim, serving: Serving): Finding {
  const { facts } = serving
  switch (claim.kind) {
    case 'package installed':
      return judgePackage(facts, claim, c.claims)
    case 'env var set':
      return judgeEnv(facts, claim, c.claims)
    case 'file persisted':
      return judgeFile(facts, claim, runsOfThisPullRequest(c, reference))
    case 'tests green':
      return judgeTests(serving, { claims: c.claims, own: c.own, reference, suites: suitesOf(claim, slots) })
    case 'secret stored':
      return judgeSecret(facts, claim, reference)
  }
}

/** Whether it serves or not, what a place says of its suite counts: taking facts away makes no part whole. */
const suitesOf = (claim: Claim, slots: readonly Slot[]): Serving[] =>
  slots.flatMap(({ place, considered }) => (considered && claim.in.includes(place) ? [considered] : []))

/** Runs that left a file about this pull request: what they remember of a place counts on any machine. */
const runsOfThisPullRequest = (c: Case, reference: Reference): string[] =>
  c.candidates.flatMap(({ reading }) => {
    if (!reading.ok) return []
    const { relation } = relateContent(reading.facts, reference)
    const run = reading.facts.probe?.run_id
    return run === undefined || relation === 'stale' || relation === 'unknown' ? [] : [run]
  })
