#!/usr/bin/env node
// A property that nothing can break proves nothing: breaks the code in a copy, once for each, and sees it fail.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { BREAKS } from './breaks.mjs'

const at = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'broken-'))
process.on('exit', () => fs.rmSync(copy, { recursive: true, force: true }))
for (const name of ['src', '__tests__', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'schemas'])
  fs.cpSync(at(name), path.join(copy, name), { recursive: true })
fs.symlinkSync(at('node_modules'), path.join(copy, 'node_modules'), 'junction')

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const failsNow = ({ in: file, property }) =>
  spawnSync(process.execPath, [vitest, 'run', `__tests__/${file}.test.ts`, '-t', escaped(property), '--reporter=dot'], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, WHERE_IT_RAN_RUNS: '5' },
  })

const [only] = process.argv.slice(2)
let unnoticed = 0
for (const one of BREAKS.filter(({ property }) => property.includes(only ?? ''))) {
  const changes = [one, ...(one.also ?? [])]
  const before = new Map()
  for (const { file, from, to } of changes) {
    const text = fs.readFileSync(path.join(copy, file), 'utf8')
    if (!before.has(file)) before.set(file, text)
    if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`)
    fs.writeFileSync(
      path.join(copy, file),
      text.replace(from, () => to),
    )
  }
  const { status, stdout } = failsNow(one)
  const noticed = status !== 0 && /\d+ failed/.test(stdout)
  if (!noticed) unnoticed++
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${one.in}: ${one.property}`)
  for (const [file, text] of before) fs.writeFileSync(path.join(copy, file), text)
}
process.exitCode = unnoticed === 0 ? 0 : 1
