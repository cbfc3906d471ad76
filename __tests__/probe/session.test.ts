/** Which session records the probe believes, and that it keeps the facts of those it does not. */
import { pbkdf2Sync } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { needVenv, type Venv } from '../support/python.ts'
import { createFolder, type Repo } from '../support/repo.ts'
import { createSuite, editRecord, plainEnv, probe, RECORD, start } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const claims = { tests: { command: ['python', '-m', 'pytest'], reports: ['junit.xml'] }, env: ['BILLING_MODE', 'LATE'] }
const session = (dir: string, args: readonly string[] = ['--junitxml=junit.xml'], env: NodeJS.ProcessEnv = {}) =>
  start([venv.python, '-m', 'pytest', ...args], { cwd: dir, env: plainEnv(env) })
const look = (dir: string, env: NodeJS.ProcessEnv = {}, place = 'local') =>
  probe(venv.python, dir, ['--tests', 'never'], { env: plainEnv(env), place })

describe('a record of this place, this command, this content', () => {
  it('tells which value the tests saw, whatever the shell has since', async () => {
    const compared = { salt: 'abc', tests: claims.tests, env: [{ name: 'API_BASE', compare: true }] }
    const { dir } = createSuite({}, compared)
    await session(dir, undefined, { API_BASE: 'http://a' })
    // By another program.
    const hash = pbkdf2Sync('http://a', 'where-it-ran:abc:API_BASE', 20_000, 32, 'sha256').toString('hex')
    const { tests } = await look(dir, { API_BASE: 'http://b' })
    expect(tests).toMatchObject({ believed: true, env: { API_BASE: { set: true, hash: hash.slice(0, 12) } } })
  })

  it('is believed, with all its facts', async () => {
    const { dir, git } = createSuite({}, claims)
    await session(dir, undefined, { BILLING_MODE: 'x', PYTEST_ADDOPTS: '-q' })
    const { tests, facts } = await look(dir)
    const report = (await start(['sha256sum', 'junit.xml'], { cwd: dir })).stdout.slice(0, 64)
    expect(tests).toMatchObject({
      source: 'session',
      believed: true,
      disbelief: [],
      tracked: false,
      sessions: 1,
      command: claims.tests.command,
      claimed_command: true,
      narrowed: [],
      collect_only: false,
      runner: 'pytest',
      exit_status: 0,
      collected: 1,
      passed: 1,
      failed: 0,
      errors: 0,
      skipped: 0,
      deselected: 0,
      executed: 1,
      interrupted: false,
      hook_error: '',
      addopts: ['-q'],
      session: {
        executable: '<prefix>/bin/python',
        prefix: '<prefix>',
        prefix_agrees: true,
        version: venv.version,
        isolated: false,
        cwd: '.',
        same_tree: true,
        same_user: true,
      },
      origins: { mypkg: { imported: true, origin: '<repo>/mypkg/__init__.py', label: 'repo' } },
      env: { BILLING_MODE: { set: true }, LATE: { set: false } },
      reports: { 'junit.xml': { recorded: report, now: report, exists: true } },
    })
    expect(tests.content_before).toBe(facts.git?.head_content)
    expect(tests.content_after).toBe(facts.git?.tree_content)
    expect(git('status', '--porcelain')).toBe('?? .host_fingerprint.json')
  })

  it('is believed with claims in another folder that a variable names', async () => {
    const { dir } = createSuite({ 'checks/claims.json': JSON.stringify({ salt: '00ff', ...claims }) })
    await session(dir, undefined, { WHERE_IT_RAN_CLAIMS: 'checks/claims.json' })
    const { tests } = await probe(venv.python, dir, ['--tests', 'never', '--claims', 'checks/claims.json'], {
      env: plainEnv(),
    })
    expect(tests).toMatchObject({ believed: true, disbelief: [], env: { LATE: { set: false } } })
  })

  it('tells how pytest ended where it was asked for what is not there', async () => {
    const { dir } = createSuite({}, claims)
    expect((await session(dir, ['gone'])).code).toBe(4)
    expect((await look(dir)).tests).toMatchObject({ exit_status: 4, collected: 0, believed: false })
  })

  it('says which start-up hook failed in the test process', async () => {
    const { dir } = createSuite({}, claims)
    const bad = createFolder()
    fs.writeFileSync(path.join(bad, 'sitecustomize.py'), 'import cli_helpers_missing\n')
    await session(dir, [], { PYTHONPATH: bad })
    const { tests } = await look(dir)
    expect(tests).toMatchObject({ believed: true, exit_status: 0, passed: 1 })
    expect(tests.hook_error).toBe("ModuleNotFoundError: No module named 'cli_helpers_missing'")
  })

  it('src layout with pythonpath, from a linked worktree', async () => {
    const main = createSuite(
      {
        'mypkg/__init__.py': null,
        'src/mypkg/__init__.py': 'ANSWER = 42\n',
        'pytest.ini': '[pytest]\npythonpath = src\n',
      },
      claims,
    )
    const { dir } = main.worktree({ branch: 'other' })
    await session(dir)
    const { tests } = await look(dir)
    expect(tests).toMatchObject({
      believed: true,
      origins: { mypkg: { imported: true, origin: '<repo>/src/mypkg/__init__.py', label: 'repo' } },
    })
  })
})

