/** The table of a report: claim by place, exactly five columns. */
import type { PhrasingContent, Table } from 'mdast'
import { type Cell, PLACES, type Row } from '../model.ts'
import { REASONS } from '../reasons.ts'
import { tellCell } from './cell-words.ts'
import { code, row, table, words } from './nodes.ts'
import { COLUMNS, NOT_ASKED, probedFor, SYMBOL } from './phrases.ts'
import type { Plan } from './plan.ts'
import { cellOnce, type Written } from './written.ts'

const MAX_LEGS = 3

function legsText(cell: Cell, plan: Plan): PhrasingContent[] {
  const names = cell.legs
    .slice(0, MAX_LEGS)
    .flatMap(({ leg }) => [words(' '), code(leg, Math.max(plan.factLength, 20))])
  const more = cell.legs.length - MAX_LEGS
  return more > 0 ? [...names, words(` and ${more} more`)] : names
}

/** The reason's words, the fact, or both. */
function saysWhat(cell: Cell, length: number): PhrasingContent[] {
  const { words: said, fact } = tellCell(cell)
  if (said !== null && (fact === null || length === 0)) return [words(` ${said}`)]
  if (length === 0) return [words(` ${REASONS[cell.reason].text}`)]
  return [words(said === null ? ' ' : ` ${said}: `), code(fact ?? '', length)]
}

function cellContent(cell: Cell | null, plan: Plan): PhrasingContent[] {
  if (cell === null) return [words(NOT_ASKED)]
  const excused = cell.explained === null ? [] : [words(' (explained)')]
  return [words(SYMBOL[cell.state]), ...saysWhat(cell, plan.factLength), ...legsText(cell, plan), ...excused]
}

const claimRow = (one: Row, plan: Plan, written: Written) =>
  row(
    [
      [words(`${one.kind} `), code(one.subject, plan.subjectLength)],
      [words(probedFor(one.kind, one.subject))],
      ...PLACES.map((place) => cellContent(one.cells[place], plan)),
    ].map((cell) => cellOnce(written, cell)),
  )

export const claimTable = (shown: readonly Row[], plan: Plan, written: Written): Table =>
  table(
    COLUMNS,
    shown.map((one) => claimRow(one, plan, written)),
  )
