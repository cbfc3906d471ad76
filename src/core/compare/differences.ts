/** What differs between the places that speak: counted or context, explained or not. */
import { packageInTests } from '../judge/record.ts'
import type { Serving } from '../judge/serving.ts'
import { type Claims, type Explanation, isCellKey, PLACES, type Place } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { firstFew } from '../text/words.ts'
import type { Difference } from '../verdict-model.ts'
import { CONTEXT, CONTEXT_SETS, COUNTED, versionKey } from './normalise.ts'

/** `*` stands for any text, also an empty one. No regular expression: one from outside could be slow. */
export function matchesPattern(value: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return value === pattern
  if (!value.startsWith(first) || value.length < first.length + last.length || !value.endsWith(last)) return false
  let from = first.length
  for (const part of rest) {
    const at = value.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= value.length - last.length
}

/** What each place says; null is unknown, which no sentence excuses. */
type Values = ReadonlyMap<Place, readonly (string | null)[]>

/** Holds while each value is one that it names, by the place's own pattern where there is one. */
function excuses({ values }: Explanation, seen: Values): boolean {
  const patterns = Object.values(values ?? {})
  if (patterns.length === 0) return false
  return [...seen].every(([place, found]) => {
    const own = getOwn(values, place)
    const allowed = own === undefined ? patterns : [own]
    return found.every((value) => value !== null && allowed.some((pattern) => matchesPattern(value, pattern)))
  })
}

function explainDifference(key: string, seen: Values, claims: Claims): string | null {
  const explanation = claims.explanations.find((one) => one.key === key && excuses(one, seen))
  return explanation?.because ?? null
}

type Reader = (facts: Facts) => string | undefined

/** The distinct values of each place, one per leg that says something else; null where a leg does not say. */
function valuesOf(serving: readonly Serving[], read: Reader): Values {
  const values = new Map<Place, (string | null)[]>()
  for (const place of PLACES) {
    const legs = serving.filter((one) => one.place === place)
    const said = legs.map(({ facts }) => read(facts) ?? null)
    if (legs.length > 0) values.set(place, [...new Set(said)])
  }
  return values
}

/** True when one known value is found in every place: with legs, one leg of each agrees. */
function agree(values: Values): boolean {
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
function shown(values: Values, serving: readonly Serving[], read: Reader): Difference['values'] {
  const text = (place: Place, value: string | null, alone: boolean): string => {
    const legs = serving.filter((one) => one.place === place && (read(one.facts) ?? null) === value)
    const names = alone ? '' : ` (${legs.map(({ leg }) => leg ?? place).join(', ')})`
    return `${value ?? 'unknown'}${names}`
  }
  const entries = [...values].map(([place, found]) => {
    const texts = found.map((value) => text(place, value, found.length === 1))
    return [place, texts.join(', ')]
  })
  return Object.fromEntries(entries)
}

interface Comparison {
  readonly differences: readonly Difference[]
  /** Keys of difference explanations that no longer excuse a difference. */
  readonly staleExplanations: readonly string[]
}

const MAX_ONLY = 10

/** Legs of a matrix are meant to differ in their version, and in no other counted fact. */
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

/** A place that does not say ends the comparison. */
function contextDifference(key: string, serving: readonly Serving[], read: Reader): Difference[] {
  const all = [...valuesOf(serving, read)]
  const known: Values = new Map(all.filter(([, found]) => !found.includes(null)))
  if (known.size < 2 || known.size < all.length || agree(known)) return []
  return [{ key, values: shown(known, serving, read), counted: false, explained: null }]
}

const contextDifferences = (serving: readonly Serving[]): Difference[] =>
  Object.entries(CONTEXT).flatMap(([key, read]) => contextDifference(key, serving, read))

/** The version that counts: the tests' own, where they are recorded; and what is locked, where that is another one. */
function versionText(facts: Facts, name: string, claims: Claims): string | undefined {
  const here = getOwn(facts.packages?.claimed, name)
  const version = (packageInTests(facts, claims, name) ?? here)?.version
  if (version === undefined || version === '') return undefined
  const locked = here?.locked ?? []
  return locked.length === 0 || locked.includes(version) ? version : `${version}, locked is ${locked.join(' or ')}`
}

/** Claimed packages of another version elsewhere, or than the lock file says. A place that tells none is left out. */
function versionDifferences(serving: readonly Serving[], claims: Claims): Difference[] {
  const asked = claims.claims.filter(({ kind, fromRepo }) => kind === 'package installed' && !fromRepo)
  return [...new Set(asked.map(({ subject }) => subject))].flatMap((name) => {
    const key = versionKey(name)
    const read: Reader = (facts) => versionText(facts, name, claims)
    const known: Values = new Map([...valuesOf(serving, read)].filter(([, found]) => !found.includes(null)))
    const unlocked = [...known.values()].flat().some((value) => value?.includes(', locked is '))
    if (agree(known) && !unlocked) return []
    const explained = explainDifference(key, known, claims)
    return [{ key, values: shown(known, serving, read), counted: true, explained }]
  })
}

const onlyIn = (items: readonly string[]): string =>
  items.length === 0 ? 'nothing of its own' : `only here: ${firstFew(items, MAX_ONLY)}`

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

/** The difference is gone, or has other values; where a place does not say its value, the sentence stays. */
function excusesNothing(key: string, found: readonly Difference[], serving: readonly Serving[]): boolean {
  const difference = found.find((one) => one.key === key)
  if (difference === undefined) return true
  const read = COUNTED[key]
  return difference.explained === null && serving.every(({ facts }) => read?.(facts) !== undefined)
}

/** With fewer than two places only legs are compared, and no explanation is called stale. */
export function compareFacts(serving: readonly Serving[], claims: Claims): Comparison {
  const differences = [...countedDifferences(serving, claims), ...versionDifferences(serving, claims)]
  if (new Set(serving.map(({ place }) => place)).size < 2) return { differences, staleExplanations: [] }
  const keys = claims.explanations.map(({ key }) => key).filter((key) => !isCellKey(key))
  const staleExplanations = keys.filter((key) => excusesNothing(key, differences, serving))
  const context = [...contextDifferences(serving), ...setDifferences(serving)]
  return { differences: [...differences, ...context], staleExplanations }
}
