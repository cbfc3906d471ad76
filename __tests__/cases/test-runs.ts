/** Green, red or nothing: what the test process says, and whose process it was. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { onlyFacts } from './support/facts-of.ts'
import {
  createProject,
  FLAT,
  ownPytestVenv,
  pytestVenv,
  RECORD,
  SUITE,
  suiteClaims,
  vendored,
  withTest,
} from './support/project.ts'
import { installScript, python } from './support/python.ts'
import { handOver, type Look, type Name, type Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'

const BOX = { machine: 'box' }
const RUNNER = { machine: 'runner' }

async function test(scene: Scene, name: Name, look: Partial<Look> = {}) {
  await scene.look(name, { python: (await pytestVenv()).python, tests: 'auto', ...look })
}

/** The environment's python stands first on PATH. */
const onPath = async () => ({ PATH: `${path.dirname((await pytestVenv()).python)}:/usr/bin:/bin` })

/** One place, one suite. */
const single =
  (
    files: Parameters<typeof createProject>[0],
    more: Partial<Look> = {},
    command: readonly string[] = SUITE,
  ) =>
  async () => {
    const scene = createProject(files, suiteClaims({ tests: { command } }))
    await test(scene, 'box', more)
    return scene.judge()
  }

const LEAK = 'import os\n\n\ndef test_more():\n    assert "DEMO_CONFIG_DIR" not in os.environ\n'
const AT_HOME =
  'import os\n\n\ndef test_more():\n    assert os.path.exists(os.path.expanduser("~/.demo-token"))\n'
const SCRATCH = 'import sys\n\nimport pytest\n\nsys.exit(pytest.main(["-q", "--junitxml=j2.xml"]))\n'
/** A session of the tests, started by hand, with the project's own conftest.py. */
const runByHand = async (scene: Scene, look: Partial<Look> = {}, args = SUITE.slice(1)) =>
  scene.run([(await pytestVenv()).python, ...args], look).catch(() => 'red')

