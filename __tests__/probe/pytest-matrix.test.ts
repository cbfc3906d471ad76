/**
 * The plugin under one pytest after the other: what pytest prints, its exit status and the files are the same with
 * it and without. WHERE_IT_RAN_PYTESTS=all takes every minor version, WHERE_IT_RAN_PYTESTS=8.4.2,9.0.0 the named ones.
 */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Venv, venvWithPytest } from '../support/python.ts'
import { createFolder, type Files, writeFiles } from '../support/repo.ts'
import { comparable, createSuite, hasRecord, PROJECT, plainEnv, readRecord, start } from '../support/suite.ts'

const EVERY =
  '7.0.0 7.0.1 7.1.3 7.2.2 7.3.2 7.4.0 7.4.4 8.0.0 8.0.2 8.1.2 8.2.2 8.3.5 8.4.0 8.4.2 9.0.0 9.0.3 9.1.1 9.2.0'
const asked = process.env.WHERE_IT_RAN_PYTESTS ?? ''
const versions = asked === 'all' ? EVERY.split(' ') : asked === '' ? ['7.0.1', '9.2.0'] : asked.split(',')
/** The oldest Python for the oldest pytest, the newest for the newest. */
const pythonFor = (pytest: string) =>
  pytest.startsWith('7') ? '3.8' : pytest.startsWith('8') ? '3.12' : '3.13'

interface Situation {
  readonly name: string
  readonly files?: Files
  readonly args?: readonly string[]
  /** What stands before the arguments: python -m pytest when left out. */
  readonly by?: (venv: Venv) => readonly string[]
  /** Of the run, and of the session in the record; null: there is none; left out: either is fine. */
  readonly status: number
  readonly session?: object | null
  /** The first major version that has it. */
  readonly since?: number
  /** Run in the suite as well, not only when asked for. */
  readonly always?: boolean
}
const bare = ({ dir }: Venv) => [
  path.join(dir, process.platform === 'win32' ? 'Scripts/pytest.exe' : 'bin/pytest'),
]
const isolated = ({ python }: Venv) => [python, '-I', '-m', 'pytest']
const part: Files = { 'tests/test_more.py': 'def test_one(): pass\ndef test_two(): pass\n' }
const counts = (collected: number, passed: number, failed = 0, errors = 0, skipped = 0) => ({
  collected,
  passed,
  failed,
  errors,
  skipped,
})

const SITUATIONS: readonly Situation[] = [
  { name: 'python -m pytest', status: 0, session: { ...counts(1, 1), claimed_command: true } },
  { name: 'pytest', by: bare, status: 0, session: { ...counts(1, 1), claimed_command: false }, always: true },
  {
    name: 'python -I -m pytest',
    by: isolated,
    status: 0,
    session: { ...counts(1, 1), claimed_command: false },
    always: true,
  },
  {
    name: '--collect-only',
    args: ['--collect-only'],
    status: 0,
    session: { ...counts(1, 0), collect_only: true },
  },
  { name: '-k nothing', args: ['-k', 'nothing'], status: 5, session: { ...counts(0, 0), narrowed: ['-k'] } },
  {
    name: 'a part',
    files: part,
    args: ['tests/test_more.py::test_one'],
    status: 0,
    session: { ...counts(1, 1), narrowed: ['paths'] },
  },
  {
    name: 'all skipped',
    files: { 'tests/test_answer.py': 'import pytest\n@pytest.mark.skip\ndef test_one(): pass\n' },
    status: 0,
    session: counts(1, 0, 0, 0, 1),
  },
  {
    name: 'an error while collecting',
    files: { 'tests/test_broken.py': 'import nowhere_to_be_found\n' },
    status: 2,
    session: counts(1, 0, 0, 1),
    always: true,
  },
  {
    name: 'an error in a conftest.py below',
    files: { 'tests/conftest.py': 'import nowhere_to_be_found\n' },
    args: ['tests'],
    status: 4,
    session: null,
    always: true,
  },
  { name: 'a path that is not there', args: ['gone'], status: 4, session: { collected: 0, passed: 0 } },
  {
    name: '-x',
    files: { 'tests/test_answer.py': 'def test_one(): assert 0\ndef test_two(): pass\n' },
    args: ['-x'],
    status: 1,
    session: counts(2, 0, 1),
  },
  {
    name: 'Ctrl-C',
    files: { 'tests/test_answer.py': 'def test_one(): pass\ndef test_two(): raise KeyboardInterrupt\n' },
    status: 2,
    session: { ...counts(2, 1), interrupted: true },
    always: true,
  },
  {
    name: 'an internal error',
    files: { 'tests/conftest.py': 'def pytest_runtest_logfinish(): raise ValueError\n' },
    status: 3,
    session: { interrupted: true },
    always: true,
  },
  {
    name: 'one of each outcome',
    files: {
      'tests/test_answer.py': `import pytest, unittest
def test_pass(): pass
def test_fail(): assert False
@pytest.mark.xfail
def test_xfail(): assert False
@pytest.fixture
def late():
    yield
    raise ValueError
def test_teardown(late): pass
class Old(unittest.TestCase):
    def test_parts(self):
        with self.subTest(i=1): pass
        with self.subTest(i=2): self.assertTrue(False)
`,
    },
    status: 1,
    session: { interrupted: false },
    always: true,
  },
  {
    name: 'parts of a test',
    since: 9,
    files: {
      'tests/test_answer.py': `def test_parts(subtests):
    with subtests.test("a"): pass
    with subtests.test("b"): assert 0
`,
    },
    status: 1,
    session: { ...counts(1, 0, 2), interrupted: false },
    always: true,
  },
  {
    // From 7.4 on conftest.py above the rootdir is not loaded, and we aren't: plugin.test.ts has it with -p.
    name: 'another rootdir',
    args: ['--rootdir', 'tests', 'tests'],
    status: 0,
  },
  {
    name: 'strict warnings',
    args: ['-W', 'error', '--strict-markers', '--strict-config'],
    status: 0,
    session: counts(1, 1),
  },
]

