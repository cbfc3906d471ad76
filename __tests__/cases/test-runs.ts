/** Green, red or nothing: what the test process says, and whose process it was. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { Files } from '../support/repo.ts'
import { onlyFacts } from './support/facts-of.ts'
import type { Need } from './support/needs.ts'
import {
  createProject,
  FLAT,
  ownPytestVenv,
  pytestVenv,
  RECORD,
  SUITE,
  suiteClaims,
  vendored,
} from './support/project.ts'
import { installScript, python } from './support/python.ts'
import { handOver, type Look, type Name, type Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'

const BOX = { machine: 'box' }
const RUNNER = { machine: 'runner' }

async function test(scene: Scene, name: Name, look: Partial<Look> = {}) {
  await scene.look(name, { python: (await pytestVenv()).python, tests: 'auto', ...look })
}

const LEAK = 'import os\n\n\ndef test_more():\n    assert "DEMO_CONFIG_DIR" not in os.environ\n'
const AT_HOME = 'import os\n\n\ndef test_more():\n    assert os.path.exists(os.path.expanduser("~/.demo-token"))\n'
const SCRATCH = 'import sys\n\nimport pytest\n\nsys.exit(pytest.main(["-q", "--junitxml=j2.xml"]))\n'
const PASSES = 'def test_more():\n    assert True\n'
const FAILS = 'def test_more():\n    assert False\n'
const more = (body: string): Files => ({ 'tests/test_more.py': body })
const demo = (body: string): Files => ({ 'tests/test_demo.py': `import demo\nimport pytest\n\n\n${body}` })
const ignoring = (pattern: string): Files => ({ '.gitignore': `${FLAT['.gitignore']}${pattern}\n` })

/** A session of the tests, started by hand, with the project's own conftest.py. */
const runByHand = async (scene: Scene, look: Partial<Look> = {}, args: readonly string[] = SUITE.slice(1)) =>
  scene.run([(await pytestVenv()).python, ...args], look).catch(() => 'red')

interface Suite {
  readonly id?: string
  readonly needs?: readonly Need[]
  readonly place?: Name
  readonly files?: Files
  readonly write?: Files
  readonly claims?: object
  readonly command?: readonly string[]
  readonly reports?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** The environment's python stands first on PATH. */
  readonly onPath?: boolean
  readonly signals?: readonly string[]
}

/** One place, one suite, which the probe runs. */
function suite(title: string, cell: string, options: Suite = {}): Row {
  const { place = 'box', files = {}, command = SUITE, reports, env, onPath, id, signals } = options
  return {
    ...(id ? { id } : {}),
    ...(signals ? { signals } : {}),
    title,
    needs: ['pytest', ...(options.needs ?? [])],
    async play() {
      const tests = { command, ...(reports ? { reports } : {}) }
      const scene = createProject({ ...FLAT, ...files }, { ...options.claims, tests })
      scene.repo.write(options.write ?? {})
      const PATH = onPath ? { PATH: `${path.dirname((await pytestVenv()).python)}:/usr/bin:/bin` } : {}
      await test(scene, place, { env: { ...PATH, ...env } })
      return scene.judge()
    },
    cells: { [`suite@${place}`]: cell },
  }
}
/** That suite, with these words in PYTEST_ADDOPTS. */
const addopts = (words: string, cell: string, files: Files = {}) =>
  suite(`PYTEST_ADDOPTS=${words}`, cell, { env: { PYTEST_ADDOPTS: words }, files })

interface Record_ extends Suite {
  /** How the session is started by hand, and with which words. */
  readonly hand?: Partial<Look>
  readonly words?: readonly string[]
  /** After the session, before the look. */
  readonly after?: (scene: Scene) => unknown
  readonly look?: (scene: Scene) => Promise<Partial<Look>>
  readonly cells?: Row['cells']
  readonly facts?: object
}

