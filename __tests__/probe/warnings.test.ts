/** Under Python's development mode with warnings as errors: no process is left running, and no file open. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { needing } from '../support/needs.ts'
import { needVenv } from '../support/python.ts'
import { createSuite, PROBE, PROJECT, plainEnv, readRecord, start, VENDORED } from '../support/suite.ts'

const STRICT = ['-X', 'dev', '-W', 'error']
const claims = {
  env: ['HOME'],
  canary: ['temp'],
  secrets: ['.env'],
  tests: { command: ['python', '-m', 'pytest', '-q'] },
}
const WARNED = /warning|exception|traceback|unraisable/i

needing('posix').describe.each(['3.8', '3.12', '3.13'])('Python %s warns of nothing', (version) => {
  const strictly = async (words: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const { dir } = createSuite({ ...PROJECT, ...VENDORED }, claims)
    const { python } = await needVenv(version, { xdist: true })
    const ended = await start([python, ...STRICT, ...words], { cwd: dir, env: plainEnv(env) })
    expect(`${ended.stdout}${ended.stderr}`).not.toMatch(WARNED)
    expect(ended.code).toBe(0)
    return dir
  }

  it.each([
    ['a script', [PROBE, 'local', '--tests', 'always'], {}],
    ['a module', ['-m', 'agent_probe', 'local', '--tests', 'always'], { PYTHONPATH: path.dirname(PROBE) }],
    [
      'a function that returns',
      ['-c', 'import sys, agent_probe; sys.exit(agent_probe.main(["local", "--tests", "never"]))'],
      { PYTHONPATH: path.dirname(PROBE) },
    ],
  ])('as %s', async (_, words, env) => {
    await strictly(words, env)
  })

  it.each([
    ['alone', []],
    ['in two workers', ['-n', '2']],
  ])('as a plugin, %s', async (_, more) => {
    const dir = await strictly(['-m', 'pytest', '-q', ...more])
    expect(readRecord(dir).session).toMatchObject({ error: '', finished: true })
  })
})
