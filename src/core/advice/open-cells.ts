/** The cells that do not hold, with what mends them: the same list for every renderer. */
import { type Asked, askedCells } from '../cells.ts'
import type { Row } from '../verdict-model.ts'

export type OpenCell = Asked

/** One mend and all the cells it would mend. */
export interface Mend {
  readonly fix: string
  readonly cells: readonly OpenCell[]
}

export const openCells = (rows: readonly Row[]): OpenCell[] =>
  askedCells(rows).filter(({ cell }) => cell.state !== 'holds')

/** Open cells by fix, those that mend most first; equal ones in the table's order. */
export function mendsOf(cells: readonly OpenCell[]): Mend[] {
  const byFix = new Map<string, OpenCell[]>()
  for (const open of cells) {
    const fix = open.cell.fix ?? ''
    const same = byFix.get(fix)
    if (same) same.push(open)
    else byFix.set(fix, [open])
  }
  return [...byFix]
    .map(([fix, mended]) => ({ fix, cells: mended }))
    .sort((a, b) => b.cells.length - a.cells.length)
}

/** Several cells of one place, for one and the same reason: naming each says nothing more. */
export function isOneThing(cells: readonly OpenCell[]): boolean {
  const kinds = new Set(cells.map(({ place, cell }) => `${place} ${cell.reason} ${cell.explained !== null}`))
  return cells.length > 2 && kinds.size === 1
}
