/** Which rows of the table are shown, and which are only counted. */
import { PLACES } from '../model.ts'
import type { Cell, Row, Verdict } from '../verdict-model.ts'
import { LONG_TABLE } from './phrases.ts'
import type { Plan } from './plan.ts'

const holdsEverywhere = ({ cells }: Row): boolean =>
  PLACES.every((place) => cells[place] === null || cells[place]?.state === 'holds')

const hasState =
  (state: Cell['state']) =>
  (shown: Row): boolean =>
    PLACES.some((place) => shown.cells[place]?.state === state)

/** Of a long table that blocks, what holds everywhere is folded: it decides nothing. */
export function foldTable(
  { rows, gate }: Verdict,
  { foldHolds }: Pick<Plan, 'foldHolds'> = { foldHolds: false },
): { readonly open: readonly Row[]; readonly holding: readonly Row[] } {
  const open = rows.filter((one) => !holdsEverywhere(one))
  const folds = gate.verdict === 'blocked' && rows.length > LONG_TABLE && open.length > 0 && !foldHolds
  return folds ? { open, holding: rows.filter(holdsEverywhere) } : { open: rows, holding: [] }
}

/** The rows a plan shows, in their order, and how many it leaves out. */
export function chooseRows(
  rows: readonly Row[],
  plan: Plan,
): { shown: readonly Row[]; held: number; left: number } {
  const kept = plan.foldHolds ? rows.filter((one) => !holdsEverywhere(one)) : rows
  const rank = (one: Row): number => (hasState('fails')(one) ? 0 : hasState('unknown')(one) ? 1 : 2)
  const chosen = new Set([...kept].sort((a, b) => rank(a) - rank(b)).slice(0, Math.max(0, plan.maxRows)))
  const shown = kept.filter((one) => chosen.has(one))
  return { shown, held: rows.length - kept.length, left: kept.length - shown.length }
}
