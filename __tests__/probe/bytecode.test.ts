/** Python takes old bytecode for a source whose time (in seconds) and size are those it was compiled from. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { needVenv, type Venv } from '../support/python.ts'
import type { Repo } from '../support/repo.ts'
import { createSuite, editRecord, plainEnv, probe, readRecord, start } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const claims = { tests: { command: ['python', '-m', 'pytest'] } }
const session = ({ dir }: Repo, args: readonly string[] = []) =>
  start([venv.python, '-m', 'pytest', ...args], { cwd: dir })
const look = ({ dir }: Repo, tests = 'never') => probe(venv.python, dir, ['--tests', tests])
const compile = ({ dir }: Repo, ...args: string[]) =>
  start([venv.python, '-m', 'compileall', '-q', '-f', ...args], { cwd: dir })

/** Another text of the same size, written within the second in which the file was last changed. */
function editAtOnce({ dir }: Repo, file: string, text: string): void {
  const full = path.join(dir, file)
  const { mtime, size } = fs.statSync(full)
  expect(text).toHaveLength(size)
  fs.writeFileSync(full, text)
  fs.utimesSync(full, mtime, mtime)
}

describe('an edit that old bytecode hides', () => {
  it.each([
    ['a module', 'mypkg/__init__.py', 'ANSWER = 41\n'],
    [
      'a test, as pytest rewrote it',
      'tests/test_answer.py',
      'import mypkg\n\ndef test_answer():\n    assert mypkg.ANSWER == 41\n',
    ],
  ])('%s: green, and nobody is told so', async (_, file, text) => {
    const repo = createSuite({}, claims)
    await session(repo)
    editAtOnce(repo, file, text)
    expect((await session(repo)).code).toBe(0)
    expect(readRecord(repo.dir).session).toMatchObject({ exit_status: 0, passed: 1 })
    const { tests } = await look(repo)
    expect(tests).toMatchObject({ believed: false, disbelief: ['stale-bytecode'], stale: [`<repo>/${file}`] })
    fs.utimesSync(path.join(repo.dir, file), new Date(), new Date(Date.now() + 2000))
    expect((await look(repo, 'auto')).tests).toMatchObject({ source: 'run', exit_status: 1, stale: [] })
  })

  it('a module that only a child process of the tests imports', async () => {
    const child =
      'import subprocess, sys\n\ndef test_child():\n' +
      "    assert subprocess.check_output([sys.executable, '-c', 'import mypkg; print(mypkg.ANSWER)']) == b'42\\n'\n"
    const repo = createSuite({ 'tests/test_answer.py': child }, claims)
    await session(repo)
    editAtOnce(repo, 'mypkg/__init__.py', 'ANSWER = 41\n')
    expect((await look(repo, 'always')).tests).toMatchObject({
      exit_status: 0,
      believed: false,
      stale: ['<repo>/mypkg/__init__.py'],
    })
  })

  it('bytecode that is never compared with its source', async () => {
    const repo = createSuite({}, claims)
    await compile(repo, '--invalidation-mode', 'unchecked-hash', 'mypkg')
    await session(repo)
    expect((await look(repo)).tests).toMatchObject({ believed: true, stale: [] })
    repo.write({ 'mypkg/__init__.py': 'ANSWER = 41  # wrong\n' })
    expect((await session(repo)).code).toBe(0)
    expect((await look(repo)).tests).toMatchObject({ disbelief: ['stale-bytecode'] })
  })

  it('bytecode in the place of a source that is gone', async () => {
    const files = { 'mypkg/__init__.py': 'from mypkg.old import ANSWER\n', 'mypkg/old.py': 'ANSWER = 42\n' }
    const repo = createSuite({ ...files, '.gitignore': '*.pyc\n.pytest_cache/\n' }, claims)
    await compile(repo, '-b', 'mypkg/old.py')
    repo.commit('Take it away', { 'mypkg/old.py': null })
    expect((await session(repo)).code).toBe(0)
    expect((await look(repo)).tests).toMatchObject({ believed: false, stale: ['<repo>/mypkg/old.pyc'] })
  })
})

describe('no false alarm', () => {
  it('bytecode younger than its source, compiled just now, or of another time', async () => {
    const repo = createSuite({}, claims)
    for (const text of ['ANSWER = 40 + 2\n', 'ANSWER = 41 + 1\n', 'ANSWER = 42.0\n']) {
      repo.write({ 'mypkg/__init__.py': text })
      await compile(repo, 'mypkg', 'tests')
      await session(repo)
      // Reading and writing rights change a file's times, and not what it says.
      fs.chmodSync(path.join(repo.dir, 'mypkg/__init__.py'), 0o600)
      await session(repo)
      expect((await look(repo)).tests).toMatchObject({ believed: true, stale: [], disbelief: [] })
    }
  })

  it('a record from before this was recorded', async () => {
    const repo = createSuite({}, claims)
    await session(repo)
    editRecord(repo.dir, (record) => delete record.session.stale)
    const { tests } = await look(repo)
    expect(tests.believed).toBe(true)
    expect(tests).not.toHaveProperty('stale')
  })
})

it('another runner, whose report counts, hides no edit either', async () => {
  const runner =
    'import mypkg, pathlib\nassert mypkg.ANSWER == 42\n' +
    "pathlib.Path('junit.xml').write_text('<testsuite><testcase name=\"a\"/></testsuite>')\n"
  const command = { tests: { command: ['python', 'check.py'], reports: ['junit.xml'] } }
  const repo = createSuite({ 'check.py': runner }, command)
  expect((await probe(venv.python, repo.dir, [], { env: plainEnv() })).tests.believed).toBe(true)
  editAtOnce(repo, 'mypkg/__init__.py', 'ANSWER = 41\n')
  expect((await look(repo, 'auto')).tests).toMatchObject({
    source: 'report',
    believed: false,
    stale: ['<repo>/mypkg/__init__.py'],
  })
})

describe('a module that was compiled in place', () => {
  const code = 'import _json; print(getattr(_json, "__file__", ""))'
  // An extension answers to the last part of any name: the interpreter's own stands for one that was built here.
  it.each([
    ['older than its source', -60, ['stale-bytecode']],
    ['younger than its source', 60, []],
  ])('%s', async (_, seconds, disbelief) => {
    const built = (await start([venv.python, '-c', code])).stdout.trim()
    expect(built).toMatch(/\.(?:so|pyd)$/)
    const repo = createSuite(
      {
        'mypkg/__init__.py': 'from mypkg._json import scanstring\nANSWER = 42\n',
        'mypkg/_json.py': 'scanstring = None\n',
        '.gitignore': '*.so\n*.pyd\n__pycache__/\n.pytest_cache/\n',
      },
      claims,
    )
    const copy = path.join(repo.dir, 'mypkg', path.basename(built))
    fs.copyFileSync(built, copy)
    const changed = fs.statSync(path.join(repo.dir, 'mypkg/_json.py')).mtimeMs / 1000
    fs.utimesSync(copy, changed + seconds, changed + seconds)
    expect((await session(repo)).code).toBe(0)
    expect((await look(repo)).tests).toMatchObject({
      disbelief,
      stale: disbelief.length > 0 ? [`<repo>/mypkg/${path.basename(built)}`] : [],
    })
  })
})
