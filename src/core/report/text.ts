/** The report for a terminal: a table, then every open cell with what mends it. */

import { isOneThing, mendsOf, nextStep, type OpenCell, openCells, stepText } from '../advice/next-step.ts'
import { decidingLegs } from '../cells.ts'
import { PLACES, type State } from '../model.ts'
import { reasonRow } from '../reasons.ts'
import { forTerminal } from '../text/escape.ts'
import { padded, shortened } from '../text/terminal-width.ts'
import type { Cell, Verdict } from '../verdict-model.ts'
import {
  checkTexts,
  holdingText,
  NOT_ASKED,
  OPEN_SIGNALS,
  PLACE_TITLE,
  TICK,
  tellCell,
  titleText,
  trustTexts,
  type Voice,
} from './phrases.ts'
import { foldTable } from './plan.ts'

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
  paint(state: State, text: string): string
  bold(text: string): string
}

function penOf({ width = 80, colour = false }: TextOptions): Pen {
  const paint = (code: string, text: string): string => (colour ? `${code}${text}${RESET}` : text)
  return {
    width: Math.max(60, width),
    paint: (state, text) => paint(COLOUR[state], text),
    bold: (text) => paint(`${ESCAPE}1m`, text),
  }
}

const PLACE_WIDTH = 11
const GAP = '  '

const cellText = (cell: Cell | null): string => {
  if (cell === null) return NOT_ASKED
  return `${TICK[cell.state]} ${cell.state}${cell.explained === null ? '' : '*'}`
}

function table(verdict: Verdict, pen: Pen): string[] {
  const claimWidth = pen.width - PLACES.length * (PLACE_WIDTH + GAP.length)
  const line = (claim: string, cells: readonly string[]): string =>
    [padded(shortened(claim, claimWidth), claimWidth), ...cells].join(GAP).trimEnd()
  const head = line(
    'Claim in chat',
    PLACES.map((place) => padded(PLACE_TITLE[place], PLACE_WIDTH)),
  )
  const rule = '-'.repeat(pen.width)
  const { open, holding } = foldTable(verdict)
  const rows = open.map(({ kind, subject, cells }) => {
    const shown = PLACES.map((place) => {
      const cell = cells[place]
      const text = padded(cellText(cell), PLACE_WIDTH)
      return cell === null ? text : pen.paint(cell.state, text)
    })
    return line(`${kind}: ${forTerminal(subject)}`, shown)
  })
  const rest = holding.length === 0 ? [] : [holdingText(holding.length)]
  return [pen.bold(head), rule, ...rows, rule, ...rest]
}

function openLine({ row, place, cell }: OpenCell, pen: Pen): string {
  const deciding = decidingLegs(cell)
  const legs = deciding.length === 0 ? '' : ` [${deciding.map(({ leg }) => forTerminal(leg, 40)).join(', ')}]`
  const mark = pen.paint(cell.state, `${TICK[cell.state]} ${PLACE_TITLE[place]}`)
  const { words, fact } = tellCell(cell)
  const said = [words, fact === null ? null : forTerminal(fact)].filter((part) => part !== null).join(': ')
  const excused = cell.explained === null ? '' : `; * explained: ${forTerminal(cell.explained)}`
  return `${mark}, ${row.kind}: ${forTerminal(row.subject, 80)}${legs}: ${said}${excused}`
}

/** The same reason in every claim of a place is said once. */
function allLine(cells: readonly OpenCell[], pen: Pen): string {
  const [one] = cells
  if (one === undefined) return ''
  const { state, reason } = one.cell
  const mark = pen.paint(state, `${TICK[state]} ${PLACE_TITLE[one.place]}`)
  return `${mark}, ${cells.length} claims: ${reasonRow(reason).text}`
}

/** What a green rests on: how many ran, of which commit, what was left out. */
const greens = ({ rows }: Verdict, pen: Pen): string[] =>
  rows
    .filter(({ kind }) => kind === 'tests green')
    .flatMap((row) =>
      PLACES.flatMap((place) => {
        const cell = row.cells[place]
        return cell?.state === 'holds' ? [openLine({ row, place, cell }, pen)] : []
      }),
    )

