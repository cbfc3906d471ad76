/** The table of a report: claim by place, exactly five columns. */
import type { PhrasingContent, Table } from 'mdast'
import { type Cell, PLACES, type Row } from '../model.ts'
import { REASONS, type Reason } from '../reasons.ts'
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

/** Reasons whose fact only says them again. */
const SELF_EVIDENT: readonly Reason[] = ['NO_PROBE', 'MISSING_LEG']

/** Reasons whose fact is a sentence that says it all. */
const FACT_IS_ENOUGH: readonly Reason[] = [
  'UNSET',
  'NOT_IN_TEST_PROCESS',
  'VALUE_DIFFERS',
  'MISSING',
  'ABSENT',
  'UNREADABLE',
  'READABLE_BY_OTHERS',
  'UNREADABLE_PARENT',
  'NOT_IGNORED',
  'NO_MODES',
  'CANARY_LOST',
  'EPHEMERAL_RUNNER',
  'FIRST_VISIT',
  'SAME_SESSION',
  'FAILED',
  'NOTHING_EXECUTED',
  'NO_RECORD',
]

/** The reason's words, the fact, or both: whatever says most in one glance. */
function saysWhat({ state, reason, fact }: Cell, length: number): PhrasingContent[] {
  const { text } = REASONS[reason]
  if (fact === '' || length === 0 || SELF_EVIDENT.includes(reason)) return [words(` ${text}`)]
  const both = state !== 'holds' && !FACT_IS_ENOUGH.includes(reason)
  return [words(both ? ` ${text}: ` : ' '), code(fact, length)]
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
