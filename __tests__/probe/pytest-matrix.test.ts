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
/** The one that most tests use: every situation is tried with it. */
const USUAL = '8.3.5'
const asked = process.env.WHERE_IT_RAN_PYTESTS ?? ''
const versions = asked === 'all' ? EVERY.split(' ') : asked === '' ? [USUAL, '7.0.1', '9.2.0'] : asked.split(',')
/** The oldest Python for the oldest pytest, the newest for the newest. */
const pythonFor = (pytest: string) => (pytest.startsWith('7') ? '3.8' : pytest.startsWith('8') ? '3.12' : '3.13')

interface More {
  readonly files?: Files
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** What stands before the arguments: python -m pytest when left out. */
  readonly by?: (venv: Venv) => readonly string[]
  /** The first major version that has it. */
  readonly since?: number
  /** Under every version, and not only when asked for. */
  readonly always?: boolean
}
/** Exit status of the run; the session in its record, as pytest's manual has it, null where there is none. */
type Situation = readonly [name: string, status: number, session: object | null, more: More]

const bare = ({ dir }: Venv) => [path.join(dir, process.platform === 'win32' ? 'Scripts/pytest.exe' : 'bin/pytest')]
const isolated = ({ python }: Venv) => [python, '-I', '-m', 'pytest']
const counts = (collected: number, passed: number, failed = 0, errors = 0, skipped = 0, deselected = 0) => ({
  ...{ collected, passed, failed, errors, skipped, deselected },
})
const test = (body: string, more: Files = {}): Files => ({ 'tests/test_x.py': body, ...more })
const TWO = 'def test_one(): pass\ndef test_two(): pass\n'
const part: Files = { ...test(TWO), 'tests/test_y.py': TWO }
const OTHER = { claimed_command: false }
const CLAIMED = { claimed_command: true, narrowed: [] }
const always = true
const OUTCOMES = `
import pytest, unittest
def test_pass(): pass
def test_fail(): assert False
@pytest.mark.skip
def test_skip(): pass
@pytest.mark.xfail
def test_xfail(): assert False
@pytest.mark.xfail
def test_xpass(): pass
@pytest.fixture
def broken(): raise ValueError
def test_error(broken): pass
@pytest.fixture
def late():
    yield
    raise ValueError
def test_teardown(late): pass
class Old(unittest.TestCase):
    def test_old(self): self.assertTrue(True)
`
const SUBTESTS = `
import unittest
class Old(unittest.TestCase):
    def test_parts(self):
        with self.subTest(i=1): pass
        with self.subTest(i=2): self.assertTrue(False)
`
const ELSEWHERE = `
import os, sys, mypkg
def test_one(tmp_path):
    sys.modules["mypkg"] = object()
    os.chdir(str(tmp_path))
`
const ENDS = 'def pytest_terminal_summary(terminalreporter): terminalreporter._session.exitstatus = 7\n'

