#!/usr/bin/env node
// Tries again what survived the last `npm run mutation:quick`, and all of each file that has changed since, with the tests
// of now; writes the outcome into the same report. Minutes, where the whole run takes the better part of an hour.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const at = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const REPORT = at('node_modules/.cache/where-it-ran/mutation-report.json')
const read = () => JSON.parse(fs.readFileSync(REPORT, 'utf8'))
const stryker = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
  'bin/stryker.js',
)

const SURVIVED = ['Survived', 'NoCoverage']
const before = read()
const range = (file, { location: { start, end } }) =>
  `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`
const isChanged = (file, { source }) => source !== fs.readFileSync(at(file), 'utf8')
const known = Object.entries(before.files).filter(([file]) => fs.existsSync(at(file)))
const again = known.flatMap(([file, entry]) =>
  isChanged(file, entry)
    ? [file]
    : [
        ...new Set(
          entry.mutants.filter(({ status }) => SURVIVED.includes(status)).map((one) => range(file, one)),
        ),
      ],
)
const sources = ['src/core/judge', 'src/core/gate'].flatMap((dir) =>
  fs.readdirSync(at(dir)).map((name) => `${dir}/${name}`),
)
const unseen = [...sources, 'src/core/gate.ts'].filter((file) => before.files[file] === undefined)
if (again.length + unseen.length === 0) process.exit(0)

const words = ['run', at('stryker.quick.json'), '--mutate', [...again, ...unseen].join(',')]
const { status } = spawnSync(process.execPath, [stryker, ...words], { stdio: 'inherit', cwd: at('.') })
const after = read()
// Nothing was tried: the report is still the one from before.
if (status !== 0 && JSON.stringify(after) === JSON.stringify(before)) process.exit(status ?? 1)

const same = (one, other) =>
  one.mutatorName === other.mutatorName &&
  one.replacement === other.replacement &&
  JSON.stringify(one.location) === JSON.stringify(other.location)
const merged = Object.fromEntries(
  known.map(([file, entry]) => {
    const tried = after.files[file]
    if (isChanged(file, entry)) return [file, tried ?? entry]
    const mutants = entry.mutants.map((one) => tried?.mutants.find((other) => same(one, other)) ?? one)
    return [file, { ...entry, mutants }]
  }),
)
const added = unseen.flatMap((file) => (after.files[file] ? [[file, after.files[file]]] : []))
fs.writeFileSync(REPORT, JSON.stringify({ ...before, files: { ...merged, ...Object.fromEntries(added) } }))
