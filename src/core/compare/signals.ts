/** The two decision tables of the field notes, as data: what was seen, whether to trust, what to do next. */
import { PLACES, type Signal } from '../model.ts'
import type { Seen, Sighting, SignalRule } from './seen.ts'
import { PLACE_SIGNALS } from './signals/place.ts'
import { RUNTIME_SIGNALS } from './signals/runtime.ts'
import { TESTS_SIGNALS } from './signals/tests.ts'

export const SIGNALS: readonly SignalRule[] = [...RUNTIME_SIGNALS, ...TESTS_SIGNALS, ...PLACE_SIGNALS]

/** Several legs, and several pairs of places, that say the same thing say it once. */
function signalsOf({ id, trust, find }: SignalRule, seen: Seen): Signal[] {
  const places = new Map<string, Sighting>()
  for (const sighting of find(seen)) {
    const same = places.get(sighting.what)
    const all = new Set([...(same?.places ?? []), ...sighting.places])
    places.set(sighting.what, { ...(same ?? sighting), places: PLACES.filter((place) => all.has(place)) })
  }
  return [...places.values()].map((sighting) => ({ id, trust, ...sighting }))
}

export const findSignals = (seen: Seen): readonly Signal[] => SIGNALS.flatMap((rule) => signalsOf(rule, seen))
