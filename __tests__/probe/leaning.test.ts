/** What a green run may lean on that no content id shows. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runAfterTests } from '../support/cli.ts'
import { needVenv, type Venv } from '../support/python.ts'
import { createFolder, createRepo, type Files, writeFiles } from '../support/repo.ts'
import { createSuite, plainEnv, probe, start } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const COMMAND = ['python', '-m', 'pytest', '-q']
const CLAIMS = { places: ['local'], tests: { command: COMMAND } }

async function runTests(dir: string, env: NodeJS.ProcessEnv = {}) {
  const words = [venv.python, ...COMMAND.slice(1)]
  await start(words, { cwd: dir, env: plainEnv({ PYTHONDONTWRITEBYTECODE: '1', ...env }) })
}
async function saidOf(dir: string, claim = 'tests green', env: NodeJS.ProcessEnv = {}) {
  const { rows } = await runAfterTests(dir, venv.python, env)
  return rows.find((row) => row.claim === claim)?.cells.local
}
async function suiteSays(files: Files, claims: object = CLAIMS, claim = 'tests green') {
  const { dir } = createSuite(files, claims)
  await runTests(dir)
  return saidOf(dir, claim)
}

describe.concurrent('a source that is written and put back while the tests run', () => {
  const test = (edit: string): Files => ({
    'mypkg/__init__.py': 'ANSWER = 41\n',
    'tests/test_answer.py': `import pathlib
file = pathlib.Path(__file__).parent.parent / "mypkg/__init__.py"
here = file.read_text()
${edit}
import mypkg
file.exists() and ${edit ? 'file.write_text(here)' : 'None'}

def test_answer():
    assert mypkg.ANSWER in (41, 42)
`,
  })
  it('is no evidence', async () => {
    expect(await suiteSays(test('file.write_text("ANSWER = 42\\n")'))).toMatchObject({
      reason: 'CHANGED_WHILE_RUNNING',
      fact: '<repo>/mypkg/__init__.py was written while the tests ran',
    })
  })
  it('one that is left alone holds', async () => {
    expect(await suiteSays(test(''))).toMatchObject({ reason: 'GREEN' })
  })
})

describe.concurrent('a module that git ignores', () => {
  const files: Files = {
    '.gitignore': '__pycache__/\n.pytest_cache/\nlocal_settings.py\n',
    'mypkg/__init__.py': 'from mypkg.local_settings import ANSWER\n',
  }
  const prepare = async () => {
    const { dir } = createSuite(files, CLAIMS)
    const file = path.join(dir, 'mypkg/local_settings.py')
    fs.writeFileSync(file, 'ANSWER = 42\n')
    await runTests(dir)
    return { dir, file }
  }
  it('is told', async () => {
    const { dir } = await prepare()
    expect(await saidOf(dir)).toMatchObject({
      reason: 'GREEN',
      fact: expect.stringMatching(/, with a module that git ignores$/),
    })
  })
  it.each<[string, (file: string) => void]>([
    ['gone', (file) => fs.rmSync(file)],
    ['changed', (file) => fs.writeFileSync(file, 'ANSWER = 41\n')],
  ])('%s since: no longer believed', async (_, change) => {
    const { dir, file } = await prepare()
    change(file)
    const { tests } = await probe(venv.python, dir, ['--tests', 'never'])
    expect(tests).toMatchObject({ believed: false, disbelief: ['ignored-changed'] })
  })
})

describe.concurrent('a claimed variable', () => {
  const saysOf = async (code: string, files: Files = {}, more: object = {}) => {
    const { dir } = createSuite(files, { ...CLAIMS, env: [{ name: 'BILLING_MODE', ...more }] })
    fs.appendFileSync(path.join(dir, 'conftest.py'), `import os\n${code}\n`)
    const repo = ['-C', dir, '-c', 'user.name=a', '-c', 'user.email=a@example.invalid']
    await start(['git', ...repo, 'commit', '--quiet', '--all', '--message', 'Set'])
    await runTests(dir)
    return saidOf(dir, 'env var set')
  }
  it.each([
    'os.environ.update({"A": "1", "BILLING_MODE": "test"})',
    'os.environ.setdefault("BILLING_MODE", "test")',
    "os.environ['BILLING_MODE'] = 'test'",
    'for name, value in {"BILLING_MODE": "test"}.items(): os.environ[name] = value',
    'os.environ.update(line.split("=") for line in open("test.env").read().split())',
  ])('that only conftest.py sets is not set by the place: %s', async (code) => {
    const files = { 'test.env': 'BILLING_MODE=test\n' }
    expect(await saysOf(code, files)).toMatchObject({ reason: 'UNSET', fact: 'only the tests set it, not this place' })
  })
  describe('that a file of this place brings', () => {
    const read = 'os.environ.update(line.split("=") for line in open(".env").read().split())'
    const files = (text: string): Files => ({ '.gitignore': '.env\n*.cfg\n', '.env': text })
    it.each<[string, string, object, string]>([
      ['is set by the place', 'BILLING_MODE=live\n', {}, 'SET: set by .env'],
      ['is, as the claim says', 'BILLING_MODE=live\n', { from: '.env' }, 'SET: set by .env'],
      ['to nothing is not', 'BILLING_MODE=\n', { from: '.env' }, 'EMPTY: set by .env, to nothing'],
      ['must be in the file that the claim names', 'BILLING_MODE=live\n', { from: 'p.cfg' }, 'UNSET: only'],
    ])('%s', async (_, text, more, said) => {
      const cell = await saysOf(read, files(text), more)
      expect(`${cell?.reason}: ${cell?.fact}`).toMatch(new RegExp(`^${said}`))
    })
    it('is known by its file where nothing puts it into the process', async () => {
      expect((await saysOf('', files('BILLING_MODE=live\n'), { from: '.env' }))?.reason).toBe('SET')
      expect((await saysOf('', files('BILLING_MODE=live\n')))?.reason).toBe('UNSET')
    })
  })
  it('that was empty when the tests started is not set, whatever they make of it', async () => {
    const { dir } = createSuite({}, { ...CLAIMS, env: ['BILLING_MODE'] })
    fs.appendFileSync(path.join(dir, 'conftest.py'), 'import os\nos.environ["BILLING_MODE"] = "test"\n')
    await runTests(dir, { BILLING_MODE: '' })
    expect((await probe(venv.python, dir, ['--tests', 'never'])).tests?.env?.BILLING_MODE).toMatchObject(
      fs.existsSync('/proc/self/environ') ? { set: true, start: 'empty' } : { start: 'untold' },
    )
  })
})

it('a package behind a link that leads out of the repository is not the repository’s', async () => {
  const outside = createFolder()
  writeFiles(outside, { '__init__.py': 'ANSWER = 42\n' })
  const { dir, git } = createSuite({ 'mypkg/__init__.py': null }, CLAIMS)
  fs.symlinkSync(outside, path.join(dir, 'mypkg'))
  git('add', 'mypkg')
  git('commit', '--quiet', '--message', 'Link')
  const claims = { ...CLAIMS, salt: '00ff', packages: [{ name: 'mypkg', from: 'repo' }] }
  writeFiles(dir, { 'probes/claims.json': JSON.stringify(claims) })
  await runTests(dir)
  expect(await saidOf(dir)).toMatchObject({ state: 'fails', reason: 'OTHER_CHECKOUT' })
  expect(await saidOf(dir, 'package installed')).toMatchObject({ state: 'fails' })
})

it('a submodule that is not checked out is told', async () => {
  const part = createRepo({ 'test_part.py': 'def test_part():\n    assert False\n' })
  const { dir, git } = createSuite({}, CLAIMS)
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.dir, 'vendor/part')
  git('commit', '--quiet', '--message', 'Add a part')
  git('submodule', '--quiet', 'deinit', '--force', 'vendor/part')
  await runTests(dir)
  expect(await saidOf(dir)).toMatchObject({
    reason: 'GREEN',
    fact: expect.stringMatching(/, without a submodule that is not checked out$/),
  })
})

it('a module that git ignores in a submodule is told', async () => {
  const part = createRepo({ '.gitignore': 'here.py\n', 'lib.py': 'from here import ANSWER\n' })
  const { dir, git } = createSuite(
    { 'tests/test_part.py': 'import sys\nsys.path.insert(0, "part")\nimport lib\ndef test_part():\n    pass\n' },
    CLAIMS,
  )
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.dir, 'part')
  git('commit', '--quiet', '--message', 'Add a part')
  writeFiles(dir, { 'part/here.py': 'ANSWER = 42\n' })
  await runTests(dir)
  expect(await saidOf(dir)).toMatchObject({
    reason: 'GREEN',
    fact: expect.stringMatching(/, with a module that git ignores$/),
  })
})

it('a pytest.ini above the repository is named', async () => {
  const { dir } = createSuite({}, CLAIMS)
  const above = createFolder()
  fs.writeFileSync(path.join(above, 'pytest.ini'), '[pytest]\n')
  const moved = path.join(above, 'project')
  fs.cpSync(dir, moved, { recursive: true })
  await runTests(moved)
  expect(await saidOf(moved)).toMatchObject({
    reason: 'PARTIAL_RUN',
    fact: 'narrowed by pytest.ini outside this repository',
    fix: expect.stringContaining('a pytest configuration of its own'),
  })
})
