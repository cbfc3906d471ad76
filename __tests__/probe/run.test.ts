/** Running the claimed command: when, how, in which environment, and what is made of its end. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import { needing } from '../support/needs.ts'
import { needVenv, type Venv, venvWithPytest } from '../support/python.ts'
import { createFolder, createRepo, type Files, writeFiles } from '../support/repo.ts'
import { createSuite, hasRecord, PROBE, plainEnv, probe, readRecord, start } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const claim = (...command: string[]) => ({ tests: { command } })
const PYTEST = claim('python', '-m', 'pytest', '-q')
/** bin of the environment first on PATH, as after activating it. */
const onPath = (more: NodeJS.ProcessEnv = {}) =>
  plainEnv({ ...more, PATH: `${path.join(venv.dir, 'bin')}:${process.env.PATH}` })
const run = (dir: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}, place = 'local') =>
  probe(venv.python, dir, args, { env: onPath(env), place })

describe('the claimed command', () => {
  const unloaded: Files = { 'conftest.py': '' }
  const twoSuites: Files = {
    ...unloaded,
    'run.sh': 'python -m pytest -q tests\npython -m pytest -q more\n',
    'more/test_more.py': 'def test_fails(): assert 0\ndef test_passes(): pass\n',
  }
  it.each<[string, Files, readonly string[], object]>([
    ['python -m pytest, the plugin not loaded by the project', unloaded, ['python', '-m', 'pytest'], {}],
    ['python -m pytest, the plugin loaded by the project too', {}, ['python3', '-m', 'pytest', '-q'], {}],
    ['bare pytest', unloaded, ['pytest'], {}],
    ['isolated', unloaded, ['python', '-I', '-m', 'pytest'], { session: { isolated: true } }],
    ['-E and clustered options', unloaded, ['python', '-Em', 'pytest'], {}],
    [
      'a script',
      { ...unloaded, 'go.py': 'import pytest\nraise SystemExit(pytest.main([]))\n' },
      ['python', 'go.py'],
      {},
    ],
    ['a claimed part', unloaded, ['python', '-m', 'pytest', '-k', 'answer', 'tests'], {}],
    [
      'two sessions, one of them red',
      twoSuites,
      ['sh', 'run.sh'],
      { sessions: 2, exit_status: 1, collected: 3, passed: 2, failed: 1, executed: 3 },
    ],
    [
      'a status that its sessions do not have',
      { ...unloaded, 'run.sh': 'python -m pytest; exit 9' },
      ['sh', 'run.sh'],
      { exit_status: 9, passed: 1 },
    ],
    [
      'a red session whose status is swallowed',
      { ...unloaded, 'tests/test_answer.py': 'def test_no(): assert 0\n', 'run.sh': 'pytest || true' },
      ['sh', 'run.sh'],
      { exit_status: 1, failed: 1, passed: 0, origins: { mypkg: { imported: false } } },
    ],
  ])('%s', async (_, files, command, expected) => {
    const { dir, git } = createSuite(files, claim(...command))
    const { tests, facts, stderr } = await run(dir)
    const green = { sessions: 1, exit_status: 0, collected: 1, passed: 1, failed: 0, errors: 0, executed: 1 }
    expect(tests).toMatchObject({
      source: 'run',
      believed: true,
      disbelief: [],
      command,
      claimed_command: true,
      narrowed: [],
      interrupted: false,
      origins: { mypkg: { imported: true, origin: '<repo>/mypkg/__init__.py', label: 'repo' } },
      content_before: facts.git?.head_content,
      content_after: facts.git?.head_content,
      ...green,
      ...expected,
    })
    expect(stderr.split('\n')[1]).toContain(`running ${command.join(' ')}`)
    expect(git('status', '--porcelain').split('\n').sort()).toEqual([
      '?? .host_fingerprint.json',
      '?? probes/local-pytest.log',
    ])
  })

  it('keeps the output of each place in a log of its own', async () => {
    const { dir } = createSuite({}, PYTEST)
    const { stderr } = await run(dir)
    await run(dir, ['--tests', 'always'], {}, 'box-codex')
    const log = fs.readFileSync(path.join(dir, 'probes/local-pytest.log'), 'utf8')
    expect(log).toContain('1 passed')
    expect(log.match(/\[host-fingerprint\]/g)).toHaveLength(1)
    expect(stderr).toContain(log)
    expect(fs.readFileSync(path.join(dir, 'probes/box-codex-pytest.log'), 'utf8')).toContain('1 passed')
  })

  it('sees the environment and the path as if nobody watched', async () => {
    const tests = `
import os, subprocess, sys
def test_environment():
    assert os.environ.get("PYTHONPATH") == "/somewhere"
    assert "PYTEST_ADDOPTS" not in os.environ and "PYTEST_PLUGINS" not in os.environ
    assert not [name for name in os.environ if name.startswith("WHERE_IT_RAN")]
    assert not [entry for entry in sys.path if "where-it-ran-plugin" in entry]
    assert sys.argv[1:] == ["-q"]
def test_a_session_inside_a_test_is_not_the_command(tmp_path):
    (tmp_path / "test_inner.py").write_text("def test_inner(): assert 0")
    assert subprocess.call([sys.executable, "-m", "pytest", str(tmp_path)]) == 1
`
    const { dir } = createSuite({ 'conftest.py': '', 'tests/test_env.py': tests }, PYTEST)
    const { tests: facts } = await run(dir, [], { PYTHONPATH: '/somewhere' })
    expect(facts).toMatchObject({ exit_status: 0, sessions: 1, passed: 3, failed: 0, believed: true })
  })

  it('is found where plugins are not loaded by themselves', async () => {
    const { dir } = createSuite({ 'conftest.py': '' }, PYTEST)
    const { tests } = await run(dir, [], { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' })
    expect(tests).toMatchObject({ sessions: 1, passed: 1, believed: true })
  })

  it('is narrowed by PYTEST_ADDOPTS', async () => {
    const { dir } = createSuite({}, PYTEST)
    const { tests } = await run(dir, [], { PYTEST_ADDOPTS: '--collect-only' })
    expect(tests).toMatchObject({
      believed: false,
      exit_status: 0,
      executed: 0,
      collect_only: true,
      narrowed: ['--collect-only'],
      addopts: ['--collect-only'],
      claimed_command: false,
    })
  })

  it('runs under pytest-xdist, whose workers say what they imported', async () => {
    const asked = await venvWithPytest('3.13', { xdist: true })
    if ('missing' in asked) return expect(asked.missing).toContain('3.13')
    const { dir } = createSuite(
      { 'conftest.py': '' },
      { ...claim('python', '-m', 'pytest', '-n2'), env: ['SET', 'NOT'] },
    )
    const { tests } = await probe(asked.found.python, dir, [], { env: plainEnv({ SET: '1' }) })
    expect(tests).toMatchObject({
      believed: true,
      passed: 1,
      origins: { mypkg: { imported: true, label: 'repo' } },
      env: { SET: { set: true }, NOT: { set: false } },
    })
  }, 180_000)
})

describe('when it runs', () => {
  it('auto takes a believed record and runs nothing', async () => {
    const { dir } = createSuite({}, claim('python', '-m', 'pytest'))
    await start([venv.python, '-m', 'pytest'], { cwd: dir })
    const before = readRecord(dir)
    const { tests, stderr } = await run(dir)
    expect(tests).toMatchObject({ source: 'session', believed: true })
    expect(stderr).not.toContain('running')
    expect(readRecord(dir)).toEqual(before)
  })

  it('auto runs where the record is not believed', async () => {
    const { dir, write } = createSuite({}, claim('python', '-m', 'pytest'))
    await start([venv.python, '-m', 'pytest'], { cwd: dir })
    // Of another size: Python takes old bytecode for an edit in the same second that leaves the size alone.
    write({ 'mypkg/__init__.py': 'ANSWER = 41  # wrong\n' })
    expect((await run(dir)).tests).toMatchObject({ source: 'run', believed: true, exit_status: 1, failed: 1 })
  })

  it('always runs, never does not', async () => {
    const { dir } = createSuite({}, claim('python', '-m', 'pytest'))
    expect((await run(dir, ['--tests', 'never'])).tests).toMatchObject({ source: 'none' })
    await start([venv.python, '-m', 'pytest'], { cwd: dir })
    expect((await run(dir, ['--tests', 'always'])).tests).toMatchObject({ source: 'run' })
  })

  it('without claims.json pytest is the command, where there are tests', async () => {
    const { dir } = createSuite()
    expect((await run(dir)).tests).toMatchObject({ source: 'run', command: ['python', '-m', 'pytest'], passed: 1 })
    const none = createSuite({ 'conftest.py': null, 'tests/test_answer.py': null })
    expect((await run(none.dir)).tests).toMatchObject({ source: 'none' })
  })

  const ci = (sha: string, more: NodeJS.ProcessEnv = {}) => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_RUN_ID: '4711',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_JOB: 'test',
    GITHUB_SHA: sha,
    GITHUB_EVENT_NAME: 'pull_request',
    ...more,
  })
  it.each<[string, NodeJS.ProcessEnv, boolean]>([
    ['pull_request', {}, true],
    ['push', { GITHUB_EVENT_NAME: 'push' }, true],
    ['merge_group', { GITHUB_EVENT_NAME: 'merge_group' }, true],
    ['pull_request_target', { GITHUB_EVENT_NAME: 'pull_request_target' }, false],
    ['workflow_run', { GITHUB_EVENT_NAME: 'workflow_run' }, false],
    ['another commit checked out', { GITHUB_SHA: 'ab'.repeat(20) }, false],
  ])('in CI: %s', async (_, more, runs) => {
    const { dir, sha } = createSuite({}, PYTEST)
    const { tests, stderr } = await run(dir, [], ci(sha(), more), 'ci')
    expect(tests.source).toBe(runs ? 'run' : 'none')
    expect(stderr).toContain(
      runs ? 'running' : 'tests are not run here: in CI only|HEAD is not'.split('|')[more.GITHUB_SHA ? 1 : 0],
    )
  })

  it('in CI no command that nobody named', async () => {
    const { dir, sha } = createSuite()
    expect((await run(dir, [], ci(sha()), 'ci')).tests).toMatchObject({ source: 'none' })
  })

  it('in CI the code gets no tokens, and what was withheld is not called unset', async () => {
    const env = {
      INPUT_TOKEN: 'a',
      'INPUT_SOME-THING': 'a',
      ACTIONS_RUNTIME_TOKEN: 'b',
      MY_TOKEN: 'c',
      GITHUB_ENV: 'd',
      GITHUB_PATH: 'e',
      GITHUB_OUTPUT: 'f',
      GITHUB_STATE: 'g',
      GITHUB_STEP_SUMMARY: 'h',
      KEPT: 'i',
    }
    const gone = JSON.stringify(Object.keys(env).filter((name) => name !== 'KEPT'))
    const tests = `import os
def test_env():
    assert [name for name in ${gone} if name in os.environ] == []
    assert os.environ["KEPT"] == "i" and "GITHUB_SHA" in os.environ
`
    const { dir, sha } = createSuite({ 'tests/test_env.py': tests }, { ...PYTEST, env: ['KEPT', 'MY_TOKEN', 'NOT'] })
    const { tests: facts } = await run(dir, [], ci(sha(), env), 'ci')
    expect(facts).toMatchObject({ exit_status: 0, passed: 2 })
    expect(facts.env).toEqual({ KEPT: { set: true, start: 'filled' }, NOT: { set: false, start: 'unset' } })
  })
})