const SITUATIONS: readonly Situation[] = [
  ['python -m pytest', 0, { ...counts(2, 2), interrupted: false, ...CLAIMED }, { files: test(TWO) }],
  ['pytest', 0, { ...counts(1, 1), ...OTHER }, { by: bare, always }],
  ['python -I -m pytest', 0, { ...counts(1, 1), ...OTHER }, { by: isolated, always }],
  ['one of each outcome', 1, { ...counts(8, 4, 1, 2, 2), interrupted: false }, { files: test(OUTCOMES), always }],
  ['parts of a unittest', 1, { interrupted: false }, { files: test(SUBTESTS), always }],
  [
    'parts of a test',
    1,
    { ...counts(1, 0, 2), interrupted: false },
    { files: test('def test_parts(subtests):\n    with subtests.test("b"): assert 0\n'), since: 9, always },
  ],
  [
    'all skipped',
    0,
    counts(1, 0, 0, 0, 1),
    { files: test(`import pytest\npytestmark = pytest.mark.skip\n${TWO.slice(0, 21)}`) },
  ],
  [
    'a module skipped while collecting',
    5,
    counts(0, 0, 0, 0, 1),
    { files: test('import pytest\npytest.skip("no", allow_module_level=True)\n') },
  ],
  [
    '--collect-only',
    0,
    { ...counts(2, 0), collect_only: true, ...OTHER },
    { files: test(TWO), args: ['--collect-only'] },
  ],
  [
    'PYTEST_ADDOPTS=--collect-only',
    0,
    { ...counts(2, 0), collect_only: true, addopts: ['--collect-only'], narrowed: ['--collect-only'], ...OTHER },
    { files: test(TWO), env: { PYTEST_ADDOPTS: '--collect-only' } },
  ],
  [
    'PYTEST_ADDOPTS that narrows, its value not recorded',
    0,
    { ...counts(1, 1, 0, 0, 0, 1), addopts: ['-k', '-q'], narrowed: ['-k'], ...OTHER },
    { files: test(TWO), env: { PYTEST_ADDOPTS: "-k 'one or s3cret' -q" } },
  ],
  [
    '-k that matches nothing',
    5,
    { ...counts(0, 0, 0, 0, 0, 2), narrowed: ['-k'], ...OTHER },
    { files: test(TWO), args: ['-k', 'zzz'] },
  ],
  [
    'a part of the suite by path',
    0,
    { ...counts(2, 2), narrowed: ['paths'], ...OTHER },
    { files: part, args: ['tests/test_x.py'] },
  ],
  [
    'a part of the suite by node id, --deselect and --ignore',
    0,
    { ...counts(1, 1, 0, 0, 0, 1), narrowed: ['--deselect', '--ignore'], ...OTHER },
    { files: part, args: ['--deselect=tests/test_x.py::test_one', '--ignore', 'tests/test_y.py'] },
  ],
  [
    'options that only say how to tell',
    0,
    { ...counts(2, 2), ...CLAIMED },
    {
      files: test(TWO),
      args: ['-qq', '--tb=short', '-rA', '--verbosity=-1', '--ff', '--junitxml=junit.xml', '--maxfail=2'],
    },
  ],
  [
    'an option nobody knows here',
    0,
    { ...counts(2, 2), narrowed: [], ...OTHER },
    { files: test(TWO), args: ['--import-mode=importlib'] },
  ],
  [
    '--setup-plan, which executes nothing',
    0,
    { ...counts(2, 0), ...OTHER },
    { files: test(TWO), args: ['--setup-plan'] },
  ],
  [
    'addopts of the project, which are content',
    0,
    { ...counts(1, 1, 0, 0, 0, 1), ...CLAIMED },
    { files: test(TWO, { 'pytest.ini': '[pytest]\naddopts = --deselect tests/test_x.py::test_one\n' }) },
  ],
  [
    'an error while collecting',
    2,
    { ...counts(2, 0, 0, 1), interrupted: false },
    { files: test('import nowhere_to_be_found\n', { 'tests/test_y.py': TWO }), always },
  ],
  [
    'an error in a conftest.py below',
    4,
    null,
    { files: { 'tests/conftest.py': 'import nowhere_to_be_found\n' }, args: ['tests'], always },
  ],
  ['a path that is not there', 4, { collected: 0, passed: 0 }, { args: ['gone'] }],
  [
    '-x',
    1,
    { ...counts(2, 0, 1), ...CLAIMED },
    { files: test('def test_one(): assert 0\ndef test_two(): pass\n'), args: ['-x'] },
  ],
  [
    'Ctrl-C',
    2,
    { ...counts(2, 1), interrupted: true },
    { files: test('def test_one(): pass\ndef test_two(): raise KeyboardInterrupt\n'), always },
  ],
  [
    'pytest.exit with status 0',
    0,
    { ...counts(2, 1), interrupted: true },
    { files: test('import pytest\ndef test_one(): pass\ndef test_two(): pytest.exit("bye", 0)\n') },
  ],
  [
    'an internal error',
    3,
    { interrupted: true },
    { files: test(TWO, { 'tests/conftest.py': 'def pytest_runtest_logfinish(): raise ValueError\n' }), always },
  ],
  [
    'a plugin that turns the exit status at the very end',
    7,
    counts(2, 2),
    { files: test(TWO, { 'tests/conftest.py': ENDS }) },
  ],
  [
    'tests that put other things into sys.modules and change the folder',
    0,
    { ...counts(1, 1), claimed_command: true },
    { files: test(ELSEWHERE) },
  ],
  ['strict warnings', 0, counts(1, 1), { args: ['-W', 'error', '--strict-markers', '--strict-config'] }],
]

