/** Every supported interpreter says the same of the same place: no fact is there on one of them only. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import { createVenv, directUrl, install } from '../cases/support/python.ts'
import { errorsOf, look } from '../support/look.ts'
import { findInterpreters, type Interpreter } from '../support/python.ts'
import { createFolder } from '../support/repo.ts'
import { createSuite, PROBE } from '../support/suite.ts'

const claims = {
  packages: ['mypkg', 'json', 'gone'],
  env: ['HOME', 'GONE', { name: 'MODE', compare: true }],
  files: ['conftest.py', 'gone.txt'],
  canary: ['home', 'temp'],
  secrets: ['.env', 'configuration'],
  tests: { command: ['python', '-m', 'pytest', '-q'] },
}
const env = { MODE: 'x' }

const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/** `git.state`, `path.entries[].label`: each fact that is there, whatever it says. */
function keysOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => keysOf(one, `${at}[]`))
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, of]) => keysOf(of, at === '' ? key : `${at}.${key}`))
}
// Up to 3.11 a new environment has setuptools, and with it a .pth file.
const sorted = (facts: Facts) => [...new Set(keysOf(facts))].filter((key) => !key.startsWith('path.pth[]')).sort()

/** What no interpreter can see otherwise than another. */
const shared = ({ git, secrets, env, previous, host, persist, tests }: Facts) => ({
  git,
  secrets,
  env: env?.claimed,
  previous,
  host,
  files: persist?.files,
  counts: [tests?.exit_status, tests?.collected, tests?.passed, tests?.failed, tests?.skipped, tests?.disbelief],
})

async function expectAlike(lookAt: (one: Interpreter) => Promise<Facts>): Promise<Facts> {
  // A distribution's own Python comes with hooks and folders of its own: another situation.
  const all = (await findInterpreters()).filter(({ path: python }) => !/^\/usr\/bin\//.test(python))
  const [oldest, ...others] = all
  if (!oldest) throw new Error('no supported Python on this machine')
  const expected = await lookAt(oldest)
  expect(errorsOf(expected)).toEqual({})
  for (const one of others) {
    const facts = await lookAt(one)
    expect(facts.interpreter?.version).toBe(one.version)
    expect(sorted(facts), one.version).toEqual(sorted(expected))
    expect(shared(facts), one.version).toEqual(shared(expected))
  }
  return expected
}

describe('the same keys, and the same facts where no version matters', () => {
  it('in an environment with an editable install of a src layout and tests, which are run', async () => {
    const layout = { 'mypkg/__init__.py': null, 'src/mypkg/__init__.py': 'ANSWER = 42\n' }
    const repo = createSuite({ ...layout, '.gitignore': '.env\n__pycache__/\n.pytest_cache/\n' }, claims)
    repo.write({ '.env': 'x', 'new.txt': '' })
    const HOME = createFolder()
    const facts = await expectAlike(async ({ path: base, version }) => {
      // Pure Python: what the oldest has runs up to 3.10, what a newer one has from 3.11 on.
      const like = compare(version, '3.11') < 0 ? '3.8' : undefined
      const venv = await createVenv(path.join(createFolder(), 'env'), { base, pytest: true, like })
      const direct = { 'direct_url.json': directUrl(`file://${repo.dir}`) }
      const files = { '__editable__.mypkg-1.0.pth': `${repo.dir}/src\n` }
      install(venv.site, { name: 'mypkg', version: '1.0', files }, direct)
      repo.git('clean', '-ffdXq', '--exclude=!.env')
      repo.write({ '.env': 'x' })
      fs.rmSync(path.join(repo.dir, '.host_fingerprint.json'), { force: true })
      const args = ['--tests', 'always', '--stdout']
      return (await look(repo.dir, { python: venv.python, args, env: { ...env, HOME } })).facts
    })
    expect(facts.tests).toMatchObject({ exit_status: 0, passed: 1, origins: { mypkg: { imported: true } } })
    expect(facts.packages?.claimed?.mypkg).toMatchObject({ label: 'repo', direct_url: 'editable' })
  }, 300_000)

  it('without a repository', async () => {
    const dir = createFolder()
    const HOME = createFolder()
    // Asked to stay interactive and to take warnings for errors, isolated and by a command: all the same.
    const odd = { PYTHONINSPECT: '1', PYTHONWARNINGS: 'error', PYTHONDEVMODE: '1' }
    const facts = await expectAlike(async (one) => {
      const code = `import runpy; runpy.run_path(${JSON.stringify(PROBE)}, run_name="__main__")`
      const command = { command: [one.path, '-I', '-c', code] }
      const options = { env: { ...env, ...odd, HOME }, claims }
      const looked = await look(dir, { python: one.path, ...options, ...command })
      expect(looked.facts.interpreter).toMatchObject({ isolated: true })
      expect(looked.stderr).not.toMatch(/Warning|Traceback/)
      return (await look(dir, { python: one.path, ...options })).facts
    })
    expect(facts.interpreter?.isolated).toBe(false)
    expect(facts.git).toEqual({ state: 'none' })
  })
})
