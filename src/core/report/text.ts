/** The report for a terminal: a table, then every open cell with what mends it. */
import { isOneThing, mendsOf, openCells } from '../advice/next-step.ts'
import { PLACES, type State } from '../model.ts'
import { reasonRow } from '../reasons.ts'
import { forTerminal } from '../text/escape.ts'
import { padded, shortened } from '../text/terminal-width.ts'
import { type AskedCell, askedCells, type Cell, decidingLegs, type Verdict } from '../verdict-model.ts'
import { holdingText, NOT_ASKED, OPEN_SIGNALS, TICK, tellCell, titlesOf, titleText, type Voice } from './phrases.ts'
import { foldTable } from './plan.ts'
import {
  checksLine,
  differenceItem,
  FIX_LENGTH,
  headItems,
  type Item,
  type Line,
  nextLine,
  outside,
  signalItems,
  staleItems,
  standingLine,
} from './sentences.ts'

interface TextOptions {
  /** Columns of the terminal; at least 60 are used. */
  readonly width?: number
  readonly colour?: boolean
  readonly voice?: Voice
}

const ESCAPE = '\u001b['
const RESET = `${ESCAPE}0m`
const COLOUR: { readonly [S in State]: string } = {
  holds: `${ESCAPE}32m`,
  fails: `${ESCAPE}31m`,
  unknown: `${ESCAPE}33m`,
}

interface Pen {
  readonly width: number
  readonly titles: ReturnType<typeof titlesOf>
  paint(state: State, text: string): string
  /** A line as text; a string from outside is one harmless line. */
  write(line: Line): string
}

function penOf(verdict: Verdict, { width = 80, colour = false }: TextOptions): Pen {
  const paint = (code: string, text: string): string => (colour ? `${code}${text}${RESET}` : text)
  return {
    width: Math.max(60, width),
    titles: titlesOf(verdict),
    paint: (state, text) => paint(COLOUR[state], text),
    write: (line) =>
      line
        .map((span) => {
          if (typeof span === 'string') return span
          return 'outside' in span ? forTerminal(span.outside, span.max) : paint(`${ESCAPE}1m`, span.strong)
        })
        .join(''),
  }
}

const GAP = '  '

const cellText = (cell: Cell | null): string => {
  if (cell === null) return NOT_ASKED
  const word = cell.reason === 'GREEN_EARLIER' ? 'earlier' : cell.state
  const text = `${TICK[cell.state]} ${word}${cell.explained === null ? '' : '*'}`
  return cell.beside ? `(${text})` : text
}

function table(verdict: Verdict, pen: Pen): string[] {
  const titles = PLACES.map((place) => pen.titles[place].replace(/ \(.*/, ''))
  const placeWidth = Math.max(11, ...titles.map(({ length }) => length))
  const claimWidth = pen.width - PLACES.length * (placeWidth + GAP.length)
  const line = (claim: string, cells: readonly string[]): string =>
    [padded(shortened(claim, claimWidth), claimWidth), ...cells].join(GAP).trimEnd()
  const head = line(
    'Claim in chat',
    titles.map((title) => padded(title, placeWidth)),
  )
  const rule = '-'.repeat(pen.width)
  const { open, holding } = foldTable(verdict)
  const rows = open.map(({ kind, subject, cells }) => {
    const shown = PLACES.map((place) => {
      const cell = cells[place]
      const text = padded(cellText(cell), placeWidth)
      return cell === null ? text : pen.paint(cell.state, text)
    })
    return line(`${kind}: ${forTerminal(subject)}`, shown)
  })
  const rest = holding.length === 0 ? [] : [holdingText(holding.length)]
  return [pen.write([{ strong: head }]), rule, ...rows, rule, ...rest]
}

const mark = ({ place, cell: { state } }: AskedCell, pen: Pen): string =>
  pen.paint(state, `${TICK[state]} ${pen.titles[place]}`)

function openLine(open: AskedCell, pen: Pen): string {
  const { row, cell } = open
  const legs = decidingLegs(cell).map(({ leg }) => forTerminal(leg, 40))
  const { words, fact } = tellCell(cell)
  return pen.write([
    `${mark(open, pen)}, ${row.kind}: `,
    ...[outside(row.subject, 80), legs.length === 0 ? ': ' : ` [${legs.join(', ')}]: `],
    ...[words ?? '', words === null || fact === null ? '' : ': ', outside(fact ?? '')],
    ...(cell.explained === null ? [] : ['; * explained: ', outside(cell.explained)]),
  ])
}

/** The same reason in every claim of a place is said once. */
function openLines(cells: readonly AskedCell[], pen: Pen): string[] {
  const [one] = cells
  if (one === undefined || !isOneThing(cells)) return cells.map((open) => openLine(open, pen))
  return [`${mark(one, pen)}, ${cells.length} claims: ${reasonRow(one.cell.reason).text}`]
}

/** What a green rests on: how many ran, of which commit, what was left out. */
const greens = ({ rows }: Verdict, pen: Pen): string[] =>
  askedCells(rows)
    .filter(({ row, cell }) => row.kind === 'tests green' && cell.state === 'holds')
    .map((green) => openLine(green, pen))

const mends = ({ rows }: Verdict, pen: Pen): string[] =>
  mendsOf(openCells(rows)).flatMap(({ fix, cells }) => [
    '',
    ...openLines(cells, pen),
    `  -> ${forTerminal(fix, FIX_LENGTH)}`,
  ])

/** Items below a title, each with what answers it on a line of its own. */
const section = (title: string, items: readonly Item[], pen: Pen): string[] =>
  items.length === 0 ? [] : ['', title, ...itemLines(items, pen)]

const itemLines = (items: readonly Item[], pen: Pen): string[] =>
  items.flatMap(({ line, next }) => [
    `  ${pen.write(line)}`,
    ...(next === undefined ? [] : [`    -> ${forTerminal(next, FIX_LENGTH)}`]),
  ])

function signals(verdict: Verdict, pen: Pen): string[] {
  const all = verdict.signals
  const more = all.slice(OPEN_SIGNALS).map(({ id, places }) => `${id} (${places.join(', ')})`)
  const rest = more.length === 0 ? [] : [{ line: [`and ${more.length} more: ${more.join(', ')}`] }]
  return section('Signals', [...signalItems(all.slice(0, OPEN_SIGNALS), verdict), ...rest], pen)
}

const differences = (verdict: Verdict, pen: Pen): string[] => {
  const counted = verdict.differences.filter((one) => one.counted).map((one) => differenceItem(one, verdict))
  return section('Differences', [...counted, ...staleItems(verdict)], pen)
}

/** Plain lines of text; colour only when asked for. */
export function renderText(verdict: Verdict, options: TextOptions = {}): string {
  const pen = penOf(verdict, options)
  const alone = (line: Line | undefined): string[] => (line === undefined ? [] : ['', pen.write(line)])
  const state = verdict.gate.verdict === 'pass' ? 'holds' : 'fails'
  const title = pen.paint(state, titleText(verdict, options.voice ?? 'own'))
  const lines = [
    title,
    ...itemLines(headItems(verdict), pen),
    '',
    ...table(verdict, pen),
    ...greens(verdict, pen),
    ...alone(nextLine(verdict)),
    ...mends(verdict, pen),
    ...differences(verdict, pen),
    ...signals(verdict, pen),
    ...alone(checksLine(verdict)),
    ...alone(standingLine(verdict)),
  ]
  return `${lines.join('\n')}\n`
}