const mends = (verdict: Verdict, pen: Pen): string[] =>
  mendsOf(openCells(verdict.rows)).flatMap(({ fix, cells }) => [
    '',
    ...(isOneThing(cells) ? [allLine(cells, pen)] : cells.map((open) => openLine(open, pen))),
    `  -> ${forTerminal(fix, 800)}`,
  ])

function next(verdict: Verdict, pen: Pen): string[] {
  const step = nextStep(verdict)
  if (step === null) return []
  const whose = step.place === null ? '' : `, ${PLACE_TITLE[step.place]}`
  return ['', `${pen.bold(`Next step${whose}`)}${stepText(step)}: ${forTerminal(step.text, 800)}`]
}

function differences(verdict: Verdict): string[] {
  const lines = verdict.differences
    .filter(({ counted }) => counted)
    .map(({ key, values, explained }) => {
      const said = PLACES.flatMap((place) => {
        const value = values[place]
        return value === undefined ? [] : [`${place} ${forTerminal(value, 80)}`]
      })
      return `  ${forTerminal(key)}: ${said.join(', ')}; ${explained === null ? 'unexplained' : `explained: ${forTerminal(explained)}`}`
    })
  const stale = verdict.staleExplanations.map((key) => `  explains nothing any more: ${forTerminal(key)}`)
  return lines.length + stale.length === 0 ? [] : ['', 'Differences', ...lines, ...stale]
}

function signals(verdict: Verdict): string[] {
  const open = verdict.signals.slice(0, OPEN_SIGNALS)
  const trusts = trustTexts(open)
  const lines = open.flatMap((signal, index) => {
    const advice = trusts[index] ?? ''
    return [
      `  ${signal.id}: ${forTerminal(signal.what)}${advice === '' ? '' : `; ${advice}`}`,
      `    -> ${forTerminal(signal.next, 800)}`,
    ]
  })
  const more = verdict.signals.slice(OPEN_SIGNALS).map(({ id, places }) => `${id} (${places.join(', ')})`)
  if (more.length > 0) lines.push(`  and ${more.length} more: ${more.join(', ')}`)
  const checks = checkTexts(verdict)
  const line = checks.length === 0 ? [] : ['', `Before a patch is trusted: ${checks.join(', ')}`]
  return [...(lines.length === 0 ? [] : ['', 'Signals', ...lines]), ...line]
}

function headline(verdict: Verdict, pen: Pen, voice: Voice): string[] {
  const state = verdict.gate.verdict === 'pass' ? 'holds' : 'fails'
  const loosened = verdict.loosened.map(({ what, key }) => `  loosened gate: ${what} ${forTerminal(key)}`)
  const faults = verdict.faults.flatMap(({ where, message, fix }) => [
    `  fault in ${forTerminal(where, 60)}: ${forTerminal(message)}`,
    ...(fix === undefined ? [] : [`    -> ${forTerminal(fix, 800)}`]),
  ])
  const blocks = verdict.gate.blocks.map(({ text }) => `  ${text}`)
  const redacted = (verdict.redacted ?? [])
    .slice(0, 5)
    .map(
      ({ kind, where }) =>
        `  secret taken out: ${forTerminal(where)} held what looks like one (${kind}); revoke it`,
    )
  return [pen.paint(state, titleText(verdict, voice)), ...blocks, ...loosened, ...faults, ...redacted, '']
}

/** Plain lines of text; colour only when asked for. Everything from outside is one harmless line. */
export function renderText(verdict: Verdict, options: TextOptions = {}): string {
  const pen = penOf(options)
  const lines = [
    ...headline(verdict, pen, options.voice ?? 'own'),
    ...table(verdict, pen),
    ...greens(verdict, pen),
    ...next(verdict, pen),
    ...mends(verdict, pen),
    ...differences(verdict),
    ...signals(verdict),
    '',
    `Asked: ${verdict.asked.places.join(', ') || 'no place'}; ${forTerminal(verdict.asked.why)}. Not asked: ${verdict.gate.notAsked} ${verdict.gate.notAsked === 1 ? 'cell' : 'cells'}.`,
  ]
  return `${lines.join('\n')}\n`
}
