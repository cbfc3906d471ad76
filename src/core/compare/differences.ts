/** What differs between the places that speak: counted or context, explained or not. */

import type { Serving } from '../judge/serving.ts'
import { type Claims, isCellKey, PLACES, type Place } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import type { Difference } from '../verdict-model.ts'
import { explainDifference } from './explanations.ts'
import { CONTEXT, CONTEXT_SETS, COUNTED } from './normalise.ts'

/** Shown for a place that serves but does not say. */
const UNKNOWN_VALUE = 'unknown'

type Reader = (facts: Facts) => string | undefined
export type Values = Map<Place, (string | null)[]>

/** The distinct values of each place that speaks, one per leg that says something else. */
function valuesOf(serving: readonly Serving[], read: Reader): Values {
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
function agreeInAll(values: Values): boolean {
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

interface Comparison {
  readonly differences: readonly Difference[]
  /** Keys of difference explanations that excuse nothing any more. */
  readonly staleExplanations: readonly string[]
}

const MAX_ONLY = 10

/** A matrix is there to have several versions; in nothing else are its legs meant to differ. */
const OF_A_MATRIX: readonly string[] = ['interpreter.version']

/** A fact that one file leaves out is a difference, too: silence must not look like agreement. */
function countedDifferences(serving: readonly Serving[], claims: Claims): Difference[] {
  return Object.entries(COUNTED).flatMap(([key, read]) => {
    const values = valuesOf(serving, read)
    const same = OF_A_MATRIX.includes(key) ? agree(values) : agreeInAll(values)
    if (serving.length < 2 || same) return []
    const explained = explainDifference(key, values, claims)
    return [{ key, values: shown(values, serving, read), counted: true, explained }]
  })
}

function contextDifferences(serving: readonly Serving[]): Difference[] {
  return Object.entries(CONTEXT).flatMap(([key, read]) => {
    const values = valuesOf(serving, read)
    const known = [...values.values()].every((found) => !found.includes(null))
    return values.size < 2 || !known || agree(values)
      ? []
      : [{ key, values: shown(values, serving, read), counted: false, explained: null }]
  })
}

function onlyIn(items: readonly string[]): string {
  const more = items.length - MAX_ONLY
  if (items.length === 0) return 'nothing of its own'
  return `only here: ${items.slice(0, MAX_ONLY).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function setDifferences(serving: readonly Serving[]): Difference[] {
  return Object.entries(CONTEXT_SETS).flatMap(([key, read]) => {
    const sets = new Map<Place, Set<string>>()
    for (const { place, facts } of serving) {
      const items = read(facts)
      if (items) sets.set(place, new Set([...(sets.get(place) ?? []), ...items]))
    }
    const own = [...sets].map(([place, items]) => {
      const others = [...sets].filter(([other]) => other !== place).map(([, of]) => of)
      return [place, [...items].filter((item) => others.every((of) => !of.has(item))).sort()] as const
    })
    if (sets.size < 2 || own.every(([, items]) => items.length === 0)) return []
    const values = Object.fromEntries(own.map(([place, items]) => [place, onlyIn(items)]))
    return [{ key, values, counted: false, explained: null }]
  })
}

/** Claimed packages of another version elsewhere: context, because the claim is that they are installed. */
function versionDifferences(serving: readonly Serving[], claims: Claims): Difference[] {
  const names = claims.claims.filter(({ kind }) => kind === 'package installed').map(({ subject }) => subject)
  return [...new Set(names)].flatMap((name) => {
    const read: Reader = ({ packages }) => getOwn(packages?.claimed, name)?.version || undefined
    const values = valuesOf(serving, read)
    const known = [...values].filter(([, found]) => !found.includes(null))
    const comparable: Values = new Map(known)
    if (comparable.size < 2 || agree(comparable)) return []
    const key = `packages.claimed.${name}.version`
    return [{ key, values: shown(comparable, serving, read), counted: false, explained: null }]
  })
}

/** Nothing differs any more, or it does with other values; what is unknown says nothing about a sentence. */
function excusesNothing(key: string, found: readonly Difference[], serving: readonly Serving[]): boolean {
  const difference = found.find((one) => one.key === key)
  if (difference === undefined) return true
  const read = COUNTED[key]
  return difference.explained === null && serving.every(({ facts }) => read?.(facts) !== undefined)
}

/**
 * Compares the places that speak, and the legs of each. Counted differences come first, each list in a fixed
 * order. With fewer than two places only legs are compared, and no explanation is called stale.
 */
export function compareFacts(serving: readonly Serving[], claims: Claims): Comparison {
  const differences = countedDifferences(serving, claims)
  if (new Set(serving.map(({ place }) => place)).size < 2) return { differences, staleExplanations: [] }
  const keys = claims.explanations.map(({ key }) => key).filter((key) => !isCellKey(key))
  const staleExplanations = keys.filter((key) => excusesNothing(key, differences, serving))
  const context = [
    ...contextDifferences(serving),
    ...versionDifferences(serving, claims),
    ...setDifferences(serving),
  ]
  return { differences: [...differences, ...context], staleExplanations }
}
