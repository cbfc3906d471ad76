import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { findProgram } from '../../src/adapters/process.ts'
import type { Terminal } from '../../src/adapters/terminal.ts'
import { nameOfProgram, patiently, shorten } from '../../src/cli/context.ts'
import { atRoot } from '../support/bed.ts'
import { plainEnv, runCli } from '../support/cli.ts'
import { createFolder, createRepo } from '../support/repo.ts'

/** A git that takes its time over one question. */
function slowGit(seconds: number): string {
  const bin = createFolder()
  const git = findProgram('git', process.env)
  fs.writeFileSync(
    path.join(bin, 'git'),
    `#!/bin/sh\ncase " $* " in *" ls-tree "*) sleep ${seconds};; esac\nexec ${git} "$@"\n`,
    { mode: 0o755 },
  )
  return `${bin}:${process.env.PATH}`
}

test('work that takes over a second says on standard error what it is', async () => {
  const { dir } = createRepo({ 'probes/claims.json': '{ "env": ["PATH"] }\n' })
  const [slow, quick] = await Promise.all([
    runCli(['table', '--format', 'json'], dir, { PATH: slowGit(1.5) }),
    runCli(['table', '--format', 'json'], dir),
  ])
  expect(slow.stderr).toContain('asking git what is checked out …\n')
  expect(slow.stdout).toBe(quick.stdout)
})

test.each([
  [999, []],
  [1001, ['reading …']],
])('work of %i ms says %j', async (ms, says) => {
  vi.useFakeTimers()
  try {
    const said: string[] = []
    const terminal = { log: { info: (line: string) => said.push(line) } } as unknown as Terminal
    const work = patiently(terminal, 'reading', new Promise((resolve) => setTimeout(resolve, ms)))
    await vi.advanceTimersByTimeAsync(ms)
    await work
    expect(said).toEqual(says)
  } finally {
    vi.useRealTimers()
  }
})

test('a step that is run again is the command as it was typed', async () => {
  const { dir } = createRepo({ 'probes/claims.json': '{ "env": ["PATH"] }\n' })
  const typed = ['table', '--fail-on', 'unknown,fails', '--format', 'json']
  const { stdout } = await runCli(typed, dir)
  const { local, box } = JSON.parse(stdout).rows[0].cells
  const { fix } = box ?? local
  const again = /run (node \S+ table .*)$/.exec(fix)?.[1] ?? ''
  expect(again).toContain('table --fail-on unknown,fails --format json')
  const repeated = spawnSync('/bin/sh', ['-c', again], { cwd: dir, encoding: 'utf8', env: plainEnv() })
  expect(repeated.stdout).toBe(stdout)
})

test.each([
  ['/usr/local/bin/where-it-ran', 'where-it-ran'],
  [undefined, 'where-it-ran'],
  ['/home/ada/.where-it-ran/dist/cli/index.js', 'node ~/.where-it-ran/dist/cli/index.js'],
  ['/home/ada/my tools/index.js', "node '/home/ada/my tools/index.js'"],
  ['/opt/tools/index.js', 'node /opt/tools/index.js'],
  ['/home/adam/index.js', 'node /home/adam/index.js'],
])('%s is started as %s', (script, typed) => expect(nameOfProgram(script, '/home/ada')).toBe(typed))

test.each([
  ['/home/ada/p/.venv/bin/python', '.venv/bin/python'],
  ['/home/ada/venv/bin/python', '~/venv/bin/python'],
  ['/home/adam/x', '/home/adam/x'],
  ['--python', '--python'],
])('the word %s is said as %s', (word, said) => expect(shorten(word, '/home/ada/p', '/home/ada')).toBe(said))

test('the example says what it is before it builds anything', () => {
  const { status, stdout } = spawnSync(process.execPath, [atRoot('examples/three-places/run.mjs'), '--help'], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, expect.stringContaining('--mended')])
  const wrong = spawnSync(process.execPath, [atRoot('examples/three-places/run.mjs'), '--mend'], { encoding: 'utf8' })
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('--mend')])
})