describe('how it ends', () => {
  it('a command that cannot be started executed nothing', async () => {
    const { dir } = createSuite({}, claim('no-such-command'))
    expect((await run(dir)).tests).toMatchObject({
      source: 'run',
      believed: false,
      exit_status: 127,
      executed: 0,
      unstarted: 'no-such-command',
    })
  })

  it('an error in conftest.py executed nothing, and no earlier record speaks for it', async () => {
    const { dir, write } = createSuite({}, PYTEST)
    await run(dir)
    write({ 'conftest.py': 'import nowhere_to_be_found\n' })
    expect((await run(dir)).tests).toMatchObject({
      source: 'run',
      believed: false,
      disbelief: ['no-session'],
      sessions: 0,
      exit_status: 4,
      executed: 0,
      passed: 0,
    })
  })

  it('a time limit ends the command and all that it started', async () => {
    const { dir } = createSuite(
      {
        'tests/test_answer.py': `
import subprocess, sys, time
def test_slow():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    open("pid.tmp", "w").write(str(child.pid))
    time.sleep(60)
`,
        '.gitignore': '__pycache__/\n.pytest_cache/\n*.tmp\n',
      },
      PYTEST,
    )
    const { tests, stderr } = await run(dir, ['--tests-limit', '3'])
    expect(tests).toMatchObject({ exit_status: 256, interrupted: true, believed: false })
    expect(stderr).toContain('stopped after 3 seconds')
    const child = Number(fs.readFileSync(path.join(dir, 'pid.tmp'), 'utf8'))
    // Gone, or dead and not yet collected by whoever collects orphans here.
    const status = `/proc/${child}/status`
    expect(fs.existsSync(status) ? fs.readFileSync(status, 'utf8') : 'State:\tZ').toMatch(/State:\s+Z/)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('%s to the probe is recorded, not lost', async (signal) => {
    const { dir } = createSuite(
      { 'tests/test_answer.py': 'import time\ndef test_a(): pass\ndef test_slow(): time.sleep(60)\n' },
      claim('python', '-m', 'pytest', '-v'),
    )
    const { tests } = await probe(venv.python, dir, [], {
      env: onPath({ PYTHONUNBUFFERED: '1' }),
      // The first test is told and counted by then.
      when: { prints: /::test_slow/, call: (pid) => process.kill(pid, signal) },
    })
    expect(tests).toMatchObject({ interrupted: true, believed: false, passed: 1, collected: 2 })
    expect(tests.exit_status).not.toBe(0)
  })

  needing('posix').it('writes through no link that a repository brings by the name of a log or a record', async () => {
    const { dir } = createSuite({}, PYTEST)
    const victim = path.join(dir, '../victim.txt')
    fs.writeFileSync(victim, 'mine\n')
    for (const link of ['probes/local-pytest.log', 'probes/local.txt', '.host_fingerprint.json']) {
      fs.mkdirSync(path.dirname(path.join(dir, link)), { recursive: true })
      fs.symlinkSync(victim, path.join(dir, link))
    }
    expect((await run(dir)).tests).toMatchObject({ exit_status: 0, passed: 1 })
    expect(fs.readFileSync(victim, 'utf8')).toBe('mine\n')
    expect(fs.lstatSync(path.join(dir, 'probes/local-pytest.log')).isFile()).toBe(true)
  })

  it('a log and a record that cannot be written cost nothing else', async () => {
    const { dir } = createSuite(
      { 'probes/local-pytest.log/in-the-way': '', '.host_fingerprint.json/in-the-way': '' },
      PYTEST,
    )
    expect((await run(dir)).tests).toMatchObject({ exit_status: 0, passed: 1, believed: true })
  })
})

describe('other runners', () => {
  const runner = (report: string, code = 0) => ({
    'runner.py': `import sys\nopen("junit.xml", "w").write(${JSON.stringify(report)})\nsys.exit(${code})\n`,
  })
  const claims = { tests: { command: ['python', 'runner.py', 'unittest'], reports: ['junit.xml'] } }
  const REPORT =
    '<?xml version="1.0"?><testsuites><testsuite tests="5"><testcase name="a"/><testcase name="b"><failure/></testcase>' +
    '<testcase name="c"><error/><system-out/></testcase><testcase name="d"><skipped/></testcase><testcase name="e"/></testsuite></testsuites>'

  it('counts come from the claimed JUnit report that they wrote', async () => {
    const { dir } = createSuite(runner(REPORT, 1), claims)
    const { tests } = await run(dir)
    expect(tests).toMatchObject({
      source: 'report',
      runner: 'unittest',
      believed: true,
      exit_status: 1,
      collected: 5,
      passed: 2,
      failed: 1,
      errors: 1,
      skipped: 1,
      executed: 3,
      narrowed: [],
      claimed_command: true,
      interrupted: false,
      hook_error: '',
    })
    const report = (await start(['sha256sum', 'junit.xml'], { cwd: dir })).stdout.slice(0, 64)
    expect(tests.reports).toEqual({ 'junit.xml': { recorded: report, now: report, exists: true } })
  })

  it('an old build that lies behind is named, the folder that it lies in is not', async () => {
    const { dir } = createSuite(runner(REPORT, 1), claims)
    const site = path.join(createFolder(), 'site-packages')
    writeFiles(site, { 'mypkg/__init__.py': 'ANSWER = 41\n' })
    const { tests } = await run(dir, [], { PYTHONPATH: `${dir}:${site}` })
    expect(tests.foreign).toEqual(['mypkg in commands that tests start from <other>/__init__.py'])
  })

  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">${Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY a${at} "${`&a${at ? at - 1 : ''};`.repeat(10)}">`,
  ).join('')}]><testsuite><testcase name="&a8;"/></testsuite>`
  it.each([
    ['a document type', bomb],
    ['no XML', 'OK'],
    ['not closed', '<testsuite><testcase/>'],
  ])('%s is no report', async (_, report) => {
    const { dir } = createSuite(runner(report), claims)
    const { tests } = await run(dir)
    expect(tests).toMatchObject({ source: 'run', sessions: 0, believed: false, disbelief: ['no-session'] })
    expect(tests.passed).toBeUndefined()
    expect(tests.executed).toBeUndefined()
  })
})

it('two checks of one repository leave each other’s content alone, without any ignore file', async () => {
  const claims = JSON.stringify({ salt: '00ff', ...PYTEST })
  const part = (name: string) => ({
    [`${name}/probes/claims.json`]: claims,
    [`${name}/tests/test_${name}.py`]: 'def test(): pass\n',
  })
  const { dir, git } = createRepo({ ...part('one'), ...part('two') })
  for (const name of ['one', 'two', 'one']) {
    const cwd = path.join(dir, name)
    await start([venv.python, PROBE, 'local', '--only', 'tests,git'], { cwd })
    const reading = readProbeFile(fs.readFileSync(path.join(cwd, 'probes/local.txt'), 'utf8'))
    const { tests, git } = reading.ok ? reading.facts : {}
    expect(tests).toMatchObject({ believed: true, passed: 1 })
    expect(git?.tree_content).toBe(git?.head_content)
  }
  expect(git('status', '--porcelain')).toContain('?? two/probes/local-pytest.log')
})

describe('a runner that scrubs the environment, as tox does', () => {
  const runner = (more = '') => ({
    'runner.py':
      'import os, subprocess, sys\n' +
      'env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}\n' +
      `sys.exit(subprocess.call([sys.executable, "-m", "pytest"], env=env${more}))\n`,
  })
  const claims = claim('python', 'runner.py')
  // Its own run would be told by the environment, which is scrubbed.
  const ci = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '4711', GITHUB_RUN_ATTEMPT: '1', GITHUB_JOB: 'test' }

  it('the record that the project’s own plugin leaves is the command’s', async () => {
    const { dir } = createSuite(runner(), claims)
    expect((await run(dir, ['--tests', 'always'], ci)).tests).toMatchObject({
      source: 'run',
      believed: true,
      disbelief: [],
      claimed_command: true,
      narrowed: [],
      sessions: 1,
      exit_status: 0,
      passed: 1,
      session: { run: '4711', attempt: '1', job: 'test' },
    })
  })

  it.each<[string, Files, NodeJS.ProcessEnv, object]>([
    ['nothing loads the plugin', { 'conftest.py': '' }, {}, { sessions: 0, disbelief: ['no-session'] }],
    [
      'a session that somebody else may have started',
      runner(', start_new_session=True'),
      {},
      { sessions: 0, disbelief: ['no-session'] },
    ],
    [
      'options from outside',
      {},
      { PYTEST_ADDOPTS: '-k answer' },
      { claimed_command: false, narrowed: ['-k', 'paths'] },
    ],
    ['no assertions', runner('|{"PYTHONOPTIMIZE": "1"}'), {}, { narrowed: ['-O'], disbelief: ['narrowed'] }],
  ])('not so: %s', async (_, files, env, expected) => {
    const { dir } = createSuite({ ...runner(), ...files }, claims)
    const { tests } = await run(dir, [], env)
    expect(tests).toMatchObject({ source: 'run', believed: false, ...expected })
  })

  it('an earlier record is no answer', async () => {
    const { dir } = createSuite({ 'runner.py': '' }, claims)
    await start([venv.python, '-m', 'pytest'], { cwd: dir })
    expect((await run(dir)).tests).toMatchObject({ source: 'run', sessions: 0, disbelief: ['no-session'] })
  })
})

describe('what tests leave behind', () => {
  it('is named on the screen, so that it can be ignored', async () => {
    const test = 'def test_it():\n    open("was.txt", "w").close()\n    open("made.txt", "w").close()\n'
    const { dir } = createSuite({ 'tests/test_it.py': test }, PYTEST)
    fs.writeFileSync(path.join(dir, 'was.txt'), 'before')
    const { tests, stderr } = await run(dir)
    expect(tests.disbelief).toContain('changed-while-running')
    expect(stderr).toContain('agent_probe.py: untracked while the tests ran: made.txt\n')
    expect(JSON.stringify(tests)).not.toContain('made.txt')
  })
})

/** A byte within it changes; size and time are put back. */
const EDIT = `import os
def test_edits():
    was = os.stat("big.bin")
    with open("big.bin", "r+b") as file:
        file.write(b"x")
    os.utime("big.bin", ns=(was.st_atime_ns, was.st_mtime_ns))
`

needing('posix').describe('a large file that git does not ignore', () => {
  it.each([
    ['is read once, and named, before and after tests', {}, false],
    ['is read again once tests changed it, unseen by size and time', { 'tests/test_edit.py': EDIT }, true],
  ])('%s', async (_, files, changed) => {
    const { dir } = createSuite(files, PYTEST)
    fs.closeSync(fs.openSync(path.join(dir, 'big.bin'), 'w'))
    fs.truncateSync(path.join(dir, 'big.bin'), 64 * 2 ** 20)
    // Younger than that it may change within the grain of a clock.
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const { tests, stderr } = await run(dir, ['--tests', 'always'])
    const said = stderr.match(/reading big\.bin \(64 MiB\): git does not ignore it/g) ?? []
    expect([said.length > 0, said.length > 1]).toEqual([true, changed])
    expect(tests.content_before).toMatch(/^[0-9a-f]{64}$/)
    expect(tests.content_after !== tests.content_before).toBe(changed)
    expect(tests.disbelief).toEqual(changed ? ['changed-while-running'] : [])
  })
})

describe('--isolated', () => {
  it('a second run with -I shows what leans on the environment', async () => {
    const { dir, clone } = createSuite(
      { 'pytest.ini': '[pytest]\naddopts = --import-mode=importlib\n', 'conftest.py': '' },
      PYTEST,
    )
    const { tests } = await run(dir, ['--isolated'], { PYTHONPATH: clone().dir })
    expect(tests).toMatchObject({ source: 'run', exit_status: 0, passed: 1, session: { isolated: false } })
    expect(tests.isolated).toMatchObject({ exit_status: 2, passed: 0, errors: 1 })
    expect(readRecord(dir).session).toMatchObject({ isolated: false, exit_status: 0 })
  })

  it('is made of bare pytest as well, and leaves no record of its own', async () => {
    const { dir } = createSuite({}, claim('pytest', '-q'))
    const { tests } = await run(dir, ['--isolated'])
    expect(tests.isolated).toMatchObject({ exit_status: 0, passed: 1, collected: 1 })
    expect(hasRecord(dir)).toBe(true)
    expect(readRecord(dir).session.isolated).toBe(false)
  })
})
