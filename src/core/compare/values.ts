/** What each place says of one fact, leg by leg, and whether they say the same. */
import type { Serving } from '../judge/serving.ts'
import { PLACES, type Place } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import type { Difference } from '../verdict-model.ts'

/** Shown for a place that serves but does not say. */
export const UNKNOWN_VALUE = 'unknown'

export type Reader = (facts: Facts) => string | undefined
export type Values = Map<Place, (string | null)[]>

/** The distinct values of each place that speaks, one per leg that says something else. */
export function valuesOf(serving: readonly Serving[], read: Reader): Values {
  const values: Values = new Map()
  for (const place of PLACES) {
    const legs = serving.filter((one) => one.place === place)
    const said = legs.map(({ facts }) => read(facts) ?? null)
    if (legs.length > 0) values.set(place, [...new Set(said)])
  }
  return values
}

/** True when one known value is found in every place: with legs, one leg of each agrees. */
export function agree(values: Values): boolean {
  const [first = [], ...others] = [...values.values()]
  const unknown = [...values.values()].some((found) => found.includes(null))
  return !unknown && first.some((value) => others.every((found) => found.includes(value)))
}

/** True when every leg of every place says the same. */
export function agreeInAll(values: Values): boolean {
  const [first, ...others] = new Set([...values.values()].flat())
  return first !== null && others.length === 0
}

/** A place whose legs differ says which leg says what. */
export function shown(values: Values, serving: readonly Serving[], read: Reader): Difference['values'] {
  const legsOf = (place: Place, value: string | null): string =>
    serving
      .filter((one) => one.place === place && (read(one.facts) ?? null) === value)
      .map(({ leg }) => leg ?? place)
      .join(', ')
  const text = (place: Place, found: readonly (string | null)[]): string =>
    found
      .map((value) => {
        const name = value ?? UNKNOWN_VALUE
        return found.length > 1 ? `${name} (${legsOf(place, value)})` : name
      })
      .join(', ')
  return Object.fromEntries([...values].map(([place, found]) => [place, text(place, found)]))
}
