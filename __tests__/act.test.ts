import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { atRoot } from './support/bed.ts'
import { findTool, lackOf } from './support/tools.ts'

test('act runs the self-test workflow: three legs, one report, one comment', ({ skip }) => {
  const act = findTool('act')
  if (!act) return skip(lackOf('act'))
  const { stdout, stderr } = spawnSync(process.execPath, [atRoot('e2e/act/run.mjs'), act], { encoding: 'utf8' })
  expect(stdout, stderr.slice(-4000)).not.toBe('')
  expect(JSON.parse(stdout)).toEqual({
    code: 0,
    artifacts: ['probes-ci-macos-latest', 'probes-ci-ubuntu-latest', 'probes-ci-windows-latest', 'probes-report'],
    comments: [expect.stringContaining('Where it ran: ')],
    violations: [],
  })
}, 300_000)
