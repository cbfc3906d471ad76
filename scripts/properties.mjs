#!/usr/bin/env node
// The properties of the core with many more runs than the suite takes time for:
//   node scripts/properties.mjs [TIMES [SEED]]
// A failure prints its path; with the seed that is named at the start the same runs come again.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

const [times = '25', seed = String(Date.now() % 2_147_483_647)] = process.argv.slice(2)
if (!/^[1-9]\d{0,3}$/.test(times) || !/^\d{1,10}$/.test(seed)) {
  console.error('usage: node scripts/properties.mjs [TIMES [SEED]]')
  process.exit(2)
}
console.log(`properties: ${times} times the runs of the suite, seed ${seed}`)
const FILES = [
  'core/judge/monotonic',
  'core/judge/properties',
  'core/probe-file/write',
  'core/report/agree',
  'core/report/fit',
  'core/report/written',
]
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--testTimeout=1800000', ...FILES.map((file) => `__tests__/${file}.test.ts`)],
  { stdio: 'inherit', env: { ...process.env, WHERE_IT_RAN_RUNS: times, WHERE_IT_RAN_SEED: seed } },
)
process.exitCode = status ?? 1
