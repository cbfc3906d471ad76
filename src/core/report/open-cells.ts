/** The cells that do not hold, with what mends them: the same list for every renderer. */
import { type Cell, PLACES, type Place, type Row, type Verdict } from '../model.ts'

export interface OpenCell {
  readonly row: Row
  readonly place: Place
  readonly cell: Cell
}

/** One mend and all the cells it would mend. */
export interface Mend {
  readonly fix: string
  readonly cells: readonly OpenCell[]
}

export const openCells = (rows: readonly Row[]): OpenCell[] =>
  rows.flatMap((row) =>
    PLACES.flatMap((place) => {
      const cell = row.cells[place]
      return cell && cell.state !== 'holds' ? [{ row, place, cell }] : []
    }),
  )

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

/** Excused failing cells hold nothing up. */
const blocks = ({ cell }: OpenCell): boolean => cell.state === 'unknown' || cell.explained === null

export interface NextStep {
  readonly text: string
  /** How many cells it mends; 0 where no cell is at fault. */
  readonly mends: number
}

/** The one step that unblocks most; null where nothing is to be done. */
export function nextStep(verdict: Verdict): NextStep | null {
  const codes = verdict.gate.blocks.map(({ code }) => code)
  if (codes.length === 0) return null
  const fault = verdict.faults.find(({ fix }) => fix !== undefined)
  if (codes.includes('FAULT') && fault?.fix !== undefined) return { text: fault.fix, mends: 0 }
  const [most] = mendsOf(openCells(verdict.rows).filter(blocks))
  if (most && most.fix !== '') return { text: most.fix, mends: most.cells.length }
  if (codes.includes('NOTHING_CLAIMED'))
    return { text: 'claim something: where-it-ran init writes probes/claims.json', mends: 0 }
  if (codes.includes('LOOSENED')) {
    return {
      text: 'undo the change to probes/claims.json, or let a person with write access make it',
      mends: 0,
    }
  }
  if (codes.includes('DIFFS'))
    return { text: 'remove the difference, or explain it under "explain" in probes/claims.json', mends: 0 }
  if (codes.includes('STALE')) {
    return {
      text: 'probe again at the head, and drop the explanations that excuse nothing from probes/claims.json',
      mends: 0,
    }
  }
  return { text: 'run the check again', mends: 0 }
}
