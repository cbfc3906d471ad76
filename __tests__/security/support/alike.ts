/**
 * The same verdict with a harmless string for each that came from outside; equal ones stay equal. Where files came
 * from stays: reports look into it, and the test that fuzzes made it itself.
 */
import type { Cell, PlaceReport, Verdict } from '../../../src/core/verdict-model.ts'

type Say = (text: string) => string

export function harmlessly(verdict: Verdict): Verdict {
  const known = new Map<string, string>([['', '']])
  const say: Say = (text) => {
    const found = known.get(text) ?? `h${known.size}`.padEnd(Math.min(text.length, 400), 'x')
    known.set(text, found)
    return found
  }
  return {
    ...verdict,
    rows: verdict.rows.map(({ kind, subject, cells: { local, box, ci } }) => ({
      kind,
      subject: say(subject),
      cells: { local: sayCell(local, say), box: sayCell(box, say), ci: sayCell(ci, say) },
    })),
    places: verdict.places.map((place) => sayPlace(place, say)),
    differences: verdict.differences.map((one) => sayAll(one, say, ['counted'])),
    staleExplanations: verdict.staleExplanations.map(say),
    signals: verdict.signals.map((one) => ({ ...one, what: say(one.what), next: say(one.next) })),
    loosened: verdict.loosened.map(({ what, key }) => ({ what, key: say(key) })),
    faults: verdict.faults.map((one) => sayAll(one, say)),
    unused: verdict.unused.map(({ place, message }) => ({ place, message: say(message) })),
    asked: { ...verdict.asked, why: say(verdict.asked.why) },
  }
}

const sayCell = (cell: Cell | null, say: Say): Cell | null =>
  cell && {
    ...cell,
    fact: say(cell.fact),
    fix: cell.fix === null ? null : say(cell.fix),
    explained: cell.explained === null ? null : say(cell.explained),
    legs: cell.legs.map((one) => ({ ...one, leg: say(one.leg), fact: say(one.fact) })),
  }

const sayPlace = (one: PlaceReport, say: Say): PlaceReport => ({
  ...one,
  leg: one.leg === null ? null : say(one.leg),
  probeVersion: one.probeVersion === null ? null : say(one.probeVersion),
  note: one.note === null ? null : say(one.note),
  facts: sayAll(one.facts, say),
})

/** Every string of plain data but those under `ours`; keys of tables are ours, too. */
function sayAll<T>(value: T, say: Say, ours: readonly string[] = []): T {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return say(inner)
    if (Array.isArray(inner)) return inner.map(walk)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, ours.includes(key) ? one : walk(one)]))
  }
  return walk(value) as T
}
