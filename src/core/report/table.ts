/** The table of a report: claim by place, exactly five columns. */
import type { PhrasingContent, Table } from 'mdast'
import { decidingLegs } from '../cells.ts'
import { PLACES, type Place } from '../model.ts'
import { reasonRow } from '../reasons.ts'
import type { Cell, Row } from '../verdict-model.ts'
import { cellOnce, code, row, table, type Written, words } from './nodes.ts'
import { COLUMNS, NOT_ASKED, probedFor, SYMBOL, tellCell } from './phrases.ts'
import type { Plan } from './plan.ts'

const MAX_LEGS = 3

function legsText(cell: Cell, plan: Plan): PhrasingContent[] {
  const legs = decidingLegs(cell)
  const names = legs
    .slice(0, MAX_LEGS)
    .flatMap(({ leg }) => [words(' '), code(leg, Math.max(plan.factLength, 20))])
  const more = legs.length - MAX_LEGS
  return more > 0 ? [...names, words(` and ${more} more`)] : names
}

/** The reason's words, the fact, or both. */
function saysWhat(cell: Cell, length: number): PhrasingContent[] {
  const { words: said, fact } = tellCell(cell)
  if (said !== null && (fact === null || length === 0)) return [words(` ${said}`)]
  if (length === 0) return [words(` ${reasonRow(cell.reason).text}`)]
  return [words(said === null ? ' ' : ` ${said}: `), code(fact ?? '', length)]
}

/** `above`: the cell of that place in the row before, as far as one was asked. */
function repeats(cell: Cell, above: Cell | undefined): boolean {
  if (above === undefined || reasonRow(cell.reason).scope !== 'place') return false
  return cell.reason === above.reason && cell.fact === above.fact && same(cell.legs, above.legs)
}

const same = (a: Cell['legs'], b: Cell['legs']): boolean => JSON.stringify(a) === JSON.stringify(b)

function cellContent(cell: Cell | null, above: Cell | undefined, plan: Plan): PhrasingContent[] {
  if (cell === null) return [words(NOT_ASKED)]
  if (repeats(cell, above)) return [words(`${SYMBOL[cell.state]} as above`)]
  const excused = cell.explained === null ? [] : [words(' (explained)')]
  return [words(SYMBOL[cell.state]), ...saysWhat(cell, plan.factLength), ...legsText(cell, plan), ...excused]
}

type Above = Map<Place, Cell>

function claimRow(one: Row, above: Above, plan: Plan, written: Written) {
  const cells = PLACES.map((place) => cellContent(one.cells[place], above.get(place), plan))
  for (const place of PLACES) {
    const cell = one.cells[place]
    if (cell !== null) above.set(place, cell)
  }
  return row(
    [
      [words(`${one.kind} `), code(one.subject, plan.subjectLength)],
      [words(probedFor(one.kind, one.subject))],
      ...cells,
    ].map((cell) => cellOnce(written, cell)),
  )
}

export function claimTable(shown: readonly Row[], plan: Plan, written: Written): Table {
  const above: Above = new Map()
  return table(
    COLUMNS,
    shown.map((one) => claimRow(one, above, plan, written)),
  )
}
