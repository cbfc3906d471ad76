/** Whether a sentence of claims.json still excuses the difference that it was written for. */

import type { Claims, Explanation } from '../model.ts'
import { getOwn } from '../text/own.ts'

/** `*` stands for any text, also an empty one. No regular expression: one from outside could be slow. */
export function matchesPattern(value: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return value === pattern
  if (!value.startsWith(first) || value.length < first.length + last.length || !value.endsWith(last))
    return false
  let from = first.length
  for (const part of rest) {
    const at = value.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from <= value.length - last.length
}

/** What each compared place says; null is unknown, which no sentence excuses. */
type PlaceValues = ReadonlyMap<string, readonly (string | null)[]>

/**
 * An explanation of a difference holds while every value is one that it names: a place's own pattern where
 * one is given, else any of them. A value that it never saw makes it lapse.
 */
function excuses({ values }: Explanation, seen: PlaceValues): boolean {
  const patterns = Object.values(values ?? {})
  if (patterns.length === 0) return false
  return [...seen].every(([place, found]) => {
    const own = getOwn(values, place)
    const allowed = own === undefined ? patterns : [own]
    return found.every((value) => value !== null && allowed.some((pattern) => matchesPattern(value, pattern)))
  })
}

export function explainDifference(key: string, seen: PlaceValues, claims: Claims): string | null {
  const explanation = claims.explanations.find((one) => one.key === key && excuses(one, seen))
  return explanation?.because ?? null
}
