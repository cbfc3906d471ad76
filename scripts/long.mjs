#!/usr/bin/env node
// The whole suite with everything in full of which `npm test` tries a small share: properties, fuzzing, every fault at every
// request, every comment under every token, races. Takes hours; what follows goes to vitest:
//   node scripts/long.mjs [--seed N] [FILE…]
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 30)) } },
})
if (!/^\d{1,10}$/.test(values.seed)) throw new Error('--seed takes a number')
const IN_FULL = {
  WHERE_IT_RAN_SEED: values.seed,
  WHERE_IT_RAN_RUNS: '25',
  FUZZ_SEED: values.seed,
  FUZZ_CASES: '20000',
  FUZZ_TREES: '500',
  FAULTS: 'full',
  MATRIX: 'full',
  RACES: '50',
}
const told = Object.entries(IN_FULL).map((pair) => pair.join('='))
console.log(`the long suite, seed ${values.seed}: ${told.join(' ')}`)
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--testTimeout=7200000', ...positionals], {
  stdio: 'inherit',
  env: { ...process.env, ...IN_FULL },
})
process.exitCode = status ?? 1
