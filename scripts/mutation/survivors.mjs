// What a report says of each mutant, and the reason that judged.json gives for one that survives.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

export const at = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
export const REPORT = at('node_modules/.cache/where-it-ran/mutation-report.json')
/** What was tried last, a mutant a line. */
export const TRIED = at('node_modules/.cache/where-it-ran/mutation-tried.jsonl')
export const readReport = (from = REPORT) => JSON.parse(fs.readFileSync(from, 'utf8'))

const CAUGHT = ['Killed', 'Timeout', 'RuntimeError', 'CompileError']
export const isCaught = ({ status }) => CAUGHT.includes(status)
export const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

export function originalOf(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return lines.join('\n')
}

const reasons = JSON.parse(fs.readFileSync(at('scripts/mutation/judged.json'), 'utf8'))

/** The reason of the first entry that has all its words in what is said of the mutant; undefined: not judged. */
export function reasonFor(file, source, { mutatorName, location, replacement }) {
  const original = oneLine(originalOf(source, location))
  const said = `${file.replace(/^src\/core\//, '')}: ${mutatorName}: ${original} -> ${oneLine(replacement)}`
  return reasons.find(({ has }) => has.every((word) => said.includes(word)))?.because
}
