/** Legs of a place → the one cell: which of them decide, and whether a sentence excuses that. */
import type { Explanation, Place, State } from '../model.ts'
import { isNeverExcused, stateOf } from '../reasons.ts'
import type { LegCell } from '../verdict-model.ts'
import { type Finding, finding, type Slot } from './serving.ts'

export interface JudgedSlot {
  readonly slot: Slot
  readonly finding: Finding
  /** Why the file does not serve that refutes all the same. */
  readonly doubt?: Finding
}

interface Column {
  /** The leg that speaks for the column: the first of those that decide. */
  readonly first: JudgedSlot
  readonly deciding: readonly JudgedSlot[]
  readonly state: State
  /** Empty where the place is whole and no doubt hangs over it. */
  readonly legs: readonly LegCell[]
}

const WORST_FIRST: readonly State[] = ['fails', 'unknown', 'holds']

/** `judged` in the order of its legs; undefined when it is empty. */
export function combineLegs(judged: readonly JudgedSlot[]): Column | undefined {
  const stateIn = ({ finding }: JudgedSlot) => stateOf(finding.reason)
  const state = WORST_FIRST.find((one) => judged.some((j) => stateIn(j) === one))
  const deciding = judged.filter((j) => stateIn(j) === state)
  const [first] = deciding
  if (state === undefined || first === undefined) return undefined
  const whole = judged.length === 1 && first.slot.leg === null
  // A gate may mind only what is unknown: a leg that fails must not hide one, nor a refutation its doubt.
  const unseen = state === 'fails' ? [...judged.filter((j) => stateIn(j) === 'unknown'), ...doubtsOf(deciding)] : []
  const legs = [...(whole ? [] : deciding), ...unseen].map((j) => ({
    leg: j.slot.leg ?? j.slot.place,
    state: stateIn(j),
    reason: j.finding.reason,
    fact: j.finding.fact,
  }))
  return { first, deciding, state, legs }
}

const doubtsOf = (judged: readonly JudgedSlot[]): JudgedSlot[] =>
  judged.flatMap(({ slot, doubt }) => (doubt ? [{ slot, finding: doubt }] : []))

/** An explanation is bound to its reason, in every leg that fails; unknown is never excused. */
function explainCell(column: Column, key: string, all: readonly Explanation[]): string | null {
  const { reason } = column.first.finding
  if (column.state !== 'fails' || isNeverExcused(key, reason)) return null
  if (column.deciding.some((one) => one.finding.reason !== reason)) return null
  return all.find((one) => one.key === key && one.reason === reason)?.because ?? null
}

/** What is excused answers for no other leg and for no doubt: where one of those is unknown, that one decides. */
export function excuseColumn(
  column: Column,
  judged: readonly JudgedSlot[],
  key: string,
  all: readonly Explanation[],
): { readonly column: Column; readonly explained: string | null } {
  const explained = explainCell(column, key, all)
  const others = [...judged.filter((one) => !column.deciding.includes(one)), ...doubtsOf(column.deciding)]
  const rest = explained === null ? undefined : combineLegs(others)
  return rest?.state === 'unknown' ? { column: rest, explained: null } : { column, explained }
}

/** No slot at all: a place that is asked always has one, so this is a fault of ours and stays unknown. */
export function silentColumn(place: Place): Column {
  const slot = { place, leg: null, serving: null, silent: null, considered: null, doubted: [], note: null }
  const first = { slot, finding: finding('NO_PROBE', `no file from ${place}`) }
  return { first, deciding: [first], state: 'unknown', legs: [] }
}
