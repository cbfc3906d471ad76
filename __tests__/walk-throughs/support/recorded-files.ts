/**
 * Real probe files of one project in which every kind of claim holds: `recorded/local.txt` was recorded once, and the
 * files of the box and of ci say the same but for what names the place. Tests that need real files but no process
 * start from them; `recorded.test.ts` holds all three against what the probe writes today.
 */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Place } from '../../../src/core/model.ts'
import type { FactOverrides } from '../../support/facts.ts'
import { edited, factsIn } from './text.ts'

export const CLAIMS = {
  salt: 'ab'.repeat(16),
  packages: ['pytest', 'json', { name: 'demo', from: 'repo' }],
  env: ['MODE', { name: 'SHARED', compare: true }],
  files: ['~/model.bin'],
  canary: ['home'],
  tests: { command: ['python', '-m', 'pytest', '-q', '--junitxml=junit.xml'], reports: ['junit.xml'] },
  secrets: ['.env'],
}

export const RECORDED_FILE = fileURLToPath(new URL('../recorded/local.txt', import.meta.url))
const LOCAL = fs.readFileSync(RECORDED_FILE, 'utf8')

const MERGE = 'a002535a1e618f54c99c51c1b0ae3437942d9db9'
const RUN = { run: '4711', attempt: '1', job: 'test' }

/** A place's own name, machine, boot, and ids of this run and of the one before: `3` is made `30…` and `31…`. */
function named(place: Place, number: number, hostname: string, machine: string, boot: string): FactOverrides {
  return {
    probe: { place, run_id: `${number}0`.repeat(16) },
    previous: { run_id: `${number}1`.repeat(16), machine, boot },
    host: { hostname, machine, boot },
    packages: { scope: 'all' },
    tests: { session: { machine, boot } },
  }
}

const BOX = named('box', 3, 'agents-box', '6368696e653a6167656e74732d626f78', '626f6f743a6167656e74732d626f782e')
const CI = named('ci', 2, 'runner', '6d616368696e653a72756e6e65722e2e', '626f6f743a72756e6e65722e2e2e2e2e')
const NONCE = '32'.repeat(16)
/** A hosted runner keeps nothing: no canary is planted there. */
const NO_CANARY = Object.fromEntries(
  Object.keys(factsIn(LOCAL).persist?.canary?.home ?? {})
    .filter((key) => key !== 'age_s')
    .map((key) => [key, undefined]),
)

const TEXTS: { readonly [P in Place]: string } = {
  local: LOCAL,
  box: edited(edited(LOCAL, BOX), {
    previous: { canaries: { home: NONCE } },
    persist: { canary: { home: { nonce: NONCE } }, files: { '~/model.bin': { kept: true } } },
  }),
  ci: edited(edited(LOCAL, CI), {
    probe: { ci: { provider: 'github', ...RUN, runner: 'github-hosted', event: 'pull_request', sha: MERGE } },
    previous: { canaries: { home: undefined } },
    persist: { canary: { home: NO_CANARY } },
    git: {
      head: MERGE,
      parents: ['8c280a9270db5e7085cd024f9f6369f1ba2b2a16', 'c6eff2fc2857584ec3f2edeabcaa03aa689275fc'],
    },
    tests: { session: RUN },
  }),
}
export const recorded = (place: Place): string => TEXTS[place]

/** Its machine id: what tells one place from another. */
export const machineOf = (place: Place): string => factsIn(recorded(place)).host?.machine ?? ''
