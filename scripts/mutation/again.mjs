#!/usr/bin/env node
// Tries again what survived the last `npm run mutation:quick`, and what stands on lines that have changed since, with the
// tests of now; writes the outcome into the same report. Minutes, where the whole run takes the better part of an hour.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { follow, followLines, newRanges } from './lines.mjs'

const at = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const REPORT = at('node_modules/.cache/where-it-ran/mutation-report.json')
const read = () => JSON.parse(fs.readFileSync(REPORT, 'utf8'))
const stryker = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
  'bin/stryker.js',
)
const SURVIVED = ['Survived', 'NoCoverage']
const sources = ['src/core/judge', 'src/core/gate'].flatMap((dir) =>
  fs.readdirSync(at(dir)).map((name) => `${dir}/${name}`),
)

/** What is still known of a file, at its places of now, and the ranges that are to be tried. */
function look(file, { source = '', mutants = [] } = {}) {
  const now = fs.readFileSync(at(file), 'utf8')
  const lines = followLines(source, now)
  const known = mutants.flatMap((one) => {
    const location = follow(lines, one.location)
    return location ? [{ ...one, location }] : []
  })
  const columns = ({ location: { start, end } }) =>
    `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`
  const survived = known.filter(({ status }) => SURVIVED.includes(status)).map(columns)
  const changed = newRanges(lines, now).map(([first, last]) => `${file}:${first}-${last}`)
  return { file, now, known, ranges: [...new Set([...survived, ...changed])] }
}

const before = read()
const looked = [...sources, 'src/core/gate.ts'].map((file) => look(file, before.files[file]))
const ranges = looked.flatMap((one) => one.ranges)
if (ranges.length === 0) process.exit(0)
const words = ['run', at('stryker.quick.json'), '--mutate', ranges.join(',')]
const { status } = spawnSync(process.execPath, [stryker, ...words], { stdio: 'inherit', cwd: at('.') })
const after = read()
// Nothing was tried: the report is still the one from before.
if (JSON.stringify(after) === JSON.stringify(before)) process.exit(status ?? 1)

const nameOf = ({ mutatorName, replacement, location: { start, end } }) =>
  JSON.stringify([mutatorName, replacement, start.line, start.column, end.line, end.column])
const files = looked.map(({ file, now, known }) => {
  const all = new Map([...known, ...(after.files[file]?.mutants ?? [])].map((one) => [nameOf(one), one]))
  return [file, { ...before.files[file], language: 'typescript', source: now, mutants: [...all.values()] }]
})
fs.writeFileSync(REPORT, JSON.stringify({ ...before, files: Object.fromEntries(files) }))
