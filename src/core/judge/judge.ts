/** Claims × places × legs → rows. What is wrong with a whole place overrides every judge. */
import { type Case, type Claim, type Claims, cellKey, type Place, type Reference } from '../model.ts'
import { byPlace } from '../place.ts'
import type { Facts } from '../probe-file/schema.ts'
import { stateOf } from '../reasons.ts'
import type { Cell } from '../verdict-model.ts'
import { relateContent } from './content.ts'
import { compareValue, judgeEnv } from './env.ts'
import { judgeFile } from './file.ts'
import { type Column, combineLegs, excuseColumn } from './legs.ts'
import { judgePackage } from './package.ts'
import { judgeSecret } from './secret.ts'
import { type Finding, finding, type Serving, type Slot } from './serving.ts'
import { judgeTests } from './tests.ts'

interface Bench {
  readonly c: Case
  readonly slots: readonly Slot[]
  readonly reference: Reference
}

/** A cell without its fix; `slot` is the leg that speaks for it. */
export interface JudgedCell extends Omit<Cell, 'fix'> {
  readonly slot: Slot
}

export interface JudgedRow {
  readonly claim: Claim
  readonly cells: { readonly [P in Place]: JudgedCell | null }
}

export const judgeRows = (bench: Bench): JudgedRow[] =>
  bench.c.claims.claims.map((claim) => judgeRow(bench, claim))

const judgeRow = (bench: Bench, claim: Claim): JudgedRow => ({
  claim,
  cells: byPlace((place) => {
    const asked = claim.in.includes(place) && bench.c.asked.places.includes(place)
    return asked ? judgeCell(bench, claim, place) : null
  }),
})

/** Without claims.json no one promised a `.env`: absent or without permission bits it is not asked about. */
const isIdleDefault = ({ source }: Claims, { reason }: Finding): boolean =>
  source === 'default' && (reason === 'ABSENT' || reason === 'NO_MODES')

/** null: of no leg of this place is it asked. */
function judgeCell(bench: Bench, claim: Claim, place: Place): JudgedCell | null {
  const { claims } = bench.c
  const slots = bench.slots.filter((slot) => slot.place === place)
  const all = slots.map((slot) => ({ slot, finding: judgeSlot(bench, claim, slot) }))
  const judged = all.filter((one) => !isIdleDefault(claims, one.finding))
  if (all.length > 0 && judged.length === 0) return null
  const found = combineLegs(judged) ?? silentColumn(place)
  const { column, explained } = excuseColumn(found, judged, cellKey(claim, place), claims.explanations)
  const { state, legs, first } = column
  const { reason, fact } = first.finding
  return { state, reason, fact, explained, legs, slot: first.slot }
}

/** No slot at all: a place that is asked always has one, so this is a fault of ours and stays unknown. */
function silentColumn(place: Place): Column {
  const slot = { place, leg: null, serving: null, silent: null, considered: null, note: null }
  const first = { slot, finding: finding('NO_PROBE', `no file from ${place}`) }
  return { first, deciding: [first], state: 'unknown', legs: [] }
}

function judgeSlot(bench: Bench, claim: Claim, slot: Slot): Finding {
  const { serving, silent, place } = slot
  if (serving === null) return silent ?? finding('NO_PROBE', `no file from ${place}`)
  const found = judgeClaim(bench, claim, serving)
  if (!claim.compare || place === 'ci' || stateOf(found.reason) !== 'holds') return found
  const ci = bench.slots.filter((other) => other.place === 'ci').map((other) => other.serving?.facts ?? {})
  return compareValue(serving.facts, ci, claim, bench.c.claims) ?? found
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
      return judgeTests(serving, { claims: c.claims, own: c.own, reference, ci: suiteInCi(claim, slots) })
    case 'secret stored':
      return judgeSecret(facts, claim)
  }
}

/** Whether it serves or not, what ci says of its suite counts: taking facts away makes no part whole. */
const suiteInCi = (claim: Claim, slots: readonly Slot[]): Facts[] =>
  slots.flatMap(({ place, considered }) =>
    place === 'ci' && considered && claim.in.includes('ci') ? [considered.facts] : [],
  )

/** Runs that left a file about this pull request: what they remember of a place counts on any machine. */
const runsOfThisPullRequest = (c: Case, reference: Reference): string[] =>
  c.candidates.flatMap(({ reading }) => {
    if (!reading.ok) return []
    const { relation } = relateContent(reading.facts, reference)
    const run = reading.facts.probe?.run_id
    return run === undefined || relation === 'stale' || relation === 'unknown' ? [] : [run]
  })
