/** A probe file's text, which anybody may have written, made into facts or into all its problems. */
import { parse, TomlError } from 'smol-toml'
import type { Problem, Reading } from '../model.ts'
import { checkShape, type Dialect, type Finding, tellFindings } from '../shape/check.ts'
import { boundsProblem, MAX_DEPTH, stripBom } from './bounds.ts'
import { dottedKey, LineIndex } from './fact-path.ts'
import { type Facts, FORMAT, isRetired, SCHEMA } from './schema.ts'

const DIALECT: Dialect = {
  table: 'a table',
  quotes: false,
  unknownKey: () => 'not a fact of this format: is the probe newer than this version?',
}

const refused = (problems: readonly Problem[]): Reading => ({ ok: false, problems })

function syntaxProblem(error: unknown): Problem {
  if (!(error instanceof TomlError)) return { message: 'not TOML' }
  // The message goes on with an excerpt of the file, which is not ours to repeat.
  const [first = ''] = error.message.split('\n')
  return { line: error.line, message: `not TOML: ${first.replace('Invalid TOML document: ', '')}` }
}

/** The two facts without which a file says nothing. */
function missing(facts: Facts): Finding[] {
  const { format, place } = facts.probe ?? {}
  const findings: Finding[] = []
  if (format === undefined) findings.push({ path: ['probe', 'format'], message: 'missing' })
  else if (format !== FORMAT)
    findings.push({ path: ['probe', 'format'], message: `must be ${FORMAT}, as the first line says` })
  if (place === undefined) findings.push({ path: ['probe', 'place'], message: 'missing' })
  return findings
}

/** Never throws: whatever the text is, the answer is facts or problems. */
export function readProbeFile(raw: string): Reading {
  const text = stripBom(raw)
  const refusal = boundsProblem(text)
  if (refusal) return refused([refusal])
  let document: unknown
  try {
    // Whole numbers as bigint, so that 1 and 1.0 differ and nothing is rounded.
    document = parse(text, { integersAsBigInt: true, maxDepth: MAX_DEPTH })
  } catch (error) {
    return refused([syntaxProblem(error)])
  }
  const { value, findings: found } = checkShape(SCHEMA, document, DIALECT)
  const findings = found.filter(({ path }) => !isRetired(path))
  const facts = value as Facts
  // A finding about a required fact already says what is wrong with it.
  const all = findings.length > 0 ? findings : missing(facts)
  if (all.length === 0) return { ok: true, facts }
  const index = new LineIndex(text)
  return refused(tellFindings(all, (path) => index.lineOf(path), dottedKey))
}