const zero = (
  title: string,
  cell: string,
  more: Partial<Look>,
  command?: readonly string[],
  files = FLAT,
): Row => ({
  title,
  needs: ['pytest'],
  play: single(files, more, command),
  cells: { 'suite@box': cell },
})

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
      const scene = createProject(withTest(LEAK))
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
      const scene = createProject(withTest(AT_HOME))
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
  {
    id: 'C49',
    title: 'exit status 5 is mapped to success',
    needs: ['pytest'],
    async play() {
      const command = ['sh', '-c', 'python -m pytest -q -k zzz || [ $? -eq 5 ]']
      const scene = createProject(FLAT, suiteClaims({ tests: { command } }))
      await test(scene, 'ci', { env: await onPath() })
      return scene.judge()
    },
    cells: { 'suite@ci': 'fails NOTHING_EXECUTED' },
  },
  zero('nothing matches -k, which the command itself names', 'fails NOTHING_EXECUTED', {}, [
    ...SUITE,
    '-k',
    'zzz',
  ]),
  zero('PYTEST_ADDOPTS deselects everything', 'fails NOTHING_EXECUTED', {
    env: { PYTEST_ADDOPTS: '-k zzz' },
  }),
  zero('PYTEST_ADDOPTS only collects', 'fails NOTHING_EXECUTED', {
    env: { PYTEST_ADDOPTS: '--collect-only' },
  }),
  zero('the claimed command only collects', 'fails NOTHING_EXECUTED', {}, [...SUITE, '--collect-only']),
  zero('PYTEST_ADDOPTS only collects, by its short name', 'fails NOTHING_EXECUTED', {
    env: { PYTEST_ADDOPTS: '--co' },
  }),
  zero('PYTEST_ADDOPTS only shows the set-up plan', 'fails NOTHING_EXECUTED', {
    env: { PYTEST_ADDOPTS: '--setup-plan' },
  }),
  zero('PYTEST_ADDOPTS shows fixtures instead', 'unknown NO_RECORD', {
    env: { PYTEST_ADDOPTS: '--fixtures' },
  }),
  zero('all skipped', 'fails NOTHING_EXECUTED', {}, SUITE, {
    ...FLAT,
    'tests/test_demo.py':
      'import demo\nimport pytest\n\npytestmark = pytest.mark.skip\n\n\ndef test_demo():\n    assert demo\n',
  }),
  zero('all expected to fail, and failing', 'fails NOTHING_EXECUTED', {}, SUITE, {
    ...FLAT,
    'tests/test_demo.py':
      'import demo\nimport pytest\n\n\n@pytest.mark.xfail\ndef test_demo():\n    assert not demo.WHO\n',
  }),
  zero('no test file at all', 'fails NOTHING_EXECUTED', {}, SUITE, {
    ...FLAT,
    'tests/test_demo.py': 'import demo\n',
  }),
  zero('a conftest.py turns the exit status into 0', 'fails FAILED', {}, SUITE, {
    ...withTest('def test_more():\n    assert False\n'),
    'conftest.py': 'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n',
  }),
  {
    title: 'a pipe hides the exit status',
    needs: ['pytest'],
    async play() {
      const command = ['sh', '-c', 'python3 -m pytest -q | cat']
      const red = withTest('def test_more():\n    assert False\n')
      const scene = createProject(red, suiteClaims({ tests: { command } }))
      await test(scene, 'box', { env: await onPath() })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails FAILED' },
  },
  zero(
    'a test file that cannot be imported',
    'fails COLLECTION_ERROR',
    {},
    SUITE,
    withTest('import no_such_module\n'),
  ),
  zero('a conftest.py that cannot be imported', 'fails COLLECTION_ERROR', {}, SUITE, {
    ...FLAT,
    'conftest.py': 'import no_such_module\n',
  }),
  zero(
    'the test process is killed',
    'fails FAILED',
    {},
    SUITE,
    withTest('import os\n\n\ndef test_more():\n    os.kill(os.getpid(), 9)\n'),
  ),
  zero(
    'a test leaves through os._exit(0)',
    'fails FAILED',
    {},
    SUITE,
    withTest('import os\n\n\ndef test_more():\n    os._exit(0)\n'),
  ),
  zero(
    'PYTEST_ADDOPTS runs only a part',
    'unknown PARTIAL_RUN',
    { env: { PYTEST_ADDOPTS: '-k demo' } },
    SUITE,
    withTest('def test_more():\n    assert True\n'),
  ),
  zero(
    'PYTEST_ADDOPTS ignores a file',
    'unknown PARTIAL_RUN',
    { env: { PYTEST_ADDOPTS: '--ignore=tests/test_more.py' } },
    SUITE,
    withTest('def test_more():\n    assert True\n'),
  ),
  zero(
    'PYTEST_ADDOPTS changes which files are tests',
    'unknown PARTIAL_RUN',
    { env: { PYTEST_ADDOPTS: '-o python_files=test_demo.py' } },
    SUITE,
    withTest('def test_more():\n    assert True\n'),
  ),
  zero(
    'PYTEST_ADDOPTS names another configuration',
    'unknown PARTIAL_RUN',
    { env: { PYTEST_ADDOPTS: '-c other.ini' } },
    SUITE,
    withTest('def test_more():\n    assert True\n', {
      'other.ini': '[pytest]\npython_files = test_demo.py\n',
    }),
  ),
  zero(
    'PYTEST_ADDOPTS names a path',
    'unknown PARTIAL_RUN',
    { env: { PYTEST_ADDOPTS: 'tests/test_demo.py' } },
    SUITE,
    withTest('def test_more():\n    assert True\n'),
  ),
  zero(
    'PYTEST_ADDOPTS takes a file of arguments',
    'unknown NO_RECORD',
    { env: { PYTEST_ADDOPTS: '@arguments.txt' } },
    SUITE,
    withTest('def test_more():\n    assert True\n', { 'arguments.txt': 'tests/test_demo.py\n' }),
  ),
  zero('PYTEST_ADDOPTS that leaves nothing out', 'holds GREEN', {
    env: { PYTEST_ADDOPTS: '-v --tb=short -p no:cacheprovider' },
  }),
  zero('the claimed command names its folder: that is the whole suite', 'holds GREEN', {}, [
    ...SUITE,
    'tests',
  ]),
  zero(
    'a part is skipped, the rest is green',
    'holds GREEN',
    {},
    SUITE,
    withTest('import pytest\n\n\n@pytest.mark.skip\ndef test_more():\n    pass\n'),
  ),
  zero(
    'the project’s own configuration deselects some',
    'holds GREEN',
    {},
    SUITE,
    withTest('import pytest\n\n\n@pytest.mark.slow\ndef test_more():\n    pass\n', {
      'pytest.ini': '[pytest]\naddopts = -m "not slow"\nmarkers = slow: slow\n',
    }),
  ),
  zero(
    'a test writes into the tree while it runs',
    'unknown CHANGED_WHILE_RUNNING',
    {},
    SUITE,
    withTest('def test_more():\n    open("left-over.txt", "w").close()\n'),
  ),
  zero(
    'a test writes only what git ignores',
    'holds GREEN',
    {},
    SUITE,
    withTest('def test_more():\n    open("left-over.log", "w").close()\n', {
      '.gitignore': `${FLAT['.gitignore']}*.log\n`,
    }),
  ),
  zero(
    'the command starts two sessions, one of them red',
    'fails FAILED',
    {},
    [
      'sh',
      '-c',
      '"$DEMO_PYTHON" -m pytest -q tests/test_more.py; "$DEMO_PYTHON" -m pytest -q tests/test_demo.py',
    ],
    withTest('def test_more():\n    assert False\n'),
  ),
  {
    id: 'C51',
    title: 'a scratch runner whose command line says nothing of tests',
    needs: ['pytest'],
    async play() {
      const claims = { tests: { command: ['python', 'run_tests.py'], reports: ['j2.xml'] } }
      const ignore = { '.gitignore': `${FLAT['.gitignore']}*.xml\n` }
      const scene = createProject({ ...FLAT, ...ignore, 'run_tests.py': SCRATCH }, suiteClaims(claims))
      await test(scene, 'box')
      return scene.judge()
    },
    cells: { 'suite@box': 'holds GREEN' },
  },
  {
    title: 'a scratch runner that starts pytest in a child',
    needs: ['pytest'],
    play: single(
      {
        ...FLAT,
        'run_tests.py':
          'import subprocess, sys\nsys.exit(subprocess.call([sys.executable, "-m", "pytest", "-q"]))\n',
      },
      {},
      ['python', 'run_tests.py'],
    ),
    cells: { 'suite@box': 'holds GREEN' },
  },
  {
    title: 'a runner that only says it is green',
    needs: ['pytest'],
    play: single({ ...FLAT, 'run_tests.py': 'print("412 passed")\n' }, {}, ['python', 'run_tests.py']),
    cells: { 'suite@box': 'unknown NO_RECORD' },
  },
  {
    title: 'a report that an earlier run left',
    needs: ['pytest'],
    async play() {
      const claims = { tests: { command: ['python', 'run_tests.py'], reports: ['j2.xml'] } }
      const ignore = { '.gitignore': `${FLAT['.gitignore']}*.xml\n` }
      const scene = createProject(
        { ...FLAT, ...ignore, 'run_tests.py': 'print("412 passed")\n' },
        suiteClaims(claims),
      )
      scene.repo.write({ 'j2.xml': '<testsuite name="x" tests="412" failures="0" errors="0" skipped="0"/>' })
      await test(scene, 'box')
      return scene.judge()
    },
    cells: { 'suite@box': 'unknown NO_RECORD' },
  },
  {
    title: 'unittest, with a report written during the run',
    needs: ['pytest'],
    async play() {
      const xml =
        '<testsuite name="x" tests="2" skipped="1"><testcase name="a"/><testcase name="b"><skipped/></testcase></testsuite>'
      const runner = `import demo\nopen("j2.xml", "w").write(${JSON.stringify(xml)})\n`
      const ignore = { '.gitignore': '__pycache__/\nprobes/*.log\n*.xml\n' }
      const claims = { tests: { command: ['python', 'run_tests.py'], reports: ['j2.xml'] } }
      const scene = createProject({ ...FLAT, ...ignore, 'run_tests.py': runner }, suiteClaims(claims))
      await test(scene, 'box')
      return scene.judge()
    },
    // Counts come from the report, origins from what this interpreter would import: the contract's answer
    // for runners that tell nothing themselves.
    cells: { 'suite@box': 'holds GREEN' },
  },
  {
    title: 'assertions are switched off by PYTHONOPTIMIZE',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() }, suiteClaims())
      await runByHand(scene, { env: { PYTHONOPTIMIZE: '1' } })
      await test(scene, 'box', { tests: 'never' })
      return scene.judge()
    },
    cells: { 'suite@box': 'unknown PARTIAL_RUN' },
  },
  {
    title: 'a report was replaced after the session',
    needs: ['pytest'],
    async play() {
      const ignore = { '.gitignore': `${FLAT['.gitignore']}*.xml\n` }
      const command = [...SUITE, '--junitxml=j.xml']
      const scene = createProject(
        { ...FLAT, ...vendored(), ...ignore },
        suiteClaims({ tests: { command, reports: ['j.xml'] } }),
      )
      await runByHand(scene, {}, command.slice(1))
      fs.appendFileSync(path.join(scene.repo.dir, 'j.xml'), '<!-- better -->')
      await test(scene, 'box', { tests: 'never' })
      return scene.judge()
    },
    cells: { 'suite@box': 'unknown REPORT_MISMATCH' },
    signals: ['orphan-report'],
  },
  {
    title: 'a record of the claimed command, made here and now, is believed',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() })
      await runByHand(scene)
      await test(scene, 'local', { tests: 'never' })
      return scene.judge()
    },
    cells: { 'suite@local': 'holds GREEN' },
  },
  {
    title: 'the plugin is in conftest.py and in the command that the probe starts: one session',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() })
      await test(scene, 'local', { tests: 'always' })
      expect(onlyFacts(scene, 'local').tests).toMatchObject({ sessions: 1, passed: 1 })
      return scene.judge()
    },
    cells: { 'suite@local': 'holds GREEN' },
  },
  ...(
    [
      ['a part of it', [...SUITE.slice(1), 'tests/test_demo.py'], {}],
      ['with -k', [...SUITE.slice(1), '-k', 'demo'], {}],
      ['with --lf', [...SUITE.slice(1), '--lf'], {}],
      ['with -k from PYTEST_ADDOPTS', SUITE.slice(1), { env: { PYTEST_ADDOPTS: '-k demo' } }],
      ['without a test, by --deselect', [...SUITE.slice(1), '--deselect', 'tests/test_more.py'], {}],
    ] as const
  ).map(
    ([what, args, look]): Row => ({
      title: `a record of the suite, ${what}`,
      needs: ['pytest'],
      async play() {
        const scene = createProject({ ...withTest('def test_more():\n    assert True\n'), ...vendored() })
        await runByHand(scene, look, [...args])
        await test(scene, 'local', { tests: 'never' })
        return scene.judge()
      },
      cells: { 'suite@local': 'unknown PARTIAL_RUN' },
    }),
  ),
  {
    title: 'a record that is tracked by git was not made here',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() })
      await runByHand(scene)
      scene.repo.git('add', '--force', RECORD)
      scene.repo.commit('Record')
      await test(scene, 'local', { tests: 'never' })
      return scene.judge()
    },
    cells: { 'suite@local': 'unknown FOREIGN_RECORD' },
  },
  {
    title: 'a record from before the last edit',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() })
      await runByHand(scene)
      scene.repo.commit('Edit', { 'demo/__init__.py': 'WHO = "edited"\n' })
      await test(scene, 'local', { tests: 'never' })
      return scene.judge()
    },
    cells: { 'suite@local': 'unknown STALE_CONTENT' },
  },
  {
    title: 'a record of another environment’s Python',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() }, suiteClaims({ packages: ['pytest'] }))
      await runByHand(scene)
      await scene.look('local', { python: await python(), tests: 'never' })
      return scene.judge()
    },
    cells: { 'pytest@local': 'unknown OTHER_INTERPRETER', 'suite@local': 'unknown OTHER_INTERPRETER' },
  },
  {
    title: 'a record of another user',
    needs: ['pytest', 'another user', 'a system python'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() })
      await runByHand(scene)
      handOver(scene)
      await scene.look('local', { python: '/usr/bin/python3', tests: 'never', under: { uid: 65534 } })
      return scene.judge()
    },
    cells: { 'suite@local': 'unknown FOREIGN_RECORD' },
  },
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
  {
    title: 'a record of another CI run',
    needs: ['pytest', 'namespaces'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() })
      const ci = { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_RUN_ATTEMPT: '1', GITHUB_JOB: 'test' }
      await runByHand(scene, { env: { ...ci, GITHUB_RUN_ID: '4710' } })
      await test(scene, 'ci', { tests: 'never' })
      return scene.judge()
    },
    cells: { 'suite@ci': 'unknown FOREIGN_RECORD' },
  },
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
  {
    title: 'a file in ci that no CI provider made',
    needs: ['pytest'],
    async play() {
      const scene = createProject(FLAT)
      const env = { CI: undefined, GITHUB_ACTIONS: undefined, GITHUB_RUN_ID: undefined }
      await test(scene, 'ci', { env })
      return scene.judge()
    },
    cells: { 'suite@ci': 'unknown NOT_IN_CI' },
  },
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
      const scene = createProject(withTest(some))
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
      const names = [
        'getfqdn',
        'gethostbyname',
        'gethostbyname_ex',
        'gethostbyaddr',
        'getaddrinfo',
        'getnameinfo',
      ]
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
        await scene.look('box', {
          python: here.python,
          tests: 'auto',
          env: { PATH: `${other.dir}/bin:/usr/bin:/bin` },
        })
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
      const scene = createProject(withTest(LEAK))
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
    noSignals: [
      'green-here-red-there',
      'other-version',
      'dirty-home',
      'no-session',
      'not-inherited',
      'older-content',
    ],
  },
]
