import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createActionsExec } from '../../src/adapters/actions-exec.ts'
import { createExec, findProgram } from '../../src/adapters/process.ts'

const sink = () => {
  const said: string[] = []
  const progress = new Writable({
    write: (chunk, _, done) => {
      said.push(String(chunk))
      done()
    },
  })
  return { said, progress }
}
const open = () => {
  const { said, progress } = sink()
  const find = (name: string) => findProgram(name, process.env)
  return { said, exec: createActionsExec({ progress, quiet: createExec(progress), find }) }
}
const node = (code: string) => [process.execPath, ['-e', code]] as const
const shown = { cwd: process.cwd(), env: process.env, seconds: 20, show: true }

test('what a shown child says goes through and comes back with its exit status', async () => {
  const { said, exec } = open()
  const exit = await exec(...node('console.log("out"); console.error("err"); process.exitCode = 4'), shown)
  expect(exit).toEqual({ kind: 'exited', code: 4, stdout: 'out\n', stderr: 'err\n' })
  expect(said.join('')).toContain('err\n')
})

test('a child that a signal ended is not one that exited well', async () => {
  const exit = await open().exec(...node('process.kill(process.pid, "SIGKILL")'), shown)
  expect(exit.kind).toBe('killed')
})

test.each([
  ['a name that PATH does not have', 'no-such-program-anywhere'],
  ['a path that is not there', '/nowhere/python'],
])('%s is not started', async (_, program) => {
  expect((await open().exec(program, [], shown)).kind).toBe('not-started')
})

test('a child that does not end is given up on within its limit', async () => {
  const exit = await open().exec(...node('setTimeout(() => {}, 60_000)'), { ...shown, seconds: 1 })
  expect(exit).toMatchObject({ kind: 'timed-out', seconds: 1 })
})

test('arguments and a folder with spaces and quotes arrive as they are', async () => {
  const words = ['a b', '"quoted"', "it's", '$HOME', '']
  const exit = await open().exec(
    process.execPath,
    ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', ...words],
    shown,
  )
  expect(exit.kind === 'exited' && JSON.parse(exit.stdout)).toEqual(words)
})

test('variables that are not set are not handed over', async () => {
  const env = { ...process.env, GONE: undefined }
  const exit = await open().exec(...node('console.log("GONE" in process.env)'), { ...shown, env })
  expect(exit).toMatchObject({ stdout: 'false\n' })
})
