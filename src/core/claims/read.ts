/** claims.json, which a pull request may have changed: claims in a stable order, or everything wrong with it. */
import { type Claims, PLACES, type Problem } from '../model.ts'
import { checkShape, type Dialect, type Finding, tellFindings } from '../shape/check.ts'
import { meant } from '../text/words.ts'
import { checkClaims, isList, jsonPath, type Placed, placeClaims, placesOfFile } from './place-claims.ts'
import { CLAIMS_SHAPE, type ClaimsFile } from './schema.ts'
import { parseJson } from './syntax.ts'

/** One small file of the right shape, for the author of one that is not. */
export const CLAIMS_EXAMPLE =
  'of the right shape: {"packages": ["requests", {"name": "billing", "from": "repo"}], "env": ["MODE"], "tests": {"command": ["python", "-m", "pytest"]}}'

/** In UTF-16 units; a project with more claims than that reads none of them. */
export const MAX_CLAIMS_LENGTH = 64 * 1024

export type ClaimsReading =
  | { readonly ok: true; readonly claims: Claims; readonly salt?: string | undefined }
  | { readonly ok: false; readonly problems: readonly Problem[] }

const DIALECT: Dialect = {
  table: 'an object',
  number: 'a number',
  quotes: true,
  /** A word of two letters is near to every other. */
  unknownKey(key, known) {
    const near = key.length > 2 ? meant(key.slice(0, 60), known) : ''
    return near === ''
      ? `unknown key; expected one of ${known.join(', ')}`
      : `unknown key${near} It is one of ${known.join(', ')}`
  },
}

/** `digest`: sha256 of the file's bytes. Never throws. */
export function readClaims(raw: string, digest: string): ClaimsReading {
  const text = raw.startsWith('\ufeff') ? raw.slice(1) : raw
  if (text.length > MAX_CLAIMS_LENGTH) {
    const message = `expected at most ${MAX_CLAIMS_LENGTH} characters, found ${text.length}`
    return { ok: false, problems: [{ key: '$', message }] }
  }
  const json = parseJson(text)
  if (!json.ok) return { ok: false, problems: [json.problem] }
  const refused = (findings: readonly Finding[]): ClaimsReading => ({
    ok: false,
    problems: tellFindings(findings, json.lineOf, jsonPath),
  })
  const { value, findings } = checkShape(CLAIMS_SHAPE, json.value, DIALECT)
  if (findings.length + json.repeated.length > 0) return refused([...findings, ...json.repeated])
  const file = value as ClaimsFile
  const placed = placeClaims(file)
  const wrong = checkClaims(file, placed)
  if (wrong.length > 0) return refused(wrong)
  return { ok: true, claims: toClaims(file, digest, placed), salt: file.salt }
}

/** A list of all three asks no more than no list does. */
const listsAll = (places: ClaimsFile['places']): true | undefined =>
  (places !== undefined && isList(places) && places.length === PLACES.length) || undefined

const toClaims = (file: ClaimsFile, digest: string, placed: readonly Placed[]): Claims => ({
  digest,
  source: 'file',
  places: placesOfFile(file),
  asks: file.places && isList(file.places) ? undefined : file.places,
  who: file.who,
  listsAll: listsAll(file.places),
  box: file.box,
  claims: placed.map(({ claim }) => claim),
  testCommand: file.tests?.command,
  testReports: file.tests?.reports ?? [],
  fewer: file.tests?.fewer,
  ownNothing: file.own && true,
  olderTests: file.tests?.earlier,
  apart: file.tests?.apart,
  explanations: Object.entries(file.explain ?? {}).map(([key, rest]) => ({ ...rest, key })),
})
