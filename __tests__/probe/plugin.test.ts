/** The pytest plugin: what it prints and records, and that nothing else changes. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { needVenv, type Venv, venvWithPytest } from '../support/python.ts'
import type { Files } from '../support/repo.ts'
import {
  createSuite,
  hasRecord,
  LOAD,
  LOAD_VENDORED,
  PLUGIN_FOLDER,
  plainEnv,
  readRecord,
  start,
  VENDORED,
} from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const pytest = (dir: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  start([venv.python, '-m', 'pytest', ...args], { cwd: dir, env: plainEnv(env) })

const passing = 'def test_one(): pass\ndef test_two(): pass\n'

describe('the fingerprint', () => {
  it.each([[], ['-v'], ['-qq'], ['--no-header', '--no-summary', '-q', '-s']])(
    'comes before any result with %j',
    async (...args) => {
      const { dir } = createSuite()
      const { stdout } = await pytest(dir, args)
      const lines = stdout.split('\n')
      expect(lines[0]).toBe('[host-fingerprint]')
      const said = lines.slice(1, lines.indexOf('[/host-fingerprint]')).map((line) => line.trim())
      expect(said).toEqual([
        `hostname=${(await start(['hostname'])).stdout.trim()}`,
        `executable=${venv.python}`,
        `cwd=${dir}`,
        `python_version=${venv.version}`,
        'venv=True',
        `prefix=${venv.dir}`,
      ])
    },
  )

  it('is in the record while the tests run, as the host contract test wants it', async () => {
    const { dir } = createSuite({
      'tests/test_host_contract.py': `
import json
from pathlib import Path

def test_fingerprint_file_exists_and_names_a_host():
    path = Path(".host_fingerprint.json")
    assert path.is_file(), "pytest_sessionstart should have written the fingerprint"
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data.get("hostname"), "hostname missing"
    assert data.get("executable"), "executable missing"
    assert data.get("cwd"), "cwd missing"
    assert data["python_version"] and data["prefix"] and "venv" in data
    assert data["session"]["finished"] is False and data["session"]["exit_status"] == 256
`,
    })
    expect(await pytest(dir)).toMatchObject({ code: 0 })
  })

  it('says where the packages came from and which variables were set, never their values', async () => {
    const { dir } = createSuite({}, { env: ['BILLING_MODE', 'API_BASE'] })
    await pytest(dir, [], { BILLING_MODE: 'v4lue' })
    const record = readRecord(dir)
    expect(record.session).toMatchObject({
      origins: { mypkg: { imported: true, origin: path.join(dir, 'mypkg/__init__.py'), label: 'repo' } },
      env: { BILLING_MODE: { set: true }, API_BASE: { set: false } },
    })
    expect(JSON.stringify(record)).not.toContain('v4lue')
  })
})

describe('ways to load it', () => {
  const unloaded: Files = { 'conftest.py': null }
  const folder = { PYTHONPATH: 'scripts/agent_probes' }
  const shim =
    'import sys; sys.path.append("scripts/agent_probes"); import pytest; sys.exit(pytest.main(["-p", "agent_probe"] + sys.argv[1:]))'
  const isolated: Files = { ...unloaded, 'pytest.ini': '[pytest]\npythonpath = .\n' }
  it.each<[string, Files, readonly string[], NodeJS.ProcessEnv]>([
    ['conftest.py at the top', {}, ['-m', 'pytest'], {}],
    ['conftest.py at the top, isolated', {}, ['-I', '-m', 'pytest'], {}],
    ['conftest.py in tests/ only', { ...unloaded, 'tests/conftest.py': LOAD_VENDORED }, ['-m', 'pytest'], {}],
    ['-p', unloaded, ['-m', 'pytest', '-p', 'agent_probe'], folder],
    [
      'pyproject.toml',
      { ...unloaded, 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-p agent_probe"\n' },
      ['-m', 'pytest'],
      folder,
    ],
    ['a line of Python, isolated', isolated, ['-I', '-c', shim], {}],
    ['twice, under two names', {}, ['-m', 'pytest', '-p', 'scripts.agent_probes.agent_probe'], {}],
  ])('%s', async (_, files, args, env) => {
    const { dir } = createSuite({ ...VENDORED, ...files })
    const ended = await start([venv.python, ...args], { cwd: dir, env: plainEnv(env) })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout.match(/\[host-fingerprint\]/g)).toHaveLength(1)
    expect(readRecord(dir).session).toMatchObject({ exit_status: 0, passed: 1, error: '', narrowed: [] })
  })

  it('a conftest.py in tests/ does not speak for tests elsewhere', async () => {
    const { dir } = createSuite({ 'test_root.py': passing, 'conftest.py': null, 'tests/conftest.py': LOAD })
    expect(await pytest(dir, ['test_root.py'])).toMatchObject({ code: 0 })
    expect(hasRecord(dir)).toBe(false)
  })
})

describe('commands', () => {
  const claimed = { tests: { command: ['python', '-m', 'pytest'] } }
  const script = (dir: string) => path.join(dir, process.platform === 'win32' ? 'Scripts/pytest.exe' : 'bin/pytest')
  it.each<[string, object, (venv: Venv) => readonly string[], boolean]>([
    ['python -m pytest', claimed, ({ python }) => [python, '-m', 'pytest'], true],
    ['python -mpytest -v', claimed, ({ python }) => [python, '-mpytest', '-v'], true],
    ['bare pytest is another command', claimed, ({ dir }) => [script(dir)], false],
    ['-I is another command', claimed, ({ python }) => [python, '-I', '-m', 'pytest'], false],
    ['-O is another command', claimed, ({ python }) => [python, '-O', '-m', 'pytest'], false],
    ['pytest', { tests: { command: ['pytest', '-q'] } }, ({ dir }) => [script(dir)], true],
    ['uv run pytest', { tests: { command: ['uv', 'run', 'pytest'] } }, ({ dir }) => [script(dir)], true],
    [
      'a claimed part is the claimed command',
      { tests: { command: ['python3', '-m', 'pytest', 'tests', '-k', 'answer'] } },
      ({ python }) => [python, '-m', 'pytest', 'tests', '-k', 'answer'],
      true,
    ],
    [
      'the claimed part left out',
      { tests: { command: ['python', '-m', 'pytest', '--strict'] } },
      ({ python }) => [python, '-m', 'pytest'],
      false,
    ],
    [
      'run_tests.py',
      { tests: { command: ['python', 'run_tests.py'] } },
      ({ python }) => [python, 'run_tests.py'],
      true,
    ],
    ['make test', { tests: { command: ['make', 'test'] } }, ({ python }) => [python, '-m', 'pytest'], false],
  ])('%s', async (_, claims, command, expected) => {
    const { dir } = createSuite({ 'run_tests.py': 'import sys, pytest\nsys.exit(pytest.main(["-q"]))\n' }, claims)
    expect(await start(command(venv), { cwd: dir })).toMatchObject({ code: 0 })
    expect(readRecord(dir).session).toMatchObject({ claimed_command: expected, narrowed: [] })
  })
})

describe('nothing is disturbed', () => {
  it('a folder that cannot be written costs the record, not the tests', async () => {
    const { dir } = createSuite({ '.host_fingerprint.json/in-the-way': '' })
    expect(await pytest(dir)).toMatchObject({ code: 0, stderr: '' })
  })

  it('a broken claims.json costs belief, not the tests', async () => {
    const { dir, write } = createSuite()
    write({ 'probes/claims.json': '{' })
    expect(await pytest(dir)).toMatchObject({ code: 0, stderr: '' })
    expect(readRecord(dir).session.error).toContain('is not JSON')
  })

  it('warnings as errors stay quiet', async () => {
    const { dir } = createSuite()
    expect(await pytest(dir, ['-W', 'error'])).toMatchObject({ code: 0, stderr: '' })
  })

  it('sessions inside a session are not ours', async () => {
    const nested = `
def test_nested(pytester):
    pytester.makepyfile("def test_a(): assert 0")
    pytester.runpytest_inprocess("-p", "agent_probe").assert_outcomes(failed=1)
`
    // pytester is only allowed in a conftest.py at the top.
    const { dir, write } = createSuite({ 'conftest.py': LOAD.replace('= ["', '= ["pytester", "') })
    write({ 'tests/test_answer.py': null, 'tests/test_outer.py': nested })
    expect(await pytest(dir)).toMatchObject({ code: 0 })
    expect(readRecord(dir).session).toMatchObject({ passed: 1, failed: 0, collected: 1, exit_status: 0 })
  })

  it('printing commands leave the last record alone', async () => {
    const { dir } = createSuite()
    await pytest(dir)
    const before = readRecord(dir)
    for (const option of ['--fixtures', '--markers', '--version', '--help', '--cache-show'])
      expect(await pytest(dir, [option])).toMatchObject({ code: 0 })
    expect(readRecord(dir)).toEqual(before)
  })

  it('a killed session has a record that says it never ended', async () => {
    const { dir } = createSuite({ 'tests/test_answer.py': 'import os\ndef test_one():\n    os.kill(os.getpid(), 9)\n' })
    expect(await pytest(dir)).toMatchObject({ code: null })
    expect(readRecord(dir).session).toMatchObject({ finished: false, exit_status: 256, interrupted: true })
  })

  it('an error in conftest.py leaves no record', async () => {
    const { dir, write } = createSuite()
    write({ 'conftest.py': `${LOAD}import nowhere_to_be_found\n` })
    expect(await pytest(dir)).toMatchObject({ code: 4 })
    expect(hasRecord(dir)).toBe(false)
  })
})

describe('where the record lies', () => {
  const load = { PYTHONPATH: PLUGIN_FOLDER }

  it('in the folder that holds probes/, wherever below it the session started', async () => {
    const { dir } = createSuite({ 'sub/probes/claims.json': '{}', 'sub/deep/test_x.py': passing })
    expect(await pytest(path.join(dir, 'sub/deep'), ['-p', 'agent_probe'], load)).toMatchObject({ code: 0 })
    expect(readRecord(path.join(dir, 'sub')).session).toMatchObject({ passed: 2, claimed_command: false })
    expect(hasRecord(dir)).toBe(false)
  })

  it('else at the top of the working tree; a package called probes is no such folder', async () => {
    const { dir } = createSuite({ 'sub/test_x.py': passing, 'sub/probes/__init__.py': '' })
    await pytest(path.join(dir, 'sub'), ['-p', 'agent_probe'], load)
    expect(readRecord(dir).session).toMatchObject({ passed: 2, cwd: path.join(dir, 'sub') })
  })

  it("else in pytest's rootdir", async () => {
    const { dir } = createSuite()
    fs.rmSync(path.join(dir, '.git'), { recursive: true })
    await pytest(dir)
    expect(readRecord(dir).session).toMatchObject({ passed: 1, content_before: null, toplevel: null })
  })

  it('with another rootdir the session is another command', async () => {
    const { dir } = createSuite()
    const args = ['--rootdir=tests', '-p', 'agent_probe']
    expect(await pytest(dir, args, load)).toMatchObject({ code: 0 })
    expect(readRecord(dir).session).toMatchObject({ narrowed: ['--rootdir'], claimed_command: false })
  })
})

// One process after the other: pytest-matrix.test.ts has all that differs between versions.
describe('pytest-xdist', () => {
  it.each([
    ['3.8', '8.3.5'],
    ['3.11', '7.4.4'],
    ['3.13', '9.2.0'],
  ])(
    'Python %s with pytest %s: one fingerprint, one record, the counts of all workers',
    async (python, version) => {
      const asked = await venvWithPytest(python, { pytest: version, xdist: true })
      if ('missing' in asked) return expect(asked.missing).toContain(python)
      const { dir } = createSuite({ 'tests/test_more.py': `import mypkg\n${passing}def test_fail(): assert 0\n` })
      const ended = await start([asked.found.python, '-m', 'pytest', '-n', '2'], { cwd: dir })
      expect(ended).toMatchObject({ code: 1, stderr: '' })
      expect(ended.stdout.match(/\[host-fingerprint\]/g)).toHaveLength(1)
      expect(readRecord(dir).session).toMatchObject({
        ...{ exit_status: 1, collected: 4, passed: 3, failed: 1, errors: 0, skipped: 0, deselected: 0 },
        ...{ claimed_command: true, error: '' },
        origins: { mypkg: { imported: true, label: 'repo' } },
      })
    },
    180_000,
  )
})
