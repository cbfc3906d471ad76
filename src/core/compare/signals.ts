/** The two decision tables of the field notes, as data: what was seen, whether to trust, what to do next. */
import type { Signal } from '../model.ts'
import type { Seen, SignalRule } from './seen.ts'
import { PLACE_SIGNALS } from './signals/place.ts'
import { RUNTIME_SIGNALS } from './signals/runtime.ts'
import { TESTS_SIGNALS } from './signals/tests.ts'

export const SIGNALS: readonly SignalRule[] = [...RUNTIME_SIGNALS, ...TESTS_SIGNALS, ...PLACE_SIGNALS]

/** Each signal at most once for the same places: several legs say the same thing. */
function signalsOf(rule: SignalRule, seen: Seen): Signal[] {
  const { id, trust } = rule
  const byPlaces = new Map(rule.find(seen).map((sighting) => [sighting.places.join(), sighting]))
  return [...byPlaces.values()].map((sighting) => ({ id, trust, ...sighting }))
}

export const findSignals = (seen: Seen): readonly Signal[] => SIGNALS.flatMap((rule) => signalsOf(rule, seen))