const CONTENT = /\.pytest_cache|__pycache__|\.host_fingerprint\.json|\.git$/
/** Everything in the folder that somebody could have written. */
function treeOf(dir: string): Record<string, string> {
  const files = fs.readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const names = files.map((one) => path.relative(dir, path.join(one.parentPath, one.name)))
  const counted = names.filter((name) => !name.split(path.sep).some((word) => CONTENT.test(word))).sort()
  return Object.fromEntries(counted.map((name) => [name, fs.readFileSync(path.join(dir, name), 'utf8')]))
}

async function expectSame(venv: Venv, situation: Situation): Promise<{ dir: string; stdout: string }> {
  const { files = {}, args = [], by = ({ python }: Venv) => [python, '-m', 'pytest'] } = situation
  const plain = path.join(createFolder(), 'repo')
  const loaded = createSuite(files)
  writeFiles(plain, { ...PROJECT, 'conftest.py': '', ...files })
  const before = treeOf(loaded.dir)
  const run = (cwd: string) => start([...by(venv), ...args], { cwd, env: plainEnv() })
  const [without, withPlugin] = await Promise.all([run(plain), run(loaded.dir)])
  expect(without.code, without.stdout).toBe(situation.status)
  expect(withPlugin.code, withPlugin.stdout).toBe(situation.status)
  expect(comparable(withPlugin.stdout)).toBe(comparable(without.stdout))
  expect(comparable(withPlugin.stderr)).toBe(comparable(without.stderr))
  expect(treeOf(loaded.dir)).toEqual(before)
  expect(hasRecord(plain)).toBe(false)
  return { dir: loaded.dir, stdout: without.stdout }
}

/** What the last line of pytest says: `1 failed, 2 passed, 1 xfailed, 1 error in 0.1s`; undefined when it counts nothing. */
function summaryOf(stdout: string): object | undefined {
  const line = stdout
    .split('\n')
    .findLast((one) => / in \d+\.\d+s/.test(one) && /\d (?:passed|failed|skipped|error)/.test(one))
  if (line === undefined) return undefined
  const said = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0)
  return {
    passed: said('passed') + said('xpassed'),
    failed: said('failed'),
    errors: said('error'),
    skipped: said('skipped') + said('xfailed'),
    deselected: said('deselected'),
  }
}

const situationsFor = (version: string) =>
  SITUATIONS.filter(({ always = false }) => always || asked !== '').filter(
    ({ since = 0 }) => Number(version.split('.')[0]) >= since,
  )

for (const version of versions)
  describe(`pytest ${version}`, () => {
    const made = venvWithPytest(pythonFor(version), {
      pytest: version,
      xdist: version === '9.2.0' || asked !== '',
    })
    it.each(situationsFor(version))(
      '$name',
      async (situation) => {
        const found = await made
        if ('missing' in found && asked === '') return expect(found.missing).toContain(pythonFor(version))
        if ('missing' in found) throw new Error(found.missing)
        expect(found.found.pytest).toBe(version)
        const { dir, stdout } = await expectSame(found.found, situation)
        if (situation.session !== undefined) expect(hasRecord(dir)).toBe(situation.session !== null)
        if (!situation.session) return
        const { session } = readRecord(dir)
        expect(session).toMatchObject({
          finished: true,
          error: '',
          exit_status: situation.status,
          ...situation.session,
        })
        if (!session.interrupted) expect(session).toMatchObject(summaryOf(stdout) ?? {})
        expect(session.content_before).toMatch(/^[0-9a-f]{64}$/)
        expect(session.content_after).toBe(session.content_before)
      },
      1_200_000,
    )

    // In the suite plugin.test.ts does it, under three versions.
    if (asked === '') return
    it('pytest-xdist, loaded by its workers too', async () => {
      const found = await made
      if ('missing' in found) throw new Error(found.missing)
      const { dir } = createSuite(part)
      const ended = await start([found.found.python, '-m', 'pytest', '-n', '2'], {
        cwd: dir,
        env: plainEnv(),
      })
      expect(ended.code, ended.stdout).toBe(0)
      expect(readRecord(dir).session).toMatchObject({ ...counts(3, 3), claimed_command: true, error: '' })
    }, 1_200_000)
  })
