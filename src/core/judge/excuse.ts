/** What a sentence in claims.json can excuse, and what nothing can. */
import type { Explanation } from '../model.ts'
import { isNeverExcused } from '../reasons.ts'
import { type Column, combineLegs, type JudgedSlot } from './legs.ts'

/** An explanation is bound to its reason, in every leg that fails; unknown is never excused. */
function explainCell(column: Column, key: string, all: readonly Explanation[]): string | null {
  const { reason } = column.first.finding
  if (column.state !== 'fails' || isNeverExcused(key, reason)) return null
  if (column.deciding.some((one) => one.finding.reason !== reason)) return null
  return all.find((one) => one.key === key && one.reason === reason)?.because ?? null
}

/** What is excused in some legs answers for no other: where one of those is unknown, that one decides. */
export function excuseColumn(
  column: Column,
  judged: readonly JudgedSlot[],
  key: string,
  all: readonly Explanation[],
): { readonly column: Column; readonly explained: string | null } {
  const explained = explainCell(column, key, all)
  const rest =
    explained === null ? undefined : combineLegs(judged.filter((one) => !column.deciding.includes(one)))
  return rest?.state === 'unknown' ? { column: rest, explained: null } : { column, explained }
}
