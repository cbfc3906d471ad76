import fs from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createExec, findProgram, withoutActionVariables } from '../../src/adapters/process.ts'
import { createFolder } from '../support/repo.ts'

const node = process.execPath
const cwd = process.cwd()
const silent = new PassThrough()
const exec = createExec(silent)

describe('what became of a child', () => {
  test.each([
    [
      'exits',
      [node, '-e', 'console.log("out"); console.error("err"); process.exit(3)'],
      { kind: 'exited', code: 3, stdout: 'out\n', stderr: 'err\n' },
    ],
    ['is not there', ['/nowhere/python'], { kind: 'not-started', code: 'ENOENT' }],
    ['is not on PATH', ['no-such-program-anywhere'], { kind: 'not-started', code: 'ENOENT' }],
    ['may not be executed', [import.meta.filename], { kind: 'not-started', code: 'EACCES' }],
    [
      'kills itself',
      [node, '-e', 'process.kill(process.pid, "SIGKILL")'],
      { kind: 'killed', by: 'SIGKILL', stderr: '' },
    ],
    ['has a NUL in its name', ['/bin/\0sh'], { kind: 'not-started', code: 'ERR_INVALID_ARG_VALUE' }],
  ])('%s', async (_, [command = '', ...args], expected) => {
    expect(await exec(command, args, { cwd, seconds: 20 })).toEqual(expected)
  })

  test('takes too long, and is stopped', async () => {
    const exit = await exec(node, ['-e', 'console.error("here"); setInterval(() => {}, 1000)'], { cwd, seconds: 1 })
    expect(exit).toEqual({ kind: 'timed-out', seconds: 1, stderr: 'here\n' })
  })

  test('leaves a grandchild that holds its pipes', async () => {
    const code = `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 90000)'], { stdio: 'inherit', detached: true }).unref(); console.log('done')`
    const before = Date.now()
    expect(await exec(node, ['-e', code], { cwd, seconds: 80 })).toMatchObject({ code: 0, stdout: 'done\n' })
    expect(Date.now() - before).toBeLessThan(60_000)
  })
})

test('shown output goes to progress while it is kept; other output does not', async () => {
  const progress = new PassThrough()
  const both = ['-e', 'console.log("a"); console.error("b")']
  await createExec(progress)(node, both, { cwd, seconds: 20 })
  expect(progress.read()).toBeNull()
  await createExec(progress)(node, both, { cwd, seconds: 20, show: true })
  expect(String(progress.read())).toMatch(/^(a\nb\n|b\na\n)$/)
})

test('raw output keeps every byte as one character', async () => {
  const args = ['-e', 'process.stdout.write(Buffer.from([0xff, 0xc3, 0xa9]))']
  expect(await exec(node, args, { cwd, seconds: 20, raw: true })).toMatchObject({ stdout: '\xff\xc3\xa9' })
})

test('a program is found on absolute entries of PATH only', ({ skip }) => {
  skip(process.platform === 'win32', 'Windows starts no scripts by their mode')
  const dir = createFolder()
  const tool = path.join(dir, 'tool')
  fs.writeFileSync(tool, '#!/bin/sh\n', { mode: 0o755 })
  fs.writeFileSync(path.join(dir, 'text'), '', { mode: 0o644 })
  fs.mkdirSync(path.join(dir, 'folder'))
  const relative = path.relative(process.cwd(), dir)
  expect(findProgram('tool', { PATH: `/nowhere:${dir}` })).toBe(tool)
  expect(findProgram('tool', { PATH: `${relative}:.:` })).toBeUndefined()
  expect(findProgram('text', { PATH: dir })).toBeUndefined()
  expect(findProgram('folder', { PATH: dir })).toBeUndefined()
  expect(findProgram('tool', {})).toBeUndefined()
})

test('what the runner adds for an action is left out, what the job has stays', () => {
  const job = { PATH: '/bin', CI: 'true', GITHUB_RUN_ID: '1', GITHUB_SHA: 'a', MY_TOKEN: 't', INPUTRC: 'r' }
  const action = {
    INPUT_PYTHON: 'x',
    STATE_a: 'b',
    ACTIONS_RUNTIME_TOKEN: 't',
    GITHUB_ENV: 'f',
    GITHUB_PATH: 'f',
    GITHUB_OUTPUT: 'f',
    GITHUB_STATE: 'f',
    GITHUB_STEP_SUMMARY: 'f',
  }
  expect(withoutActionVariables({ ...job, ...action })).toEqual(job)
})
