/** The collapsed parts of a report: what mends each cell, what differs, and where the facts came from. */
import type { BlockContent, PhrasingContent } from 'mdast'
import { type Difference, PLACES, type PlaceReport, type Verdict } from '../model.ts'
import { code, details, fence, joined, list, strong, words } from './nodes.ts'
import { mendsOf, type OpenCell, openCells } from './open-cells.ts'
import { CHECK_LABEL, CONTENT_LABEL, PLACE_TITLE, SYMBOL, TICK, trustLabel } from './phrases.ts'
import type { Part } from './plan.ts'
import { unifiedDiff } from './unified-diff.ts'
import { partOnce, type Written } from './written.ts'

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

function fixes(verdict: Verdict): BlockContent[] {
  const mends = mendsOf(openCells(verdict.rows))
  if (mends.length === 0) return []
  const items = capped(mends, MAX_ITEMS, ({ fix, cells }) => [
    ...joined(capped(cells, MAX_CELLS, cellName), '; '),
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

function placeItem({ place, leg, provenance, probeVersion, content, note }: PlaceReport): PhrasingContent[] {
  const source = provenance
    ? [
        words(`: ${provenance.kind} `),
        code(provenance.label),
        ...(provenance.edited ? [words(', edited since')] : []),
      ]
    : [words(': no file')]
  return [
    strong(PLACE_TITLE[place]),
    ...(leg === null ? [] : [words(' '), code(leg)]),
    ...source,
    ...(provenance?.run === undefined ? [] : [words(', run '), code(provenance.run)]),
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
    ...capped(unused, MAX_ITEMS, ({ message }) => [words('Found and not used: '), code(message)]),
  ]
  return items.length === 0 ? [] : details('Where the facts came from', [list(items)])
}

function signals(verdict: Verdict): BlockContent[] {
  const items = capped(verdict.signals, MAX_ITEMS, (signal) => {
    const places = signal.places.map((place) => PLACE_TITLE[place]).join(', ')
    const trust = trustLabel(signal.trust)
    return [
      strong(signal.id),
      words(` (${places}): `),
      code(signal.what),
      ...(trust === '' ? [] : [words(`, ${trust}`)]),
      words('. Next: '),
      code(signal.next, FIX_LENGTH),
    ]
  })
  const checks = verdict.checks.map(({ id, state }) => `${CHECK_LABEL[id]} ${TICK[state]}`)
  const line: PhrasingContent[][] =
    checks.length === 0 ? [] : [[words(`Before a patch is trusted: ${checks.join(' · ')}`)]]
  const all = [...items, ...line]
  return all.length === 0 ? [] : [list(all)]
}

const RENDER: { readonly [P in Part]: (verdict: Verdict) => BlockContent[] } = {
  signals,
  fixes,
  differences,
  diff,
  provenance,
}

/** What stands open above the folded parts. */
export const signalPart = (verdict: Verdict, parts: readonly Part[]): BlockContent[] =>
  parts.includes('signals') ? RENDER.signals(verdict) : []

export const foldedParts = (verdict: Verdict, parts: readonly Part[], written: Written): BlockContent[] =>
  (['fixes', 'differences', 'diff', 'provenance'] as const).flatMap((part) =>
    parts.includes(part) ? partOnce(written, part, () => RENDER[part](verdict)) : [],
  )
