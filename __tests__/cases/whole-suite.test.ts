/** A part of a suite is measured against the whole: what places collect, skip, deselect and run again. */
import { beforeAll, expect, test } from 'vitest'
import type { Place } from '../../src/core/model.ts'
import { renderMarkdown } from '../../src/core/report/markdown.ts'
import { renderText } from '../../src/core/report/text.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import { needing } from '../support/needs.ts'
import { venvWithPytest } from '../support/python.ts'
import { createFolder, type Files, writeFiles } from '../support/repo.ts'
import { openVenv } from '../support/venv.ts'
import { onlyFacts } from './support/facts-of.ts'
import { createProject, FLAT, pytestVenv, suiteClaims } from './support/project.ts'
import { createVenv, type Env } from './support/python.ts'
import type { Scene } from './support/scene.ts'

/** An entry point is all that makes a plugin: no file of the project names it. */
const plugin = (name: string, code: string): Files => ({
  [`${name}.py`]: code,
  [`${name}-1.0.dist-info/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`,
  [`${name}-1.0.dist-info/entry_points.txt`]: `[pytest11]\n${name} = ${name}\n`,
})
const PICK =
  'some = [one for one in items if one.get_closest_marker("only")]\n    rest = [one for one in items if one not in some]\n'
const ONLY = `def pytest_collection_modifyitems(config, items):\n    ${PICK}    items[:] = some\n`
const TELLS = `${ONLY}    config.hook.pytest_deselected(items=rest)\n`
/** As pytest-rerunfailures reports it, and pytest-randomly sorts. */
const AGAIN = `import random
import pytest
from _pytest.runner import runtestprotocol

@pytest.hookimpl(hookwrapper=True)
def pytest_collection_modifyitems(items):
    random.shuffle(items)
    yield

def pytest_runtest_protocol(item, nextitem):
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for last in (False, False, True):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        failed = [one for one in reports if one.failed]
        for one in reports:
            if one.failed and not last:
                one.outcome = "rerun"
            item.ihook.pytest_runtest_logreport(report=one)
        if not failed:
            break
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
`
const FLAKY = `import demo
RUNS = []

def test_flaky():
    RUNS.append(1)
    assert len(RUNS) > 2
`
const BESIDE =
  'import demo\nimport pytest\n\n@pytest.mark.only\ndef test_one():\n    pass\n\ndef test_two():\n    assert False\n'
const MARKS = '[pytest]\nmarkers =\n    only\n    integration\n'
const UNDER_CI = 'import os\n\ncollect_ignore_glob = ["tests/test_m*.py"] if os.environ.get("CI") else []\n'

/** What honest suites have: nothing of it makes a place a part. */
const HONEST: Files = {
  ...FLAT,
  'pytest.ini': `${MARKS}addopts = -m "not integration"\n`,
  'tests/__init__.py': '',
  'tests/helpers.py': 'KNOWN = ["a", "b"]\n',
  'tests/test_honest.py': `import os
import unittest
import demo
import pytest
from tests.helpers import KNOWN

CI = bool(os.environ.get("CI"))

@pytest.mark.parametrize("n", [1, 2] if CI else [1, 2, 3])
def test_by_system(n):
    assert n

@pytest.mark.skipif(CI, reason="needs a display")
def test_on_a_desk():
    assert KNOWN

@pytest.mark.xfail(strict=False)
def test_expected():
    assert CI

@pytest.mark.integration
def test_with_a_database():
    assert False

class Parts(unittest.TestCase):
    def test_parts(self):
        for part in range(3):
            with self.subTest(part=part):
                assert demo.WHO
`,
  'tests/test_gpu.py':
    'import os\nimport pytest\n\nif os.environ.get("CI"):\n    pytest.importorskip("no_gpu_here")\n\ndef test_gpu():\n    pass\n',
}

const TWO = suiteClaims({ places: ['local', 'ci'] })

let plain: Env
beforeAll(async () => {
  plain = await pytestVenv()
}, 180_000)

const envWith = async (files: Files): Promise<Env> => {
  const env = await createVenv(`${createFolder()}/env`, { pytest: true })
  writeFiles(env.site, files)
  return env
}
const PLACES = { local: {}, box: { machine: 'box' }, ci: { machine: 'runner' } } as const

async function play(files: Files, envs: { readonly [P in Place]?: Env }, claims?: object): Promise<[Verdict, Scene]> {
  const scene = createProject(files, claims)
  for (const place of ['local', 'box', 'ci'] as const) {
    const env = envs[place]
    if (env) await scene.look(place, { python: env.python, tests: 'auto', under: PLACES[place] })
  }
  return [await scene.judge(), scene]
}

const told = ({ rows }: Verdict, place: Place): string => {
  const cell = rows.find(({ kind }) => kind === 'tests green')?.cells[place]
  return `${cell?.reason}: ${cell?.fact.replace(/ at [0-9a-f]{7}/, '')}`
}
const signalsOf = ({ signals }: Verdict): string[] => signals.map(({ id }) => id)

needing('posix').describe('one place', () => {
  const alone = async (files: Files, env: Env) => told((await play({ ...FLAT, ...files }, { local: env }))[0], 'local')

  test.each([
    ['in silence', ONLY],
    ['and says so', TELLS],
  ])('a plugin that no tracked file names leaves out the red test beside a forgotten mark, %s', async (_, code) => {
    const env = await envWith(plugin('picky', code))
    const files = { 'tests/test_more.py': BESIDE, 'pytest.ini': MARKS }
    expect(await alone(files, env)).toBe('PARTIAL_RUN: narrowed by plugin picky')
    // Who names it in tracked configuration means it, and it is told.
    const named = { ...files, 'pytest.ini': `${MARKS}required_plugins = picky\n` }
    expect(await alone(named, env)).toBe('GREEN: 1 passed, 2 deselected by configuration')
  })

  test('a conftest.py that git tracks may leave tests out: it is told', async () => {
    const files = { 'tests/test_more.py': BESIDE, 'pytest.ini': MARKS, 'conftest.py': ONLY }
    expect(await alone(files, plain)).toBe('GREEN: 1 passed, 2 deselected by configuration')
  })

  test('red, red and green is told as it was, in whatever order tests ran', async () => {
    const env = await envWith(plugin('again', AGAIN))
    expect(await alone({ 'tests/test_more.py': FLAKY }, env)).toBe('GREEN: 2 passed, after 2 reruns')
  })

  test('addopts and testpaths of the pull request are told with what they leave out', async () => {
    const more = {
      'unit/test_more.py': 'import demo\n\ndef test_json():\n    pass\n\ndef test_other():\n    assert False\n',
    }
    const ini = '[pytest]\naddopts = -k json\ntestpaths = unit\n'
    const left = '1 deselected and 1 test file not collected by configuration (-k, testpaths)'
    const files = { ...FLAT, ...more, 'pytest.ini': ini }
    const [verdict] = await play(files, { local: plain }, suiteClaims({ places: ['local'] }))
    expect(told(verdict, 'local')).toBe(`GREEN: 1 passed, ${left}`)
    // Where all is well the table is folded, and the head alone is read.
    expect(renderMarkdown(verdict).split('<details>')[0]).toContain(`\`local executed 1, ${left}\``)
  })

  test('nothing but what is expected to fail is nothing', async () => {
    const expected = 'import demo\nimport pytest\n\n@pytest.mark.xfail\ndef test_demo():\n    assert False\n'
    expect(await alone({ 'tests/test_demo.py': expected }, plain)).toBe(
      'NOTHING_EXECUTED: exit 0, nothing executed but what is expected to fail: 1 xfailed',
    )
  })
})

needing('linux', 'root').describe('several places with equal content', () => {
  const some = Object.fromEntries(
    [1, 2, 3].map((n) => [`tests/test_m${n}.py`, 'import demo\n\ndef test_m():\n    pass\n']),
  )

  test('a laptop collects 4 tests and ci 1: ci is a part, and no signal calls them alike', async () => {
    const files = { ...FLAT, ...some, 'conftest.py': UNDER_CI }
    const [verdict] = await play(files, { local: plain, ci: plain })
    expect(told(verdict, 'local')).toBe('GREEN: 4 passed')
    expect(told(verdict, 'ci')).toBe(
      'PARTIAL_RUN: 1 collected, local collected 4: fewer from tests/test_m1.py, tests/test_m2.py, tests/test_m3.py',
    )
    expect(signalsOf(verdict)).not.toContain('same-runtime')
    expect(verdict.gate.verdict).toBe('blocked')
  })

  test('unless claims.json accepts that of these files, and says why', async () => {
    const fewer = { ci: { files: ['tests/test_m*.py'], because: 'too slow there' } }
    const claims = { tests: { ...(suiteClaims() as { tests: object }).tests, fewer } }
    const [verdict] = await play({ ...FLAT, ...some, 'conftest.py': UNDER_CI }, { local: plain, ci: plain }, claims)
    expect(told(verdict, 'ci')).toMatch(
      /^GREEN: 1 passed, .*fewer than elsewhere from tests\/test_m1\.py, .* \(too slow there\)$/,
    )
  })

  test('a plugin that ci lacks makes skips of tests: the head says who executed fewer', async () => {
    const code = 'import pytest\n\n@pytest.fixture\ndef engine():\n    return 1\n'
    const needy = `import demo\nimport pytest\n\n@pytest.fixture(autouse=True)\ndef has(request):\n    if not request.config.pluginmanager.hasplugin("engine"):\n        pytest.skip("no engine")\n\ndef test_a():\n    pass\n\ndef test_b():\n    pass\n`
    const full = await envWith(plugin('engine', code))
    const [verdict] = await play({ ...FLAT, 'tests/test_more.py': needy }, { local: full, box: full, ci: plain })
    expect(told(verdict, 'ci')).toBe('GREEN: 1 passed, 2 skipped')
    const head = renderText(verdict).split('Claim in chat')[0]
    expect(head).toContain('ci executed fewer tests than local and box: 1 and 2 skipped, local 3 and 0 skipped')
    expect(signalsOf(verdict)).toContain('fewer-executed')
    expect(signalsOf(verdict)).not.toContain('same-runtime')
  })

  test('what honest suites do by system, mark and module makes no place a part', async () => {
    const [verdict, scene] = await play(HONEST, { local: plain, ci: plain }, TWO)
    expect(told(verdict, 'local')).toBe('GREEN: 7 passed, 1 xfailed, 1 deselected by configuration (-m)')
    expect(told(verdict, 'ci')).toBe('GREEN: 4 passed, 2 skipped, 1 xpassed, 1 deselected by configuration (-m)')
    expect(onlyFacts(scene, 'ci').tests?.skipped_files).toEqual(['tests/test_gpu.py'])
    expect(verdict.gate.verdict).toBe('pass')
  })

  test('nor does it where workers run the tests', async ({ skip }) => {
    const found = await venvWithPytest(undefined, { xdist: true })
    if ('missing' in found) return skip(found.missing)
    const ini = `${HONEST['pytest.ini']}`.replace('addopts = ', 'addopts = -n 2 ')
    const [verdict, scene] = await play({ ...HONEST, 'pytest.ini': ini }, { ci: openVenv(found.found.dir) }, TWO)
    expect(told(verdict, 'ci')).toBe('GREEN: 4 passed, 2 skipped, 1 xpassed, 1 deselected by configuration (-m)')
    const counted = { skipped: 2, functions: 5, skipped_files: ['tests/test_gpu.py'] }
    expect(onlyFacts(scene, 'ci').tests).toMatchObject(counted)
  })
})
