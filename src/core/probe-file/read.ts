/** A probe file's text, which anybody may have written, made into facts or into all its problems. */
import { parse, TomlError } from 'smol-toml'
import type { Problem, Reading } from '../model.ts'
import { checkShape, type Dialect, type Finding, tellFindings } from '../shape/check.ts'
import { createLineOf, dottedKey } from './fact-path.ts'
import { type Facts, FIRST_LINE, FORMAT, isRetired, SCHEMA } from './schema.ts'

/** Of one probe file. */
export const MAX_BYTES = 256 * 1024
const MAX_LINES = 8000
/** Longest line in UTF-16 units: one path of 1,000 characters, all escaped, has 6,000. */
const MAX_LINE = 16 * 1024
/** Inline nesting; the deepest fact is a list in a table in a list. */
const MAX_DEPTH = 6

const OTHER_FORMAT = /^# where-it-ran probe file, format (\d{1,9})$/

const stripBom = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

function firstLineProblem(line: string): Problem | undefined {
  if (line === FIRST_LINE) return undefined
  const other = OTHER_FORMAT.exec(line)?.[1]
  if (other !== undefined) {
    return {
      line: 1,
      message: `format ${other}, but only format ${FORMAT} is read here: use the probe that this version ships`,
    }
  }
  return { line: 1, message: `not a probe file: the first line must be "${FIRST_LINE}"` }
}

function sizeProblem(text: string): Problem | undefined {
  // A string never has more UTF-16 units than UTF-8 bytes, so the cheap test comes first.
  const bytes = text.length > MAX_BYTES ? text.length : new TextEncoder().encode(text).length
  return bytes > MAX_BYTES ? { message: `larger than ${MAX_BYTES / 1024} KiB` } : undefined
}

function lineProblem(lines: readonly string[]): Problem | undefined {
  if (lines.length > MAX_LINES) return { message: `more than ${MAX_LINES} lines` }
  const long = lines.findIndex((line) => line.length > MAX_LINE)
  if (long >= 0) return { line: long + 1, message: `line longer than ${MAX_LINE} characters` }
  const broken = lines.findIndex((line) => /\p{Surrogate}/u.test(line))
  return broken >= 0 ? { line: broken + 1, message: 'half a surrogate pair: not valid text' } : undefined
}

/** An empty list is written in one line: where it is open and empty, its items were taken out, and they may be the bad news. */
function emptiedProblem(lines: readonly string[]): Problem | undefined {
  let opened: number | undefined
  for (const [index, line] of lines.entries()) {
    if (opened !== undefined && /^\s*\]/.test(line))
      return { line: opened + 1, message: 'a list whose items were taken out: take its name out too, or probe again' }
    if (/=[ \t]*\[[ \t\r]*(?:#.*)?$/.test(line)) opened = index
    else if (/^\s*[^\s#]/.test(line)) opened = undefined
  }
  return undefined
}

/** The first reason to refuse the text unparsed; size before everything, so that the rest is cheap. */
function boundsProblem(text: string): Problem | undefined {
  const tooLarge = sizeProblem(text)
  if (tooLarge) return tooLarge
  const lines = text.split('\n')
  return firstLineProblem((lines[0] ?? '').replace(/\r$/, '')) ?? lineProblem(lines) ?? emptiedProblem(lines)
}
const DIALECT: Dialect = {
  table: 'a table',
  number: 'a number that is not whole',
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
  return refused(tellFindings(all, createLineOf(text), dottedKey))
}
