/** The collapsed parts of a report: what mends each cell, what differs, and where the facts came from. */

import type { BlockContent } from 'mdast'
import { isOneThing, mendsOf, openCells } from '../advice/next-step.ts'
import { counted } from '../text/words.ts'
import type { AskedCell, PlaceReport, Verdict } from '../verdict-model.ts'
import { details, fence, list, partOnce, type WrittenTexts } from './nodes.ts'
import { CONTENT_LABEL, OPEN_SIGNALS, SYMBOL, titlesOf } from './phrases.ts'
import type { Part } from './plan.ts'
import {
  checksLine,
  differenceItem,
  FIX_LENGTH,
  firstItems,
  type Item,
  joined,
  type Line,
  outside,
  signalItems,
  staleItems,
  strong,
} from './sentences.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Entries of a collapsed list; the rest is counted. */
const MAX_ITEMS = 40
/** Cells named beside one fix. */
const MAX_CELLS = 6

/** Items as lines: `lead` stands before what answers each. */
const withNext = (items: readonly Item[], lead: string): Line[] =>
  items.map(({ line, next }) => (next === undefined ? line : [...line, lead, outside(next, FIX_LENGTH)]))

const folded = (title: string, items: readonly Item[], lead = ': '): BlockContent[] =>
  items.length === 0 ? [] : details(title, [list(withNext(items, lead))])

const cellName = ({ row, place, cell }: AskedCell, verdict: Verdict): Line => [
  `${SYMBOL[cell.state]} ${titlesOf(verdict)[place]}, ${row.kind} `,
  outside(row.subject, 60),
  ...(cell.explained === null ? [] : [', explained: ', outside(cell.explained)]),
]

function cellNames(cells: readonly AskedCell[], verdict: Verdict): Line {
  const [one] = cells
  if (one !== undefined && isOneThing(cells))
    return [`${SYMBOL[one.cell.state]} ${titlesOf(verdict)[one.place]}, ${cells.length} claims`]
  const names = firstItems(cells, MAX_CELLS, (open) => ({ line: cellName(open, verdict) }))
  return joined(
    names.map(({ line }) => line),
    '; ',
  )
}

const fixes = (verdict: Verdict): BlockContent[] => {
  const mends = firstItems(mendsOf(openCells(verdict.rows)), MAX_ITEMS, ({ fix, cells }) => ({
    line: cellNames(cells, verdict),
    next: fix,
  }))
  return folded('What mends each cell', mends)
}

const differences = (verdict: Verdict): BlockContent[] => {
  const items = firstItems(verdict.differences, MAX_ITEMS, (one) => differenceItem(one, verdict))
  return folded('Differences between the places', [...items, ...staleItems(verdict).slice(0, MAX_ITEMS)])
}

function diff(verdict: Verdict): BlockContent[] {
  const lines = unifiedDiff(verdict)
  return lines.length === 0 ? [] : details('Facts of the two places that disagree', [fence('diff', lines)])
}

/** The label may say itself what it is. */
const sourceWords = ({ kind, label }: NonNullable<PlaceReport['provenance']>): string =>
  kind === 'this-run' || label.startsWith(kind) ? ': ' : `: ${kind} `

function sourceLine(provenance: PlaceReport['provenance']): Line {
  if (provenance === null) return [': no file']
  const { label, edited, run, workflow, actor } = provenance
  return [
    ...[sourceWords(provenance), outside(label), ...(edited ? [', edited since'] : [])],
    ...(run === undefined || label.endsWith(` ${run}`) ? [] : [', run ', outside(run)]),
    ...(workflow === undefined ? [] : [' of ', outside(workflow)]),
    ...(actor === undefined ? [] : [' by ', outside(actor)]),
  ]
}

const placeLine = ({ place, leg, provenance, probeVersion, content, note }: PlaceReport, verdict: Verdict): Line => [
  ...[strong(titlesOf(verdict)[place]), ...(leg === null ? [] : [' ', outside(leg)])],
  ...sourceLine(provenance),
  ...(probeVersion === null ? [] : [', probe ', outside(probeVersion)]),
  `, ${CONTENT_LABEL[content]}`,
  ...(note === null ? [] : [', ', outside(note)]),
]

const provenance = (verdict: Verdict): BlockContent[] =>
  folded('Where the facts came from', [
    ...firstItems(verdict.places, MAX_ITEMS, (one) => ({ line: placeLine(one, verdict) })),
    ...firstItems(verdict.unused, MAX_ITEMS, ({ message }) => ({ line: ['Found and not used: ', outside(message)] })),
  ])

function signals(verdict: Verdict): BlockContent[] {
  const checks = checksLine(verdict)
  const items = withNext(signalItems(verdict.signals.slice(0, OPEN_SIGNALS), verdict), '. Next: ')
  const lines = checks === undefined ? items : [...items, checks]
  return lines.length === 0 ? [] : [list(lines)]
}

function moreSignals(verdict: Verdict): BlockContent[] {
  const more = signalItems(verdict.signals.slice(OPEN_SIGNALS), verdict)
  const shown = firstItems(more, MAX_ITEMS, (item) => item)
  return folded(counted(more.length, 'more signal'), shown, '. Next: ')
}

/** What stands open above the folded parts. */
export const signalPart = (verdict: Verdict, parts: readonly Part[]): BlockContent[] =>
  parts.includes('signals') ? signals(verdict) : []

/** The folded parts in the order in which they are read, each with the part that it belongs to. */
const FOLDED: readonly (readonly [Part, (verdict: Verdict) => BlockContent[]])[] = [
  ['fixes', fixes],
  ['signals', moreSignals],
  ['differences', differences],
  ['diff', diff],
  ['provenance', provenance],
]

export const foldedParts = (verdict: Verdict, parts: readonly Part[], written: WrittenTexts): BlockContent[] =>
  FOLDED.flatMap(([part, render]) => (parts.includes(part) ? partOnce(written, part, () => render(verdict)) : []))
