/** One cell before the gate: does it fail, may a sentence excuse it, is it what shuts the gate? */
import { PLACES, type Place } from './model.ts'
import { isExcusable as mayExcuse } from './reasons.ts'
import type { Cell, Gate, LegCell, Row } from './verdict-model.ts'

/** A cell that is asked, with where it stands. */
export interface AskedCell {
  readonly row: Row
  readonly place: Place
  readonly cell: Cell
}

export const askedCells = (rows: readonly Row[]): AskedCell[] =>
  rows.flatMap((row) =>
    PLACES.flatMap((place) => {
      const cell = row.cells[place]
      return cell ? [{ row, place, cell }] : []
    }),
  )

/** A cell that is neither proven nor refuted is unknown: a state that is not known here is no pass. */
export const isUnknown = ({ cell }: AskedCell): boolean => cell.state !== 'holds' && cell.state !== 'fails'

/** A failing leg hides an unknown one, which counts where failing alone would not block. */
export const hidesUnknown = ({ cell }: AskedCell): boolean =>
  cell.state === 'fails' && cell.legs.some(({ state }) => state === 'unknown')

export const isCiTests = ({ row, place }: AskedCell): boolean => row.kind === 'tests green' && place === 'ci'

/** True where the leg that fails, not only the cell's own reason, is beyond excuse. */
export const isNeverExcused = ({ cell }: AskedCell): boolean =>
  !mayExcuse(cell.reason) || cell.legs.some(({ state, reason }) => state === 'fails' && !mayExcuse(reason))

const isExcusable = (asked: AskedCell): boolean => !isCiTests(asked) && !isNeverExcused(asked)

export const isFailing = (asked: AskedCell): boolean =>
  asked.cell.state === 'fails' && (asked.cell.explained === null || !isExcusable(asked))

/** Whether this cell is one of those that shut the gate. */
export function holdsUp(asked: AskedCell, { verdict, failOn }: Gate): boolean {
  if (verdict === 'pass') return false
  if (isUnknown(asked)) return failOn.includes('unknown')
  if (failOn.includes('fails')) return isFailing(asked)
  return (isFailing(asked) && !isExcusable(asked)) || (hidesUnknown(asked) && failOn.includes('unknown'))
}

/** The legs that make the cell what it is. */
export const decidingLegs = ({ state, legs }: Cell): readonly LegCell[] =>
  legs.filter((leg) => leg.state === state)
