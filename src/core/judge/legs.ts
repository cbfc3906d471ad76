/** Several legs make one column: it holds only if every leg holds, fails if one fails, else it is unknown. */
import type { State } from '../model.ts'
import { stateOf } from '../reasons.ts'
import type { LegCell } from '../verdict-model.ts'
import type { Finding, Slot } from './serving.ts'

export interface JudgedSlot {
  readonly slot: Slot
  readonly finding: Finding
}

export interface Column {
  /** The leg that speaks for the column: the first of those that decide. */
  readonly first: JudgedSlot
  readonly deciding: readonly JudgedSlot[]
  readonly state: State
  /** Empty where the place is whole. */
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
  // A gate may mind only what is unknown: a leg that fails must not hide one.
  const unseen = state === 'fails' ? judged.filter((j) => stateIn(j) === 'unknown') : []
  const legs = [...deciding, ...unseen].map((j) => ({
    leg: j.slot.leg ?? j.slot.place,
    state: stateIn(j),
    reason: j.finding.reason,
    fact: j.finding.fact,
  }))
  return { first, deciding, state, legs: whole ? [] : legs }
}
