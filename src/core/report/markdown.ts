/** The report as GitHub-flavoured Markdown: a tree, serialised once; no string of Markdown is glued here. */
import type { BlockContent, Table } from 'mdast'
import { leftOutText } from '../judge/counts.ts'
import { PLACES } from '../model.ts'
import { reasonRow } from '../reasons.ts'
import { andMore } from '../text/words.ts'
import { type Cell, decidingLegs, type Row, type Verdict } from '../verdict-model.ts'
import { foldedParts, signalPart } from './details.ts'
import { details, list, paragraph, partOnce, table, type WrittenTexts, writeAll } from './nodes.ts'
import { holdingText, NOT_ASKED, probedFor, SYMBOL, tellCell, titlesOf, titleText, type Voice } from './phrases.ts'
import { chooseRows, FULL, foldTable, PARTS, type Plan } from './plan.ts'
import { headItems, type Line, nextLine, outside, standingLine, strong } from './sentences.ts'

export interface MarkdownOptions {
  /** Which check this is, where a pull request has several: the folder of its project. */
  readonly check?: string | undefined
  readonly voice?: Voice | undefined
  /** Path of the session notes, when they are there. */
  readonly notes?: string | undefined
  /** Where the whole report is, for reports that had to leave something out. */
  readonly fullReport?: string | undefined
}

const MAX_NAMED = 5

function headline(verdict: Verdict, { check, voice = 'own' }: MarkdownOptions): BlockContent[] {
  const title = [strong(titleText(verdict, voice)), ...(check === undefined ? [] : [' in ', outside(check, 100)])]
  const items = headItems(verdict, MAX_NAMED).map(
    ({ line, next }): Line => (next === undefined ? line : [...line, ' Mend it: ', outside(next)]),
  )
  const lines = [...items, ...(isFolded(verdict) ? [...older(verdict), ...leftOut(verdict)] : [])]
  return lines.length === 0 ? [paragraph(title)] : [paragraph(title), list(lines)]
}

/** A green of an earlier commit is no green of the head, and would not be seen in a folded table. */
const older = ({ signals }: Verdict): Line[] =>
  signals.filter(({ id }) => id === 'older-content').map(({ what }) => ['As far as it goes: ', outside(what)])

/** Who reviews sees what is left of the suite, said once: ci is the record. */
function leftOut({ places, rows }: Verdict): Line[] {
  const suite = rows.find(({ kind }) => kind === 'tests green')?.cells
  const [first] = places
    .toReversed()
    .flatMap(({ place, facts }) => (suite?.[place] && facts?.tests ? [{ place, tests: facts.tests }] : []))
    .filter(({ tests }) => leftOutText(tests) !== '')
  if (first === undefined) return []
  const { place, tests } = first
  return [['Not the whole suite: ', outside(`${place} executed ${tests.executed ?? 0}, ${leftOutText(tests)}`)]]
}

/** All is well: the table folds. */
const isFolded = ({ gate }: Verdict): boolean => gate.verdict === 'pass' && gate.unknown + gate.failing === 0

function tablePart(verdict: Verdict, plan: Plan, options: MarkdownOptions, written: WrittenTexts): BlockContent[] {
  const { open, holding } = foldTable(verdict, plan)
  const { shown, held, left } = chooseRows(open, plan)
  const missing = PARTS.filter((part) => !plan.parts.includes(part))
  const notes = [
    ...(held > 0 ? [`${holdingText(held)}.`] : []),
    ...(left > 0 ? [`${left} more rows do not fit here.`] : []),
    ...(missing.length > 0 ? [`Left out to fit: ${missing.join(', ')}.`] : []),
  ]
  const { fullReport } = options
  const where = fullReport === undefined ? [] : [' The whole report: ', outside(fullReport), '.']
  return [
    claimTable(shown, verdict, plan, written),
    ...(notes.length === 0 ? [] : [paragraph([notes.join(' '), ...where])]),
    ...(holding.length === 0
      ? []
      : details(holdingText(holding.length), [claimTable(holding, verdict, plan, written)])),
  ]
}

/** The report at the size of a plan. `written`: texts that all sizes of one verdict share. */
export function renderMarkdown(
  verdict: Verdict,
  options: MarkdownOptions = {},
  plan: Plan = FULL,
  written: WrittenTexts = new Map(),
): string {
  const { parts } = plan
  const table = tablePart(verdict, plan, options, written)
  const notes = options.notes === undefined ? [] : [paragraph(['Session notes: ', outside(options.notes)])]
  const folded = [...foldedParts(verdict, parts, written), ...notes]
  const signals = partOnce(written, `signals ${parts.includes('signals')}`, () => signalPart(verdict, parts))
  const head = headline(verdict, options)
  const standing = paragraph(standingLine(verdict))
  if (isFolded(verdict))
    return writeAll([...head, standing, ...details('Claim by place', [...table, ...signals, ...folded])])
  const next = nextLine(verdict)
  return writeAll([
    ...head,
    ...table,
    ...(next === undefined ? [] : [paragraph(next)]),
    ...signals,
    standing,
    ...folded,
  ])
}

const MAX_LEGS = 3

function legsLine(cell: Cell, plan: Plan): Line {
  const legs = decidingLegs(cell)
  return [
    ...legs.slice(0, MAX_LEGS).flatMap(({ leg }) => [' ', outside(leg, Math.max(plan.factLength, 20))]),
    andMore(legs.length - MAX_LEGS),
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
  if (repeats(cell, above)) return [`${SYMBOL[cell.state]} as above`, ...(cell.beside ? [' (not asked)'] : [])]
  const excused = cell.beside ? [' (not asked)'] : cell.explained === null ? [] : [' (explained)']
  return [SYMBOL[cell.state], ...reasonLine(cell, plan.factLength), ...legsLine(cell, plan), ...excused]
}

function claimTable(shown: readonly Row[], verdict: Verdict, plan: Plan, written: WrittenTexts): Table {
  const above: { [place: string]: Cell | undefined } = {}
  const rows = shown.map(({ kind, subject, cells }) => {
    const lines = PLACES.map((place) => cellLine(cells[place], above[place], plan))
    for (const place of PLACES) above[place] = cells[place] ?? above[place]
    return [[`${kind} `, outside(subject, plan.subjectLength)], [probedFor(kind, subject)], ...lines]
  })
  const columns = ['Claim in chat', 'Probe', ...PLACES.map((place) => titlesOf(verdict)[place])]
  return table([columns.map((title) => [title]), ...rows], written)
}
