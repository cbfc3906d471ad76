#!/usr/bin/env node
// The properties of the core with many more runs than the suite takes time for: node scripts/properties.mjs [TIMES]
// A failure prints its seed and path; give them to fc.assert to see it again.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'

const [times = '25'] = process.argv.slice(2)
if (!/^[1-9]\d{0,3}$/.test(times)) {
  console.error('usage: node scripts/properties.mjs [TIMES]')
  process.exit(2)
}
const FILES = [
  'core/judge/monotonic',
  'core/judge/properties',
  'core/probe-file/write',
  'core/report/agree',
  'core/report/fit',
  'core/report/written',
]
const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--testTimeout=1800000', ...FILES.map((file) => `__tests__/${file}.test.ts`)],
  { stdio: 'inherit', env: { ...process.env, WHERE_IT_RAN_RUNS: times } },
)
process.exitCode = status ?? 1
