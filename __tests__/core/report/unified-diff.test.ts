/** What a reader sees of two files that disagree: the facts that could be the cause, from recorded real files. */
import { expect, test } from 'vitest'
import { unifiedDiff } from '../../../src/core/report/unified-diff.ts'
import { play } from '../../walk-throughs/support/stage.ts'

const UNSET = { env: { claimed: { MODE: { set: false } } } }
const FAILED = { tests: { exit_status: 1, failed: 1, passed: 0 } }

test('a session on one side only is one line, not all that it did', () => {
  const lines = unifiedDiff(play({ facts: { box: { ...UNSET, tests: { source: 'none' } } } }))
  expect(lines.slice(0, 2)).toEqual(['--- probes/box.txt', '+++ probes/ci.txt'])
  expect(lines).toContain('-claimed.MODE.set = false')
  const tests = lines.slice(lines.indexOf('@@ tests @@') + 1)
  expect(tests.slice(0, 2)).toEqual(['-source = none', '+source = run'])
  expect(tests[2] ?? '@@').toMatch(/^@@/)
})

test('where an environment lies is told once, and what a CI provider sets is not told at all', () => {
  const elsewhere = (text: string) => text.replaceAll('<repo>/.venv', '<other>/tool-cache')
  const names = ['CI', 'CI_FAST', 'GITHUB_SHA', 'RUNNER_OS', 'CIVIL', 'PYTHONHASHSEED']
  const lines = unifiedDiff(play({ facts: { local: FAILED, ci: { env: { names } } }, text: { ci: elsewhere } }))
  expect(lines.filter((line) => line.includes('tool-cache'))).toEqual(['+prefix = <other>/tool-cache'])
  expect(lines.filter((line) => line.startsWith('+names'))).toEqual(['+names = CIVIL', '+names = PYTHONHASHSEED'])
})

test('a shell that has such a name by itself shows it', () => {
  const { differences } = play({ facts: { local: { env: { names: ['GITHUB_TOKEN_FILE'] } } } })
  expect(differences.find(({ key }) => key === 'env.names')?.values.local).toContain('GITHUB_TOKEN_FILE')
})

test('a place that lists claimed packages only is compared in these', () => {
  const all = { scope: 'all', distributions: ['attrs==1', 'pytest==8.0.0', 'zipp==3'] } as const
  const lines = unifiedDiff(play({ facts: { local: FAILED, ci: { packages: all } } }))
  expect(lines.filter((line) => /attrs|zipp/.test(line))).toEqual([])
  expect(lines).toContain('+distributions = pytest==8.0.0')
  const both = unifiedDiff(play({ facts: { local: { ...FAILED, packages: { scope: 'all' } }, ci: { packages: all } } }))
  expect(both).toContain('+distributions = attrs==1')
})
