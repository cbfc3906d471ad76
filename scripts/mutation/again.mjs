#!/usr/bin/env node
// Tries again what survived the last `npm run mutation:quick` without a reason, and what stands on lines that have changed
// since, with the tests of now; writes the outcome into the same report. Minutes, where the whole run takes far more.
// `--survived` leaves changed lines out; `--merge` tries nothing: it takes over what a run that was stopped had tried.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { follow, followLines, newRanges } from './lines.mjs'
import { at, REPORT, readReport, reasonFor, TRIED } from './survivors.mjs'

const stryker = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
  'bin/stryker.js',
)
/** On a busy machine time runs out for more than endless loops. */
const OPEN = ['Survived', 'NoCoverage', 'Timeout']
const judges = fs.readdirSync(at('src/core/judge')).map((name) => `src/core/judge/${name}`)
const sources = [...judges, 'src/core/verdict-model.ts', 'src/core/verdict/gate.ts']

/** What is still known of a file, at its places of now, and the ranges that are to be tried. */
function look(file, { source = '', mutants = [], untried = [] } = {}) {
  const now = fs.readFileSync(at(file), 'utf8')
  const lines = followLines(source, now)
  const known = mutants.flatMap((one) => {
    const location = follow(lines, one.location)
    return location ? [{ ...one, location }] : []
  })
  const columns = ({ location: { start, end } }) =>
    `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`
  const survived = known
    .filter((one) => OPEN.includes(one.status) && reasonFor(file, now, one) === undefined)
    .map(columns)
  const changed = newRanges(lines, now, untried)
  return { file, now, known, changed, survived: [...new Set(survived)] }
}

const before = readReport()
const looked = sources.map((file) => look(file, before.files[file]))
const [only] = process.argv.slice(2)
const ranges = looked.flatMap(({ file, survived, changed }) =>
  only === '--survived' ? survived : [...survived, ...changed.map(([first, last]) => `${file}:${first}-${last}`)],
)
if (only !== '--merge') {
  if (ranges.length === 0) process.exit(0)
  fs.rmSync(TRIED, { force: true })
  const words = ['run', at('stryker.quick.json'), '--mutate', ranges.join(','), '--reporters']
  const reporters = 'progress-append-only,as-it-goes'
  spawnSync(process.execPath, [stryker, ...words, reporters], { stdio: 'inherit', cwd: at('.') })
}

const nameOf = ({ file, mutatorName, replacement, location: { start, end } }) =>
  JSON.stringify([file, mutatorName, replacement, start.line, start.column, end.line, end.column])
const tried = fs
  .readFileSync(TRIED, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
const linesOf = ([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const files = looked.map(({ file, now, known, changed }) => {
  const both = [...known.map((one) => ({ ...one, file })), ...tried.filter((one) => one.file === file)]
  const mutants = [...new Map(both.map((one) => [nameOf(one), one])).values()]
  const untried = only === undefined ? [] : changed.flatMap(linesOf)
  return [file, { ...before.files[file], language: 'typescript', source: now, mutants, untried }]
})
fs.writeFileSync(REPORT, JSON.stringify({ ...before, files: Object.fromEntries(files) }))
