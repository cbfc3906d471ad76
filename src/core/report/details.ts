/** The collapsed parts of a report: what mends each cell, what differs, and where the facts came from. */

import type { BlockContent } from 'mdast'
import { isOneThing, mendsOf, openCells } from '../advice/next-step.ts'
import { counted } from '../text/words.ts'
import type { AskedCell, PlaceReport, Verdict } from '../verdict-model.ts'
import { details, fence, list, partOnce, type WrittenTexts } from './nodes.ts'
import { CONTENT_LABEL, OPEN_SIGNALS, PLACE_TITLE, SYMBOL } from './phrases.ts'
import type { Part } from './plan.ts'
import {
  checksLine,
  differenceItem,
  FIX_LENGTH,
  firstFew,
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

const cellName = ({ row, place, cell }: AskedCell): Line => [
  `${SYMBOL[cell.state]} ${PLACE_TITLE[place]}, ${row.kind} `,
  outside(row.subject, 60),
  ...(cell.explained === null ? [] : [', explained: ', outside(cell.explained)]),
]

function cellNames(cells: readonly AskedCell[]): Line {
  const [one] = cells
  if (one !== undefined && isOneThing(cells))
    return [`${SYMBOL[one.cell.state]} ${PLACE_TITLE[one.place]}, ${cells.length} claims`]
  const names = firstFew(cells, MAX_CELLS, (open) => ({ line: cellName(open) }))
  return joined(
    names.map(({ line }) => line),
    '; ',
  )
}

const fixes = ({ rows }: Verdict): BlockContent[] => {
  const mends = firstFew(mendsOf(openCells(rows)), MAX_ITEMS, ({ fix, cells }) => ({
    line: cellNames(cells),
    next: fix,
  }))
  return folded('What mends each cell', mends)
}

const differences = (verdict: Verdict): BlockContent[] => {
  const items = firstFew(verdict.differences, MAX_ITEMS, differenceItem)
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

const placeLine = ({ place, leg, provenance, probeVersion, content, note }: PlaceReport): Line => [
  ...[strong(PLACE_TITLE[place]), ...(leg === null ? [] : [' ', outside(leg)])],
  ...sourceLine(provenance),
  ...(probeVersion === null ? [] : [', probe ', outside(probeVersion)]),
  `, ${CONTENT_LABEL[content]}`,
  ...(note === null ? [] : [', ', outside(note)]),
]

const provenance = ({ places, unused }: Verdict): BlockContent[] =>
  folded('Where the facts came from', [
    ...firstFew(places, MAX_ITEMS, (one) => ({ line: placeLine(one) })),
    ...firstFew(unused, MAX_ITEMS, ({ message, fix }) => ({
      line: ['Found and not used: ', outside(message)],
      next: fix,
    })),
  ])

function signals(verdict: Verdict): BlockContent[] {
  const checks = checksLine(verdict)
  const items = withNext(signalItems(verdict.signals.slice(0, OPEN_SIGNALS)), '. Next: ')
  const lines = checks === undefined ? items : [...items, checks]
  return lines.length === 0 ? [] : [list(lines)]
}

function moreSignals({ signals: all }: Verdict): BlockContent[] {
  const more = signalItems(all.slice(OPEN_SIGNALS))
  const shown = firstFew(more, MAX_ITEMS, (item) => item)
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
