import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findInterpreter, findInterpreters, findOldInterpreters, venvWithPytest } from './python.ts'

test('interpreters are listed by version, oldest first, the old ones apart', async () => {
  const versions = (await findInterpreters()).map(({ version }) => version)
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) expect(version).toMatch(/^3\.([89]|1\d)\.\d+$/)
  for (const { version } of await findOldInterpreters()) expect(version).toMatch(/^(2|3\.[0-7])\./)
})

test('an interpreter is found by the start of its version', async () => {
  const [first] = await findInterpreters()
  const minor = String(first?.version.split('.').slice(0, 2).join('.'))
  const { found } = (await findInterpreter(minor)) as { found: { version: string } }
  expect(found.version.startsWith(`${minor}.`)).toBe(true)
  expect(await findInterpreter('3.99')).toEqual({ missing: 'no Python 3.99 on this machine' })
})

test('two that ask at once get the same environment', { timeout: 180_000 }, async (context) => {
  const [one, two] = await Promise.all([venvWithPytest(), venvWithPytest()])
  expect(two).toEqual(one)
  if ('missing' in one) return context.skip(one.missing)
  const out = execFileSync(one.found.python, ['-m', 'pytest', '--version'], { encoding: 'utf8' })
  expect(out).toContain(`pytest ${one.found.pytest}`)
})
