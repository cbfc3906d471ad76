/** How each signal is seen in the recorded files: in which places, and what was otherwise. */
import type { Place } from '../../../src/core/model.ts'
import type { FactOverrides } from '../../support/facts.ts'
import type { Play } from './stage.ts'

export type Sighting = readonly [places: readonly Place[], scene?: Play]

const local = (facts: FactOverrides): Play => ({ facts: { local: facts } })
const box = (facts: FactOverrides): Play => ({ facts: { box: facts } })
const EARLIER = 'e0'.repeat(20)
const THEN = 'e1'.repeat(32)

export const SIGHTED: { readonly [id: string]: Sighting } = {
  'same-runtime': [['local', 'box', 'ci']],
  'dirty-home': [
    ['local', 'box', 'ci'],
    local({ path: { pythonpath: ['<other>/helpers'] }, tests: { exit_status: 1, failed: 1, passed: 0 } }),
  ],
  'other-version': [
    ['local', 'box', 'ci'],
    local({ interpreter: { version: '3.10.13' }, tests: { session: { version: '3.10.13' } } }),
  ],
  'invisible-file': [['box'], box({ persist: { files: { 'data/model.bin': { outside_cwd: true } } } })],
  'only-without-isolation': [['box'], box({ tests: { isolated: { exit_status: 1, passed: 0, failed: 1 } } })],
  'same-path-other-host': [
    ['local', 'box', 'ci'],
    local({
      interpreter: { version: '3.10.13' },
      tests: { session: { version: '3.10.13' }, exit_status: 1, failed: 1, passed: 0 },
    }),
  ],
  'same-bytes-other-runtime': [
    ['local', 'box', 'ci'],
    local({ interpreter: { version: '3.10.13' }, tests: { session: { version: '3.10.13' } } }),
  ],
  'green-here-red-there': [['local', 'box', 'ci'], local({ tests: { exit_status: 1, failed: 1, passed: 0 } })],
  'no-session': [['box'], box({ tests: { believed: false, disbelief: ['other-machine'] } })],
  'not-inherited': [['box'], box({ tests: { env: { MODE: { set: false } } } })],
  'orphan-report': [['box'], box({ tests: { reports: { 'junit.xml': { now: '11'.repeat(32) } } } })],
  'export-died': [
    ['box'],
    box({ env: { claimed: { MODE: { set: false } } }, tests: { env: { MODE: { set: false } } } }),
  ],
  'failing-hook': [['box'], box({ tests: { hook_error: "NameError: name 'helpers' is not defined" } })],
  'fewer-executed': [['local', 'box', 'ci'], box({ tests: { executed: 0, skipped: 1 } })],
  'fresh-box': [['box'], box({ previous: { boot: '2'.repeat(32) } })],
  'secret-on-box': [['box'], box({ secrets: { env_names: 2 } })],
  'older-content': [
    ['local'],
    {
      ...local({
        git: { head: EARLIER, head_content: THEN, tree_content: THEN },
        tests: { content_before: THEN, content_after: THEN },
      }),
      earlier: [EARLIER],
    },
  ],
  'forgotten-venv': [
    ['box'],
    box({
      interpreter: {
        executable: '/usr/bin/python3',
        prefix: '/usr',
        in_venv: false,
        project_python: '<repo>/.venv/bin/python',
      },
    }),
  ],
  'broken-launcher': [['box'], box({ interpreter: { scripts: 5, scripts_broken: 5 } })],
}
