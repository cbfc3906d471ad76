/** The table of a report: claim by place, exactly five columns. */
import type { Table } from 'mdast'
import { decidingLegs } from '../cells.ts'
import { PLACES } from '../model.ts'
import { reasonRow } from '../reasons.ts'
import type { Cell, Row } from '../verdict-model.ts'
import { table, type Written } from './nodes.ts'
import { COLUMNS, NOT_ASKED, probedFor, SYMBOL, tellCell } from './phrases.ts'
import type { Plan } from './plan.ts'
import { type Line, outside } from './sentences.ts'

const MAX_LEGS = 3

function legsLine(cell: Cell, plan: Plan): Line {
  const legs = decidingLegs(cell)
  const more = legs.length - MAX_LEGS
  return [
    ...legs.slice(0, MAX_LEGS).flatMap(({ leg }) => [' ', outside(leg, Math.max(plan.factLength, 20))]),
    ...(more > 0 ? [` and ${more} more`] : []),
  ]
}

/** The reason's words, the fact, or both. */
function reasonLine(cell: Cell, length: number): Line {
  const { words, fact } = tellCell(cell)
  if (fact === null || length === 0) return [` ${words ?? reasonRow(cell.reason).text}`]
  return [words === null ? ' ' : ` ${words}: `, outside(fact, length)]
}

/** What is wrong with a whole place is said in the first row that has it. */
const repeats = (cell: Cell, above: Cell | undefined): boolean =>
  reasonRow(cell.reason).scope === 'place' &&
  cell.reason === above?.reason &&
  cell.fact === above.fact &&
  JSON.stringify(cell.legs) === JSON.stringify(above.legs)

function cellLine(cell: Cell | null, above: Cell | undefined, plan: Plan): Line {
  if (cell === null) return [NOT_ASKED]
  if (repeats(cell, above)) return [`${SYMBOL[cell.state]} as above`]
  const excused = cell.explained === null ? [] : [' (explained)']
  return [SYMBOL[cell.state], ...reasonLine(cell, plan.factLength), ...legsLine(cell, plan), ...excused]
}

export function claimTable(shown: readonly Row[], plan: Plan, written: Written): Table {
  const above: { [place: string]: Cell | undefined } = {}
  const rows = shown.map(({ kind, subject, cells }) => {
    const lines = PLACES.map((place) => cellLine(cells[place], above[place], plan))
    for (const place of PLACES) above[place] = cells[place] ?? above[place]
    return [[`${kind} `, outside(subject, plan.subjectLength)], [probedFor(kind, subject)], ...lines]
  })
  return table([COLUMNS.map((title) => [title]), ...rows], written)
}