/** A session by hand, and the record that it leaves: the probe runs nothing. */
function record(title: string, cell: string, options: Record_ = {}): Row {
  const { place = 'local', files = {}, hand, words, reports, after, facts, signals, id, needs = [] } = options
  return {
    ...(id ? { id } : {}),
    ...(signals ? { signals } : {}),
    title,
    needs: ['pytest', ...needs],
    async play() {
      const { command = SUITE, claims = {} } = options
      const tests = { command, ...(reports ? { reports } : {}) }
      const scene = createProject({ ...FLAT, ...vendored(), ...files }, { ...claims, tests })
      await runByHand(scene, hand, words ?? command.slice(1))
      await after?.(scene)
      await test(scene, place, { tests: 'never', ...(await options.look?.(scene)) })
      if (facts) expect(onlyFacts(scene, place).tests).toMatchObject(facts)
      return scene.judge()
    },
    cells: { [`suite@${place}`]: cell, ...options.cells },
  }
}

const NOTHING = 'fails NOTHING_EXECUTED'
const GREEN = 'holds GREEN'
const FAILED = 'fails FAILED'
const PARTIAL = 'unknown PARTIAL_RUN'
const NO_RECORD = 'unknown NO_RECORD'
const FOREIGN = 'unknown FOREIGN_RECORD'
const SH = ['sh', '-c']
const RUN_TESTS = ['python', 'run_tests.py']
const RUN = SUITE.slice(1)
const WITH_MORE = { files: more(PASSES) }

/** A runner of its own kind, which writes a report. */
const WRITES_REPORT = `import demo
open("j2.xml", "w").write('<testsuite name="x" tests="2" skipped="1"><testcase name="a"/>'
    '<testcase name="b"><skipped/></testcase></testsuite>')
`

