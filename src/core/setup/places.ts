/** The places of a claims.json that is there: nothing else in it is touched. */
import { readClaims } from '../claims/read.ts'
import { PLACES, type Place } from '../model.ts'

/** Undefined where the rest of the file would not fit the new places, or is wrong already. */
export function withPlaces(text: string, places: readonly Place[]): string | undefined {
  const reading = readClaims(text, '')
  if (!reading.ok) return undefined
  const { claims } = reading
  if (claims.places.join() === PLACES.filter((place) => places.includes(place)).join()) return text
  const list = `"places": ${JSON.stringify(places).replaceAll(',', ', ')}`
  const there = /"places"\s*:\s*\[[^\]]*\]/
  const changed = there.test(text) ? text.replace(there, list) : text.replace('{', `{\n  ${list},`)
  const again = readClaims(changed, '')
  return again.ok ? changed : undefined
}
