/** The collapsed parts of a report: what mends each cell, what differs, and where the facts came from. */
import type { BlockContent, PhrasingContent } from 'mdast'
import { isOneThing, mendsOf, type OpenCell, openCells } from '../advice/next-step.ts'
import { PLACES } from '../model.ts'
import type { Difference, PlaceReport, Signal, Verdict } from '../verdict-model.ts'
import { code, details, fence, joined, list, partOnce, strong, type Written, words } from './nodes.ts'
import { CONTENT_LABEL, checkTexts, OPEN_SIGNALS, PLACE_TITLE, SYMBOL, trustTexts } from './phrases.ts'
import type { Part } from './plan.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Entries of a collapsed list; the rest is counted. */
const MAX_ITEMS = 40
/** Cells named beside one fix. */
const MAX_CELLS = 6
const FIX_LENGTH = 600

function capped<T>(
  items: readonly T[],
  max: number,
  show: (item: T) => PhrasingContent[],
): PhrasingContent[][] {
  const shown = items.slice(0, max).map(show)
  const more = items.length - shown.length
  return more > 0 ? [...shown, [words(`and ${more} more`)]] : shown
}

const cellName = ({ row, place, cell }: OpenCell): PhrasingContent[] => [
  words(`${SYMBOL[cell.state]} ${PLACE_TITLE[place]}, ${row.kind} `),
  code(row.subject, 60),
  ...(cell.explained === null ? [] : [words(', explained: '), code(cell.explained)]),
]

const allCells = (cells: readonly OpenCell[]): PhrasingContent[] =>
  cells
    .slice(0, 1)
    .map(({ place, cell }) => words(`${SYMBOL[cell.state]} ${PLACE_TITLE[place]}, ${cells.length} claims`))

function fixes(verdict: Verdict): BlockContent[] {
  const mends = mendsOf(openCells(verdict.rows))
  if (mends.length === 0) return []
  const items = capped(mends, MAX_ITEMS, ({ fix, cells }) => [
    ...(isOneThing(cells) ? allCells(cells) : joined(capped(cells, MAX_CELLS, cellName), '; ')),
    words(': '),
    code(fix, FIX_LENGTH),
  ])
  return details('What mends each cell', [list(items)])
}

const differenceStatus = ({ counted, explained }: Difference): PhrasingContent[] => {
  if (!counted) return [words(', context')]
  return explained === null ? [words(', '), strong('unexplained')] : [words(', explained: '), code(explained)]
}

function differenceItem(difference: Difference): PhrasingContent[] {
  const values = PLACES.flatMap((place) => {
    const value = difference.values[place]
    return value === undefined ? [] : [[words(`${PLACE_TITLE[place]} `), code(value)]]
  })
  return [code(difference.key), words(': '), ...joined(values, ', '), ...differenceStatus(difference)]
}

function differences(verdict: Verdict): BlockContent[] {
  const stale = verdict.staleExplanations.map((key) => [words('explains nothing any more: '), code(key)])
  const items = [...capped(verdict.differences, MAX_ITEMS, differenceItem), ...stale.slice(0, MAX_ITEMS)]
  return items.length === 0 ? [] : details('Differences between the places', [list(items)])
}

function diff(verdict: Verdict): BlockContent[] {
  const lines = unifiedDiff(verdict)
  return lines.length === 0 ? [] : details('Facts of the two places that disagree', [fence('diff', lines)])
}

/** The label may say itself what it is. */
const sourceWords = ({ kind, label }: NonNullable<PlaceReport['provenance']>): string =>
  kind === 'this-run' || label.startsWith(kind) ? ': ' : `: ${kind} `

function placeItem({ place, leg, provenance, probeVersion, content, note }: PlaceReport): PhrasingContent[] {
  const source = provenance
    ? [
        words(sourceWords(provenance)),
        code(provenance.label),
        ...(provenance.edited ? [words(', edited since')] : []),
      ]
    : [words(': no file')]
  return [
    strong(PLACE_TITLE[place]),
    ...(leg === null ? [] : [words(' '), code(leg)]),
    ...source,
    ...(provenance?.run === undefined || provenance.label.endsWith(` ${provenance.run}`)
      ? []
      : [words(', run '), code(provenance.run)]),
    ...(provenance?.workflow === undefined ? [] : [words(' of '), code(provenance.workflow)]),
    ...(provenance?.actor === undefined ? [] : [words(' by '), code(provenance.actor)]),
    ...(probeVersion === null ? [] : [words(', probe '), code(probeVersion)]),
    words(`, ${CONTENT_LABEL[content]}`),
    ...(note === null ? [] : [words(', '), code(note)]),
  ]
}

function provenance({ places, unused }: Verdict): BlockContent[] {
  const items = [
    ...capped(places, MAX_ITEMS, placeItem),
    ...capped(unused, MAX_ITEMS, ({ message, fix }) => [
      words('Found and not used: '),
      code(message),
      ...(fix === undefined ? [] : [words(': '), code(fix, FIX_LENGTH)]),
    ]),
  ]
  return items.length === 0 ? [] : details('Where the facts came from', [list(items)])
}

type Advised = readonly [Signal, string]

const advised = (signals: readonly Signal[]): Advised[] => {
  const trusts = trustTexts(signals)
  return signals.map((signal, index) => [signal, trusts[index] ?? ''])
}

function signalItem([signal, trust]: Advised): PhrasingContent[] {
  return [
    strong(signal.id),
    words(': '),
    code(signal.what),
    ...(trust === '' ? [] : [words(`; ${trust}`)]),
    words('. Next: '),
    code(signal.next, FIX_LENGTH),
  ]
}

function signals(verdict: Verdict): BlockContent[] {
  const items = advised(verdict.signals.slice(0, OPEN_SIGNALS)).map(signalItem)
  const said = checkTexts(verdict)
  const line = said.length === 0 ? [] : [[words(`Before a patch is trusted: ${said.join(' · ')}`)]]
  return items.length + line.length === 0 ? [] : [list([...items, ...line])]
}

function moreSignals({ signals: all }: Verdict): BlockContent[] {
  const more = all.slice(OPEN_SIGNALS)
  const title = more.length === 1 ? '1 more signal' : `${more.length} more signals`
  return more.length === 0 ? [] : details(title, [list(capped(advised(more), MAX_ITEMS, signalItem))])
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

export const foldedParts = (verdict: Verdict, parts: readonly Part[], written: Written): BlockContent[] =>
  FOLDED.flatMap(([part, render]) =>
    parts.includes(part) ? partOnce(written, part, () => render(verdict)) : [],
  )
