/** The ways to load the plugin, as they stand in the README and in the probe: pasted, and run. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { atRoot } from '../support/bed.ts'
import { needing } from '../support/needs.ts'
import { needVenv, type Venv, venvWithPytest } from '../support/python.ts'
import type { Files } from '../support/repo.ts'
import { createSuite, PROBE, plainEnv, readRecord, start, VENDORED } from '../support/suite.ts'

let venv: Venv
/** The first pytest that can put the folder on the path early enough; where there is no such Python, none. */
let newest: Venv | undefined
beforeAll(async () => {
  venv = await needVenv()
  const latest = await venvWithPytest('3.13', { pytest: '9.2.0', xdist: true })
  newest = 'found' in latest ? latest.found : undefined
}, 300_000)

const block = (text: string, start: RegExp, end: RegExp): string => {
  const from = text.slice(text.search(start)).replace(start, '')
  return from.slice(0, from.search(end))
}
const readme = [...fs.readFileSync(atRoot('README.md'), 'utf8').matchAll(/```python\n([\s\S]*?)```/g)]
  .map(([, code = '']) => code)
  .find((code) => code.includes('pytest_plugins')) as string
const waysToLoad = block(fs.readFileSync(PROBE, 'utf8'), /^Ways to load it [^\n]*\n/m, /\n\n/)
  .split('\n')
  .map((line) => line.trim())
/** An entry of them: what stands after its name, up to the next one. */
const way = (name: string, lines: number): string => {
  const at = waysToLoad.findIndex((line) => line.startsWith(`${name}:`) || line.startsWith(`${name},`))
  const rest = waysToLoad.slice(at, at + lines).join('\n')
  return rest.slice(rest.indexOf(':') + 1).trim()
}

const unloaded: Files = { ...VENDORED, 'conftest.py': '' }
/** As typed into a shell whose python is this one. */
const type = (by: Venv, line: string, cwd: string) =>
  start(['sh', '-c', line], { cwd, env: plainEnv({ PATH: `${path.join(by.dir, 'bin')}:${process.env.PATH}` }) })
const expectRecord = async (files: Files, line: string, by = venv, below = '.') => {
  const { dir } = createSuite({ ...unloaded, ...files })
  const ended = await type(by, line, path.join(dir, below))
  expect(ended, ended.stdout).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout.match(/\[host-fingerprint\]/g)).toHaveLength(1)
  expect(readRecord(dir).session).toMatchObject({ exit_status: 0, passed: 1, error: '', narrowed: [] })
  return ended
}

needing('posix').describe('pasted and run', () => {
  it('the lines of the README, from the top and from below, isolated and not', async () => {
    expect(readme).toMatch(/^import sys\n[\s\S]*\n {4}pytest_plugins = \["agent_probe"\]\n$/)
    await expectRecord({ 'conftest.py': readme }, 'python -I -m pytest')
    // An ini file makes the top pytest's rootdir, also from below.
    await expectRecord({ 'conftest.py': readme, 'pytest.ini': '[pytest]\n' }, 'pytest', venv, 'tests')
  })

  it('the lines for conftest.py in the probe', async () => {
    const lines = way('conftest.py at the top', 2)
    expect(lines).toMatch(/^import sys.*\npytest_plugins = /)
    await expectRecord({ 'conftest.py': `${lines}\n` }, 'python -m pytest')
  })

  it('the command line', async () => {
    const line = way('command line', 1)
    expect(line).toMatch(/^PYTHONPATH=\S+ python -m pytest -p agent_probe$/)
    await expectRecord({}, line)
  })

  it('pyproject.toml, with PYTHONPATH and, from pytest 9 on, without', async () => {
    const [addopts = ''] = /addopts = "[^"]*"/.exec(way('pyproject.toml', 1)) ?? []
    const [pythonpath = ''] = /pythonpath = \[[^\]]*\]/.exec(waysToLoad.join('\n')) ?? []
    expect([addopts, pythonpath].map((one) => one.length > 0)).toEqual([true, true])
    const table = (...lines: string[]) => ({ 'pyproject.toml': ['[tool.pytest.ini_options]', ...lines, ''].join('\n') })
    await expectRecord(table(addopts), 'PYTHONPATH=scripts/agent_probes python -m pytest')
    if (newest) await expectRecord(table(addopts, pythonpath), 'python -m pytest', newest)
  })

  it('the shim for -I', async () => {
    const line = way('isolated', 3)
      .replace(/\n/g, ' ')
      .replace(/^.*?python -I/, 'python -I')
    expect(line).toMatch(/^python -I -c ".*"$/)
    await expectRecord({ 'pytest.ini': '[pytest]\npythonpath = .\n' }, line)
  })
})