const CONTENT = /^junit\.xml$|\.pytest_cache|__pycache__|\.host_fingerprint\.json|\.git$/
/** Everything in the folder that somebody could have written. */
function treeOf(dir: string): Record<string, string> {
  const files = fs.readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const names = files.map((one) => path.relative(dir, path.join(one.parentPath, one.name)))
  const counted = names.filter((name) => !name.split(path.sep).some((word) => CONTENT.test(word))).sort()
  return Object.fromEntries(counted.map((name) => [name, fs.readFileSync(path.join(dir, name), 'utf8')]))
}

async function expectSame(venv: Venv, [, status, , more]: Situation): Promise<{ dir: string; stdout: string }> {
  const { args = [], env = {}, by = ({ python }: Venv) => [python, '-m', 'pytest'] } = more
  const replaced: Files = more.files?.['tests/test_x.py'] ? { 'tests/test_answer.py': null } : {}
  const files = { ...replaced, ...more.files }
  const plain = path.join(createFolder(), 'repo')
  const loaded = createSuite(files)
  const written = Object.entries({ ...PROJECT, 'conftest.py': '', ...files })
  writeFiles(plain, Object.fromEntries(written.filter(([, text]) => text !== null)))
  const before = treeOf(loaded.dir)
  const run = (cwd: string) => start([...by(venv), ...args], { cwd, env: plainEnv(env) })
  const [without, withPlugin] = await Promise.all([run(plain), run(loaded.dir)])
  expect(without.code, without.stdout).toBe(status)
  expect(withPlugin.code, withPlugin.stdout).toBe(status)
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

/** All of them under the usual version; those that versions differ in under the others. */
const situationsFor = (version: string) =>
  SITUATIONS.filter(([, , , { always: every = false }]) => every || asked !== '' || version === USUAL).filter(
    ([, , , { since = 0 }]) => Number(version.split('.')[0]) >= since,
  )

for (const version of versions)
  describe(`pytest ${version}`, () => {
    const made =
      version === USUAL && asked === ''
        ? venvWithPytest()
        : venvWithPytest(pythonFor(version), { pytest: version, xdist: version === '9.2.0' || asked !== '' })
    it.each(situationsFor(version))(
      '%s',
      async (...situation) => {
        const [, status, expected] = situation
        const found = await made
        if ('missing' in found && asked === '') return expect(found.missing).toContain(pythonFor(version))
        if ('missing' in found) throw new Error(found.missing)
        expect(found.found.pytest).toBe(version)
        const { dir, stdout } = await expectSame(found.found, situation)
        expect(hasRecord(dir)).toBe(expected !== null)
        if (expected === null) return
        const { session } = readRecord(dir)
        expect(session).toMatchObject({ finished: true, error: '', exit_status: status, ...expected })
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
      const { dir } = createSuite({ 'tests/test_more.py': TWO })
      const ended = await start([found.found.python, '-m', 'pytest', '-n', '2'], { cwd: dir, env: plainEnv() })
      expect(ended.code, ended.stdout).toBe(0)
      expect(readRecord(dir).session).toMatchObject({ ...counts(3, 3), claimed_command: true, error: '' })
    }, 1_200_000)
  })
