/** A probe file's text, which anybody may have written, made into facts or into all its problems. */
import { parse, TomlError } from 'smol-toml'
import type { Problem, Reading } from '../model.ts'
import { boundsProblem, MAX_DEPTH, stripBom } from './bounds.ts'
import { checkFacts, type Finding } from './check.ts'
import { dottedKey, LineIndex } from './fact-path.ts'
import { type Facts, FORMAT, SCHEMA } from './schema.ts'

/** More problems than this are counted, not listed. */
export const MAX_PROBLEMS = 50

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

function toProblems(findings: readonly Finding[], text: string): Problem[] {
  const index = new LineIndex(text)
  const problems = findings.slice(0, MAX_PROBLEMS).map(({ path, message }): Problem => {
    const line = index.lineOf(path)
    return { ...(line === undefined ? {} : { line }), key: dottedKey(path), message }
  })
  const more = findings.length - problems.length
  return more > 0 ? [...problems, { message: `and ${more} more` }] : problems
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
  const { facts, findings } = checkFacts(SCHEMA, document)
  // A schema finding about a required fact already says what is wrong with it.
  const all = findings.length > 0 ? findings : missing(facts as Facts)
  return all.length > 0 ? refused(toProblems(all, text)) : { ok: true, facts: facts as Facts }
}
