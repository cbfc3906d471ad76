/** Every supported interpreter says the same of the same place: no fact is there on one of them only. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import { errorsOf, type LookOptions, look } from '../support/look.ts'
import { findInterpreters, type Interpreter, venvWithPytest } from '../support/python.ts'
import { createFolder, createRepo, writeFiles } from '../support/repo.ts'
import { createSuite } from '../support/suite.ts'

const claims = {
  packages: ['mypkg', 'json', 'gone'],
  env: ['HOME', 'GONE', { name: 'MODE', compare: true }],
  files: ['conftest.py', 'gone.txt'],
  canary: ['home', 'temp'],
  secrets: ['.env', 'configuration'],
  tests: { command: ['python', '-m', 'pytest', '-q'] },
}
const env = { MODE: 'x' }

/** `git.state`, `path.entries[].label`: each fact that is there, whatever it says. */
function keysOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => keysOf(one, `${at}[]`))
  if (typeof value !== 'object' || value === null) return [at]
  return Object.entries(value).flatMap(([key, of]) => keysOf(of, at === '' ? key : `${at}.${key}`))
}
// Up to 3.11 a new environment has setuptools, and with it a .pth file.
const sorted = (facts: Facts) =>
  [...new Set(keysOf(facts))].filter((key) => !key.startsWith('path.pth[]')).sort()

/** What no interpreter can see otherwise than another. */
const shared = ({ git, secrets, env, previous, host, persist, tests }: Facts) => ({
  git,
  secrets,
  env: env?.claimed,
  previous,
  host,
  files: persist?.files,
  counts: [
    tests?.exit_status,
    tests?.collected,
    tests?.passed,
    tests?.failed,
    tests?.skipped,
    tests?.disbelief,
  ],
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
  it('in an environment with tests, which are run', async () => {
    const repo = createSuite({}, claims)
    repo.write({ '.env': 'x', 'new.txt': '' })
    const HOME = createFolder()
    const facts = await expectAlike(async ({ version }) => {
      const asked = await venvWithPytest(version)
      if ('missing' in asked) throw new Error(asked.missing)
      repo.git('clean', '-ffdXq')
      fs.rmSync(path.join(repo.dir, '.host_fingerprint.json'), { force: true })
      const args = ['--tests', 'always', '--stdout']
      return (await look(repo.dir, { python: asked.found.python, args, env: { ...env, HOME } })).facts
    })
    expect(facts.tests).toMatchObject({ exit_status: 0, passed: 1, origins: { mypkg: { imported: true } } })
  }, 300_000)

  it('with an editable install of a src layout', async () => {
    const repo = createRepo({ 'src/mypkg/__init__.py': '', 'conftest.py': '', '.gitignore': '.env\n' })
    const HOME = createFolder()
    const facts = await expectAlike(async (one) => {
      const dir = path.join(createFolder(), 'env')
      execFileSync(one.path, ['-m', 'venv', '--without-pip', dir])
      const [lib = ''] = fs.readdirSync(path.join(dir, 'lib'))
      writeFiles(path.join(dir, 'lib', lib, 'site-packages'), {
        '__editable__.mypkg-1.0.pth': `${repo.dir}/src\n`,
        'mypkg-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: mypkg\nVersion: 1.0\n',
        'mypkg-1.0.dist-info/RECORD': '__editable__.mypkg-1.0.pth,,\n',
        'mypkg-1.0.dist-info/direct_url.json': `{"url": "file://${repo.dir}", "dir_info": {"editable": true}}`,
      })
      return quiet(repo.dir, { python: path.join(dir, 'bin/python'), env: { ...env, HOME }, claims })
    })
    expect(facts.packages?.claimed?.mypkg).toMatchObject({ label: 'repo', direct_url: 'editable' })
  })

  it('without a repository', async () => {
    const dir = createFolder()
    const HOME = createFolder()
    const facts = await expectAlike((one) => quiet(dir, { python: one.path, env: { ...env, HOME }, claims }))
    expect(facts.git).toEqual({ state: 'none' })
  })
})

const quiet = async (dir: string, options: LookOptions) => (await look(dir, options)).facts
