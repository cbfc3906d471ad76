/** A distribution that was built from this tree some time ago: its code is not this tree's any more. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runAfterTests } from '../support/cli.ts'
import { needVenv, type Venv } from '../support/python.ts'
import { createFolder, type Files, writeFiles } from '../support/repo.ts'
import { createSuite, plainEnv, start } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const CLAIMS = { places: ['local'], tests: { command: ['python', '-m', 'pytest', '-q'] } }
const SOURCE = 'packages/pay/src/acme/pay/__init__.py'

/** What pip writes for `pip install packages/pay`: the files, where they came from and their list (PEP 610, PEP 376). */
function install(site: string, from: string, code: string, more: object = { dir_info: {} }): void {
  const origin =
    from === '' ? {} : { 'acme_pay-1.0.dist-info/direct_url.json': JSON.stringify({ url: `file://${from}`, ...more }) }
  writeFiles(site, {
    'acme/pay/__init__.py': code,
    'acme_pay-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: acme-pay\nVersion: 1.0\n',
    'acme_pay-1.0.dist-info/RECORD': 'acme/pay/__init__.py,sha256=x,8\nacme_pay-1.0.dist-info/METADATA,,\n',
    ...origin,
  })
}

/** The tests want what only the old build does. */
async function saidOf(prepare: (site: string, dir: string) => void) {
  const { dir } = createSuite(
    {
      [SOURCE]: 'RATE = 2\n',
      'tests/test_answer.py': 'import acme.pay\n\ndef test_rate():\n    assert acme.pay.RATE\n',
      'mypkg/__init__.py': null,
    },
    CLAIMS,
  )
  const site = path.join(createFolder(), 'lib/site-packages')
  fs.mkdirSync(site, { recursive: true })
  prepare(site, dir)
  const env = { PYTHONPATH: site }
  await start([venv.python, '-m', 'pytest', '-q'], { cwd: dir, env: plainEnv(env) })
  return (await runAfterTests(dir, venv.python, env)).tests
}

it('an old build of a namespace package deep in the tree', async () => {
  expect(await saidOf((site, dir) => install(site, path.join(dir, 'packages/pay'), 'RATE = 1\n'))).toMatchObject({
    state: 'fails',
    reason: 'OTHER_CHECKOUT',
    fact: expect.stringContaining('acme.pay from '),
  })
})

it('one that was installed from a wheel, under the name that the project gives', async () => {
  const said = await saidOf((site, dir) => {
    writeFiles(dir, { 'packages/pay/pyproject.toml': '[project]\nname = "acme-pay"\n' })
    execFileSync('git', ['add', '--all'], { cwd: dir })
    execFileSync('git', ['commit', '--quiet', '--message', 'Name it'], { cwd: dir })
    install(site, `${createFolder()}/acme_pay-1.0-py3-none-any.whl`, 'RATE = 1\n', { archive_info: {} })
  })
  expect(said).toMatchObject({ state: 'fails', reason: 'OTHER_CHECKOUT' })
})

it.each([
  ['another version', 'RATE = 1\n', 'tests green fails OTHER_CHECKOUT'],
  ['the same', 'RATE = 2\n', 'tests green holds GREEN'],
])('a copy of the source folder without its .git, %s', async (_, code, verdict) => {
  const copy = createFolder()
  writeFiles(copy, { 'src/acme/billing/__init__.py': code })
  expect(await namespaceSays({}, path.join(copy, 'src'))).toContain(verdict)
})

it.each<[string, (site: string, dir: string) => void, string]>([
  ['the same bytes', (site, dir) => install(site, path.join(dir, 'packages/pay'), 'RATE = 2\n'), 'GREEN'],
  ['a folder elsewhere', (site) => install(site, createFolder(), 'RATE = 1\n'), 'OTHER_CHECKOUT'],
  ['an index, of a project that says no names', (site) => install(site, '', 'RATE = 1\n'), 'ORIGIN_UNKNOWN'],
])('installed from %s', async (_, prepare, reason) => {
  expect(await saidOf(prepare)).toMatchObject({ reason })
})

/** Another folder on PYTHONPATH, and what becomes of the tests. */
async function reasonWith(files: Files, elsewhere: Files): Promise<string | undefined> {
  const { dir } = createSuite({ ...files, 'mypkg/__init__.py': null }, CLAIMS)
  const folder = path.join(createFolder(), 'lib/pay_pkg')
  writeFiles(folder, elsewhere)
  const env = { PYTHONPATH: folder }
  await start([venv.python, '-m', 'pytest', '-q'], { cwd: dir, env: plainEnv(env) })
  return (await runAfterTests(dir, venv.python, env)).tests.reason
}

it.each([
  ['another version', 'RATE = 1\n', 'OTHER_CHECKOUT'],
  ['the same', 'RATE = 2\n', 'GREEN'],
])('a copy without .git of a package deep in the tree, %s', async (_, code, reason) => {
  const files = {
    'lib/pay_pkg/pay/__init__.py': 'RATE = 2\n',
    'tests/test_answer.py': 'import pay\n\ndef test_rate():\n    assert pay.RATE\n',
  }
  expect(await reasonWith(files, { 'pay/__init__.py': code })).toBe(reason)
})

it('another package with folders of the same names in it is no copy', async () => {
  const test = 'import core.db\nimport other.core.db\n\ndef test_rate():\n    assert core.db.RATE\n'
  const files = { 'core/db/__init__.py': 'RATE = 2\n', 'tests/test_answer.py': test }
  expect(await reasonWith(files, { 'other/core/db/__init__.py': 'RATE = 1\n' })).toBe('GREEN')
})

/** `acme.billing` lies in this tree, and other distributions of the namespace in site-packages, which come first. */
async function namespaceSays(site: { readonly [file: string]: string }, first?: string) {
  const { dir } = createSuite(
    {
      'src/acme/billing/__init__.py': 'RATE = 2\n',
      'tests/test_answer.py':
        'import acme.billing\nimport acme.core\n\ndef test_rate():\n    assert acme.billing.RATE\n',
      'mypkg/__init__.py': null,
    },
    { ...CLAIMS, packages: first === undefined ? [{ name: 'acme.billing', from: 'repo' }] : [] },
  )
  const folder = path.join(createFolder(), 'lib/site-packages')
  writeFiles(folder, { 'acme/core/__init__.py': '', ...site })
  const env = { PYTHONPATH: [first ?? [], folder, path.join(dir, 'src')].flat().join(':') }
  await start([venv.python, '-m', 'pytest', '-q'], { cwd: dir, env: plainEnv(env) })
  const { rows } = await runAfterTests(dir, venv.python, env)
  return rows.map(({ claim, cells }) => [claim, cells.local?.state, cells.local?.reason].join(' '))
}

it('a namespace that is shared with other distributions is nobody’s alone', async () => {
  const said = await namespaceSays({})
  expect(said).toContain('tests green holds GREEN')
  expect(said.filter((one) => one.startsWith('package installed'))).toEqual([
    expect.stringMatching(/^package installed holds /),
  ])
})

it('our part of it taken from elsewhere is another checkout’s', async () => {
  const said = await namespaceSays({ 'acme/billing/__init__.py': 'RATE = 1\n' })
  expect(said).toContain('tests green fails OTHER_CHECKOUT')
})
