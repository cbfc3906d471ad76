/** claims.json, which a pull request may have changed: claims in a stable order, or everything wrong with it. */
import { type Claims, PLACES, type Problem } from '../model.ts'
import { checkExplanations } from './check-explanations.ts'
import { duplicateKeys } from './duplicate-keys.ts'
import {
  type ClaimsFile,
  checkPlaced,
  checkSubjects,
  inOrder,
  type Placed,
  placeClaims,
} from './place-claims.ts'
import { CLAIMS_SHAPE } from './schema.ts'
import { checkShape, type ShapeProblem } from './shape.ts'
import { findSyntaxProblem } from './syntax.ts'

/** One small file of the right shape, for whoever is told that his is not. */
export const CLAIMS_EXAMPLE =
  'of the right shape: {"packages": ["requests", {"name": "billing", "from": "repo"}], "env": ["MODE"], "tests": {"command": ["python", "-m", "pytest"]}}'

/** In UTF-16 units; a project with more claims than that reads none of them. */
export const MAX_CLAIMS_LENGTH = 64 * 1024

export type ClaimsReading =
  | { readonly ok: true; readonly claims: Claims; readonly salt?: string }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** `digest`: sha256 of the file's bytes. Never throws. */
export function readClaims(raw: string, digest: string): ClaimsReading {
  const text = raw.startsWith('\ufeff') ? raw.slice(1) : raw
  if (text.length > MAX_CLAIMS_LENGTH)
    return refused([
      { path: '$', message: `expected at most ${MAX_CLAIMS_LENGTH} characters, found ${text.length}` },
    ])
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, problems: [findSyntaxProblem(text)] }
  }
  const problems = [...checkShape(CLAIMS_SHAPE, value), ...duplicateKeys(text)]
  if (problems.length > 0) return refused(problems)
  const file = value as ClaimsFile
  const placed = placeClaims(file)
  const wrong = [...placed.flatMap(checkPlaced), ...checkSubjects(placed), ...checkExplanations(file, placed)]
  if (wrong.length > 0) return refused(wrong)
  return { ok: true, claims: toClaims(file, digest, placed), ...(file.salt ? { salt: file.salt } : {}) }
}

/** More problems than this are counted, not listed. */
const MAX_PROBLEMS = 50

function refused(all: readonly ShapeProblem[]): ClaimsReading {
  const problems = all.slice(0, MAX_PROBLEMS).map(({ path: key, message }): Problem => ({ key, message }))
  const more = all.length - problems.length
  return { ok: false, problems: more > 0 ? [...problems, { message: `and ${more} more` }] : problems }
}

const toClaims = (file: ClaimsFile, digest: string, placed: readonly Placed[]): Claims => ({
  digest,
  source: 'file',
  places: inOrder(file.places ?? PLACES),
  claims: placed.map(({ claim }) => claim),
  ...(file.tests?.command ? { testCommand: file.tests.command } : {}),
  testReports: file.tests?.reports ?? [],
  explanations: Object.entries(file.explain ?? {}).map(([key, rest]) => ({ ...rest, key })),
})