describe('not believed, and why', () => {
  type Change = (repo: Repo) => void
  const edit =
    (change: (session: { [key: string]: unknown }) => void): Change =>
    ({ dir }) =>
      editRecord(dir, (record) => change(record.session))
  const set = (more: object) => edit((one) => Object.assign(one, more))
  const CHANGES: readonly [string, Change, string | readonly string[]][] = [
    [
      'committed',
      ({ git }) => {
        git('add', '--force', RECORD)
        git('commit', '--quiet', '--message', 'Record')
      },
      'tracked',
    ],
    ['another machine', set({ machine: 'ab'.repeat(16) }), 'other-machine'],
    ['no machine', set({ machine: null }), 'other-machine'],
    ['another container', set({ in_container: true, container: 'ab'.repeat(16) }), 'other-container'],
    ['another user', set({ user: '4711' }), 'other-user'],
    ['another run', set({ run: '1' }), 'other-run'],
    ['another attempt', set({ attempt: '2' }), 'other-attempt'],
    ['another job', set({ job: 'lint' }), 'other-job'],
    ['another tree', set({ toplevel: '/' }), 'other-tree'],
    ['a fault of the plugin', set({ error: 'OSError: no' }), 'broken'],
    ['no end', set({ finished: false }), 'unfinished'],
    ['another command', set({ claimed_command: false }), 'other-command'],
    ['other packages', set({ installed: '0'.repeat(64) }), 'other-packages'],
    ['nothing said of packages', edit((one) => delete one.installed), 'other-packages'],
    ['narrowed', set({ narrowed: ['-k'] }), 'narrowed'],
    ['nothing narrowed said', edit((one) => delete one.narrowed), 'narrowed'],
    ['--collect-only', set({ collect_only: true }), 'collect-only'],
    ['changed while running', set({ content_before: 'ab'.repeat(32) }), 'changed-while-running'],
    ['content unknown', set({ content_after: null }), 'content-unknown'],
    ['changed since', ({ write }) => write({ 'mypkg/__init__.py': 'ANSWER = 43\n' }), 'changed-since'],
    ['a new file since', ({ write }) => write({ 'conftest_more.py': '' }), 'changed-since'],
    [
      'another claim since',
      ({ write }) => write({ 'probes/claims.json': JSON.stringify({ salt: '00ff', tests: { command: ['pytest'] } }) }),
      'other-command',
    ],
    ['a count that is none', set({ passed: -1 }), 'malformed'],
    ['a label nobody knows', edit((one) => Object.assign(one.origins as object, { x: { label: 'y' } })), 'malformed'],
    [
      'a variable that is neither set nor unset',
      edit((one) => Object.assign(one.env as object, { LATE: { set: 'yes' } })),
      'malformed',
    ],
    ['another format', set({ format: 2 }), 'malformed'],
    ['no session', ({ dir }) => editRecord(dir, (record) => Object.assign(record, { session: 1 })), 'unreadable'],
    ['no JSON', ({ dir }) => fs.writeFileSync(path.join(dir, RECORD), '{'), 'unreadable'],
    ['too deep', ({ dir }) => fs.writeFileSync(path.join(dir, RECORD), '['.repeat(200_000)), 'unreadable'],
    [
      'too large',
      ({ dir }) => fs.writeFileSync(path.join(dir, RECORD), `{"session":{},"x":"${'x'.repeat(5 << 20)}"}`),
      'unreadable',
    ],
    [
      'a link',
      ({ dir }) => {
        fs.renameSync(path.join(dir, RECORD), path.join(path.dirname(dir), 'elsewhere.json'))
        fs.symlinkSync(path.join(path.dirname(dir), 'elsewhere.json'), path.join(dir, RECORD))
      },
      'unreadable',
    ],
  ]
  let made: Repo
  beforeAll(async () => {
    made = createSuite({}, claims)
    await session(made.dir)
  })

  it.each(CHANGES)('%s', async (_, change, code) => {
    const kept = new Map(
      ['mypkg/__init__.py', RECORD, 'probes/claims.json'].map((name) => [
        name,
        fs.readFileSync(path.join(made.dir, name)),
      ]),
    )
    const head = made.sha()
    change(made)
    const { tests } = await look(made.dir)
    expect(tests).toMatchObject({ source: 'session', believed: false })
    expect(tests.disbelief).toContain(code)
    // A session that never ended has nothing counted to the end.
    if (code !== 'unreadable' && code !== 'malformed' && code !== 'unfinished')
      expect(tests).toMatchObject({ exit_status: 0, passed: 1 })
    // Back to where it was.
    made.git('reset', '--quiet', '--hard', head)
    made.git('clean', '--quiet', '--force')
    fs.rmSync(path.join(made.dir, RECORD), { force: true })
    for (const [name, bytes] of kept) fs.writeFileSync(path.join(made.dir, name), bytes)
  })

  it('a refused repository proves nothing', async () => {
    const { tests } = await look(made.dir, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' })
    expect(tests.believed).toBe(false)
    expect(tests.disbelief).toEqual(expect.arrayContaining(['tracked', 'content-unknown']))
  })

  it('whoever mends the environment is not told what the broken one said', async () => {
    // An environment of its own that borrows pytest: the shared one is nobody's to change.
    const { dir } = createSuite({}, claims)
    const own = path.join(createFolder(), 'venv')
    await start([venv.python, '-m', 'venv', '--without-pip', own])
    const python = path.join(own, 'bin/python')
    const site = (await start([python, '-c', 'import site; print(site.getsitepackages()[0])'])).stdout.trim()
    const borrowed = await start([venv.python, '-c', 'import site; print(site.getsitepackages()[0])'])
    fs.writeFileSync(path.join(site, 'borrowed.pth'), borrowed.stdout)
    await start([python, '-m', 'pytest', '--junitxml=junit.xml'], { cwd: dir, env: plainEnv() })
    const ask = async () => (await probe(python, dir, ['--tests', 'never'], { env: plainEnv() })).tests
    expect(await ask()).toMatchObject({ believed: true, disbelief: [] })
    fs.mkdirSync(path.join(site, 'mended-1.0.dist-info'))
    expect(await ask()).toMatchObject({ believed: false, disbelief: ['other-packages'], passed: 1 })
  })

  it('a report that another run wrote is not the one recorded', async () => {
    const { dir, write } = createSuite({}, claims)
    write({ 'junit.xml': '<testsuite/>' })
    await session(dir, [])
    const stale = (await look(dir)).tests.reports?.['junit.xml']
    expect(stale).toMatchObject({ exists: true })
    expect(stale?.recorded).toBeUndefined()
    await session(dir)
    write({ 'junit.xml': '<testsuite tests="400"/>' })
    const { recorded, now } = (await look(dir)).tests.reports?.['junit.xml'] ?? {}
    expect(recorded).toMatch(/^[0-9a-f]{64}$/)
    expect(now).not.toBe(recorded)
  })

  it('CI: run, attempt and job must be those of the probe', async () => {
    const { dir, sha } = createSuite({}, claims)
    const ci = {
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'test',
      GITHUB_SHA: sha(),
      GITHUB_EVENT_NAME: 'push',
    }
    await session(dir, [], ci)
    expect((await look(dir, ci, 'ci')).tests).toMatchObject({ believed: true, session: { run: '4711', job: 'test' } })
    for (const [name, code] of [
      ['GITHUB_RUN_ID', 'other-run'],
      ['GITHUB_RUN_ATTEMPT', 'other-attempt'],
      ['GITHUB_JOB', 'other-job'],
    ] as const)
      expect((await look(dir, { ...ci, [name]: '9' }, 'ci')).tests.disbelief).toEqual([code])
    expect((await look(dir)).tests.disbelief).toEqual(['other-run', 'other-attempt', 'other-job'])
  })
})

describe('another checkout', () => {
  it('PYTHONPATH leads to another clone', async () => {
    // No folder of the project is put on the path: not by -m, not for a test file.
    const { dir, clone } = createSuite({ 'pytest.ini': '[pytest]\naddopts = --import-mode=importlib\n' }, claims)
    const other = clone()
    const script = path.join(venv.dir, 'bin/pytest')
    await start([script], { cwd: dir, env: plainEnv({ PYTHONPATH: other.dir }) })
    const { tests } = await look(dir)
    expect(tests.origins?.mypkg).toMatchObject({ imported: true, label: 'pythonpath' })
    expect(tests.origins?.mypkg?.origin).not.toContain('<repo>')
  })
})