export const testRunRows: readonly Row[] = [
  {
    id: 'C16',
    title: 'sitecustomize fails in one place only',
    needs: ['pytest', 'namespaces'],
    async play() {
      const scene = createProject(FLAT)
      const bad = path.join(scene.dir, 'bad')
      fs.mkdirSync(bad)
      fs.writeFileSync(path.join(bad, 'sitecustomize.py'), 'import cli_helpers_missing\n')
      await test(scene, 'local', { env: { PYTHONPATH: bad } })
      expect(onlyFacts(scene, 'local').path?.sitecustomize?.error).toMatch(/^ModuleNotFoundError: /)
      await test(scene, 'box', { under: BOX })
      return scene.judge()
    },
    cells: { 'suite@local': 'unknown HOOK_ERROR', 'suite@box': 'holds GREEN' },
  },
  {
    id: 'C39',
    title: 'the agent’s variables reach the tests',
    needs: ['pytest', 'namespaces'],
    async play() {
      const scene = createProject({ ...FLAT, ...more(LEAK) })
      await test(scene, 'local')
      await test(scene, 'box', { env: { DEMO_CONFIG_DIR: '/x' }, under: BOX })
      await test(scene, 'ci', { under: RUNNER })
      return scene.judge()
    },
    cells: { 'suite@local': 'holds GREEN', 'suite@box': 'fails FAILED', 'suite@ci': 'holds GREEN' },
    signals: ['green-here-red-there'],
  },
  {
    id: 'C40',
    title: 'a token file in one home makes the tests pass',
    needs: ['pytest', 'namespaces'],
    async play() {
      const scene = createProject({ ...FLAT, ...more(AT_HOME) })
      fs.writeFileSync(path.join(scene.home, '.demo-token'), 'x')
      const other = path.join(scene.dir, 'other-home')
      fs.mkdirSync(other)
      await test(scene, 'local')
      await test(scene, 'ci', { env: { HOME: other }, under: RUNNER })
      return scene.judge()
    },
    cells: { 'suite@local': 'holds GREEN', 'suite@ci': 'fails FAILED' },
    signals: ['green-here-red-there'],
  },
  suite('exit status 5 is mapped to success', NOTHING, {
    id: 'C49',
    place: 'ci',
    command: [...SH, 'python -m pytest -q -k zzz || [ $? -eq 5 ]'],
    onPath: true,
  }),
  suite('nothing matches -k, which the command itself names', NOTHING, { command: [...SUITE, '-k', 'zzz'] }),
  addopts('-k zzz', NOTHING),
  addopts('--collect-only', NOTHING),
  addopts('--co', NOTHING),
  addopts('--setup-plan', NOTHING),
  addopts('--fixtures', NO_RECORD),
  suite('the claimed command only collects', NOTHING, { command: [...SUITE, '--collect-only'] }),
  suite('all skipped', NOTHING, {
    files: demo('pytestmark = pytest.mark.skip\n\n\ndef test_demo():\n    assert demo\n'),
  }),
  suite('all expected to fail, and failing', NOTHING, {
    files: demo('@pytest.mark.xfail\ndef test_demo():\n    assert not demo.WHO\n'),
  }),
  suite('no test file at all', NOTHING, { files: { 'tests/test_demo.py': 'import demo\n' } }),
  suite('a conftest.py turns the exit status into 0', FAILED, {
    files: { ...more(FAILS), 'conftest.py': 'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n' },
  }),
  suite('a pipe hides the exit status', FAILED, {
    files: more(FAILS),
    command: [...SH, 'python3 -m pytest -q | cat'],
    onPath: true,
  }),
  suite('a test file that cannot be imported', 'fails COLLECTION_ERROR', { files: more('import no_such_module\n') }),
  suite('a conftest.py that cannot be imported', 'fails COLLECTION_ERROR', {
    files: { 'conftest.py': 'import no_such_module\n' },
  }),
  suite('the test process is killed', FAILED, {
    files: more('import os\n\n\ndef test_more():\n    os.kill(os.getpid(), 9)\n'),
  }),
  suite('a test leaves through os._exit(0)', FAILED, {
    files: more('import os\n\n\ndef test_more():\n    os._exit(0)\n'),
  }),
  addopts('-k demo', PARTIAL, more(PASSES)),
  addopts('--ignore=tests/test_more.py', PARTIAL, more(PASSES)),
  addopts('-o python_files=test_demo.py', PARTIAL, more(PASSES)),
  addopts('-c other.ini', PARTIAL, { ...more(PASSES), 'other.ini': '[pytest]\npython_files = test_demo.py\n' }),
  addopts('tests/test_demo.py', PARTIAL, more(PASSES)),
  addopts('@arguments.txt', NO_RECORD, { ...more(PASSES), 'arguments.txt': 'tests/test_demo.py\n' }),
  addopts('-v --tb=short -p no:cacheprovider', GREEN),
  suite('the claimed command names its folder: that is the whole suite', GREEN, { command: [...SUITE, 'tests'] }),
  suite('a part is skipped, the rest is green', GREEN, {
    files: more('import pytest\n\n\n@pytest.mark.skip\ndef test_more():\n    pass\n'),
  }),
  suite('the project’s own configuration deselects some', GREEN, {
    files: {
      ...more('import pytest\n\n\n@pytest.mark.slow\ndef test_more():\n    pass\n'),
      'pytest.ini': '[pytest]\naddopts = -m "not slow"\nmarkers = slow: slow\n',
    },
  }),
  suite('a test writes into the tree while it runs', 'unknown CHANGED_WHILE_RUNNING', {
    files: more('def test_more():\n    open("left-over.txt", "w").close()\n'),
  }),
  suite('a test writes only what git ignores', GREEN, {
    files: { ...more('def test_more():\n    open("left-over.log", "w").close()\n'), ...ignoring('*.log') },
  }),
  suite('the command starts two sessions, one of them red', FAILED, {
    files: more(FAILS),
    command: [...SH, 'python -m pytest -q tests/test_more.py; python -m pytest -q tests/test_demo.py'],
    onPath: true,
  }),
  suite('a scratch runner whose command line says nothing of tests', GREEN, {
    id: 'C51',
    files: { ...ignoring('*.xml'), 'run_tests.py': SCRATCH },
    command: RUN_TESTS,
    reports: ['j2.xml'],
  }),
  suite('a scratch runner that starts pytest in a child', GREEN, {
    files: {
      'run_tests.py': 'import subprocess, sys\nsys.exit(subprocess.call([sys.executable, "-m", "pytest", "-q"]))\n',
    },
    command: RUN_TESTS,
  }),
  suite('a runner that only says it is green', NO_RECORD, {
    files: { 'run_tests.py': 'print("412 passed")\n' },
    command: RUN_TESTS,
  }),
  suite('a report that an earlier run left', 'unknown CACHED_RESULT', {
    files: { ...ignoring('*.xml'), 'run_tests.py': 'print("412 passed")\n' },
    write: { 'j2.xml': '<testsuite name="x" tests="412" failures="0" errors="0" skipped="0"/>' },
    command: RUN_TESTS,
    reports: ['j2.xml'],
  }),
  // Counts come from the report, origins from what this interpreter would import: the contract's answer
  // for runners that tell nothing themselves.
  suite('unittest, with a report written during the run', GREEN, {
    files: { '.gitignore': '__pycache__/\nprobes/*.log\n*.xml\n', 'run_tests.py': WRITES_REPORT },
    command: RUN_TESTS,
    reports: ['j2.xml'],
  }),
  record('assertions are switched off by PYTHONOPTIMIZE', PARTIAL, { hand: { env: { PYTHONOPTIMIZE: '1' } } }),
  record('a report was replaced after the session', 'unknown REPORT_MISMATCH', {
    files: ignoring('*.xml'),
    command: [...SUITE, '--junitxml=j.xml'],
    reports: ['j.xml'],
    after: ({ repo }) => fs.appendFileSync(path.join(repo.dir, 'j.xml'), '<!-- better -->'),
    signals: ['orphan-report'],
  }),
  record('a record of the claimed command, made here and now, is believed', GREEN),
  record('the plugin is in conftest.py and in the command that the probe starts: one session', GREEN, {
    words: ['-c', 'pass'],
    look: async () => ({ tests: 'always' }),
    facts: { sessions: 1, passed: 1 },
  }),
  record('a record of the suite, a part of it', PARTIAL, { ...WITH_MORE, words: [...RUN, 'tests/test_demo.py'] }),
  record('a record of the suite, with -k', PARTIAL, { ...WITH_MORE, words: [...RUN, '-k', 'demo'] }),
  record('a record of the suite, with --lf', PARTIAL, { ...WITH_MORE, words: [...RUN, '--lf'] }),
  record('a record of the suite, with -k from PYTEST_ADDOPTS', PARTIAL, {
    ...WITH_MORE,
    hand: { env: { PYTEST_ADDOPTS: '-k demo' } },
  }),
  record('a record of the suite, without a test, by --deselect', PARTIAL, {
    ...WITH_MORE,
    words: [...RUN, '--deselect', 'tests/test_more.py'],
  }),
  record('a record that is tracked by git was not made here', FOREIGN, {
    after({ repo }) {
      repo.git('add', '--force', RECORD)
      repo.commit('Record')
    },
  }),
  record('a record from before the last edit', 'unknown STALE_CONTENT', {
    after: ({ repo }) => repo.commit('Edit', { 'demo/__init__.py': 'WHO = "edited"\n' }),
  }),
  record('a record of another environment’s Python', 'unknown OTHER_INTERPRETER', {
    claims: { packages: ['pytest'] },
    look: async () => ({ python: await python() }),
    cells: { 'pytest@local': 'unknown OTHER_INTERPRETER' },
  }),
  record('a record of another user', FOREIGN, {
    needs: ['another user', 'a system python'],
    after: handOver,
    look: async () => ({ python: '/usr/bin/python3', under: { uid: 65534 } }),
  }),
  ...(['hostname', 'machine'] as const).map(
    (kind): Row => ({
      ...(kind === 'hostname' ? { id: 'C68' } : {}),
      title: `tests ran on one ${kind}, the probe on another`,
      needs: ['pytest', 'namespaces'],
      async play() {
        const scene = createProject({ ...FLAT, ...vendored() })
        const [here, there] = kind === 'hostname' ? [{ hostname: 'a' }, { hostname: 'b' }] : [{}, BOX]
        await runByHand(scene, { under: here })
        await test(scene, 'local', { tests: 'never', under: here })
        await test(scene, 'box', { tests: 'never', under: there })
        return scene.judge()
      },
      cells: {
        'suite@local': 'holds GREEN',
        'suite@box': kind === 'hostname' ? 'unknown SAME_MACHINE' : 'unknown FOREIGN_RECORD',
      },
    }),
  ),
  record('a record of another CI run', FOREIGN, {
    needs: ['namespaces'],
    place: 'ci',
    hand: {
      env: {
        ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_RUN_ATTEMPT: '1', GITHUB_JOB: 'test' },
        GITHUB_RUN_ID: '4710',
      },
    },
  }),
  {
    title: 'a hand-made record',
    needs: ['pytest'],
    async play() {
      const scene = createProject(FLAT)
      scene.repo.write({
        [RECORD]: JSON.stringify({
          hostname: 'vm',
          executable: '/usr/bin/python3',
          cwd: scene.repo.dir,
          session: { passed: 412, failed: 0, exit_status: 0 },
        }),
      })
      await test(scene, 'local', { tests: 'never' })
      return scene.judge()
    },
    cells: { 'suite@local': 'unknown FOREIGN_RECORD' },
  },
  suite('a file in ci that no CI provider made', 'unknown NOT_IN_CI', {
    place: 'ci',
    env: { CI: undefined, GITHUB_ACTIONS: undefined, GITHUB_RUN_ID: undefined },
  }),
  {
    title: 'box and local are one machine',
    needs: ['pytest'],
    async play() {
      const scene = createProject(FLAT)
      await test(scene, 'local')
      await test(scene, 'box', { tests: 'never' })
      return scene.judge()
    },
    cells: { 'suite@local': 'holds GREEN', 'suite@box': 'unknown SAME_MACHINE' },
  },
  {
    title: 'fewer tests than in ci, on the same content',
    needs: ['pytest', 'namespaces'],
    async play() {
      const some = 'import os\n\nif os.environ.get("CI"):\n    def test_more():\n        assert True\n'
      const scene = createProject({ ...FLAT, ...more(some) })
      await test(scene, 'box', { under: BOX })
      await test(scene, 'ci', { under: RUNNER })
      return scene.judge()
    },
    cells: { 'suite@box': 'unknown PARTIAL_RUN', 'suite@ci': 'holds GREEN' },
  },
  {
    id: 'C67',
    title: 'name resolution that hangs: nobody asks for names',
    needs: ['strace'],
    async play() {
      const scene = createProject(FLAT)
      const log = path.join(scene.dir, 'trace')
      const hooks = path.join(scene.dir, 'hooks')
      fs.mkdirSync(hooks)
      const slow = 'import socket, time\ndef slow(*_):\n    time.sleep(100)\n'
      const names = ['getfqdn', 'gethostbyname', 'gethostbyname_ex', 'gethostbyaddr', 'getaddrinfo', 'getnameinfo']
      const hook = slow + names.map((name) => `socket.${name} = slow\n`).join('')
      fs.writeFileSync(path.join(hooks, 'sitecustomize.py'), hook)
      const trace = ['strace', '-f', '-qq', '-e', 'trace=network', '-o', log]
      const launch = (script: readonly string[]) => [...trace, program, ...script]
      const program = await python()
      await scene.look('local', { python: '', launch, env: { PYTHONPATH: hooks } })
      expect(fs.readFileSync(log, 'utf8')).not.toMatch(/AF_INET/)
      return scene.judge()
    },
    cells: { 'suite@local': 'unknown NO_RECORD' },
  },
  ...(
    [
      ['finds no package in the top folder', FLAT, 'fails COLLECTION_ERROR', {}],
      [
        'of another environment: its tests say nothing of this one',
        { ...FLAT, 'pytest.ini': '[pytest]\npythonpath = .\n' },
        'holds GREEN',
        { 'pytest@box': 'unknown OTHER_INTERPRETER' },
      ],
    ] as const
  ).map(
    ([what, files, cell, more]): Row => ({
      title: `bare pytest ${what}`,
      needs: ['pytest'],
      async play() {
        const scene = createProject(files, { packages: ['pytest'], tests: { command: ['pytest', '-q'] } })
        const [other, here] = [await ownPytestVenv(scene), await pytestVenv()]
        installScript(other, 'pytest', 'import sys, pytest\nsys.exit(pytest.main())')
        await scene.look('box', { python: here.python, tests: 'auto', env: { PATH: `${other.dir}/bin:/usr/bin:/bin` } })
        return scene.judge()
      },
      cells: { 'suite@box': cell, ...more },
    }),
  ),
  {
    title: 'a project in a folder of its repository',
    needs: ['pytest', 'namespaces'],
    async play() {
      const claims = suiteClaims({ packages: [{ name: 'demo', from: 'repo' }] })
      const scene = createProject(FLAT, claims, 'services/api')
      await test(scene, 'local')
      await test(scene, 'ci', { under: RUNNER })
      return scene.judge()
    },
    cells: { 'suite@local': 'holds GREEN', 'suite@ci': 'holds GREEN', 'demo@local': 'holds IN_REPO' },
  },
  {
    title: 'a leg of ci that never came',
    needs: ['pytest'],
    async play() {
      const scene = createProject(FLAT)
      await test(scene, 'ci-old')
      return scene.judge({ expect: ['ci-old', 'ci-new'] })
    },
    cells: { 'suite@ci': 'unknown MISSING_LEG' },
  },
  {
    title: 'one leg of ci is red',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...more(LEAK) })
      await test(scene, 'ci-old')
      await test(scene, 'ci-new', { env: { DEMO_CONFIG_DIR: '/x' }, tests: 'always' })
      const verdict = await scene.judge({ expect: ['ci-old', 'ci-new'] })
      expect(verdict.rows[0]?.cells.ci?.legs).toMatchObject([{ leg: 'new' }])
      return verdict
    },
    cells: { 'suite@ci': 'fails FAILED' },
  },
  {
    title: 'everything holds everywhere: the gate is open',
    needs: ['pytest', 'namespaces'],
    async play() {
      const claims = suiteClaims({ packages: [{ name: 'demo', from: 'repo' }, 'pytest'], env: ['DEMO_MODE'] })
      const scene = createProject(FLAT, claims)
      const env = { DEMO_MODE: 'x' }
      await test(scene, 'local', { env })
      await test(scene, 'box', { env, under: BOX })
      await test(scene, 'ci', { env, under: RUNNER })
      const verdict = await scene.judge()
      expect(verdict.gate).toMatchObject({ verdict: 'pass', unknown: 0, failing: 0, unexplained: 0 })
      return verdict
    },
    cells: {
      'suite@local': 'holds GREEN',
      'suite@box': 'holds GREEN',
      'suite@ci': 'holds GREEN',
      'demo@ci': 'holds IN_REPO',
      'pytest@ci': 'holds IN_PREFIX',
      'DEMO_MODE@ci': 'holds IN_TEST_PROCESS',
    },
    signals: ['same-runtime'],
    noSignals: ['green-here-red-there', 'other-version', 'dirty-home', 'no-session', 'not-inherited', 'older-content'],
  },
]
