// Fuzzes the readers, the judges and the reports: --cases 100000, --seed N (chosen and printed), --reports 1, --pages 10.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    reports: { type: 'string', default: '1' },
    pages: { type: 'string', default: '10' },
  },
})
const tell = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'fuzz-')), 'told.json')
console.log(`seed ${values.seed}, ${values.cases} cases`)
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '__tests__/security/fuzz.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_CASES: values.cases,
      FUZZ_SEED: values.seed,
      FUZZ_REPORTS: values.reports,
      FUZZ_PAGES: values.pages,
      FUZZ_TELL: tell,
    },
  },
)
if (fs.existsSync(tell)) console.log(fs.readFileSync(tell, 'utf8'))
process.exitCode = status ?? 1
