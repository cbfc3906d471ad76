/** The decision tables of the field notes, as data: what was seen, whether to trust, what to do next. */
import type { Place } from '../../model.ts'
import { inOrder } from '../../place.ts'
import { askedCells, isOpen, type Row, type Signal } from '../../verdict-model.ts'
import type { Evidence, Sighting, SignalRule } from '../evidence.ts'
import { CAUSES } from './causes.ts'
import { COMPARISONS } from './comparisons.ts'
import { DOUBTS } from './doubts.ts'

/** The most decisive first: causes, then what to mind, then what only shows that something is wrong. */
export const SIGNALS: readonly SignalRule[] = [...CAUSES, ...DOUBTS, ...COMPARISONS]

/** Several legs that say the same thing say it once. */
function signalsOf({ id, trust, find }: SignalRule, evidence: Evidence): Signal[] {
  const places = new Map<string, Sighting>()
  for (const sighting of find(evidence)) {
    const same = places.get(sighting.what)
    const all = inOrder([...(same?.places ?? []), ...sighting.places])
    places.set(sighting.what, { ...(same ?? sighting), places: all })
  }
  return [...places.values()].map((sighting) => ({ id, trust, ...sighting }))
}

/** Places with a cell that holds the gate up: what is said of them explains it. */
const openPlaces = (rows: readonly Row[]): Place[] =>
  askedCells(rows).flatMap(({ place, cell }) => (isOpen(cell) ? [place] : []))

/** In the order in which they help most; signals of places where all is well come last. */
export function findSignals(evidence: Evidence): readonly Signal[] {
  const open = openPlaces(evidence.rows)
  const isAside = ({ places }: Signal): number => (places.some((place) => open.includes(place)) ? 0 : 1)
  return SIGNALS.flatMap((rule) => signalsOf(rule, evidence)).sort((a, b) => isAside(a) - isAside(b))
}
