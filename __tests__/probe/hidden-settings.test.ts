/** What takes tests out of a session and is in no content: the cell must not hold, in any of these ways. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runAfterTests } from '../support/cli.ts'
import { needVenv, type Venv } from '../support/python.ts'
import { createFolder, type Files } from '../support/repo.ts'
import { createSuite, plainEnv, start } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const BAD = { 'tests/test_bad.py': 'def test_bad():\n    assert False\n' }
const claims = { places: ['local'], tests: { command: ['python', '-m', 'pytest', '-q'] } }

/** What the table says of the tests after they ran with this in the way. */
async function saidOf(files: Files, prepare: (dir: string) => NodeJS.ProcessEnv = () => ({})) {
  const { dir } = createSuite({ ...BAD, ...files }, claims)
  const env = prepare(dir)
  await start([venv.python, '-m', 'pytest', '-q'], { cwd: dir, env: plainEnv(env) })
  const { status, tests } = await runAfterTests(dir, venv.python, env)
  return { status, ...tests }
}
const hide = (dir: string, file: string, text: string) => {
  fs.appendFileSync(path.join(dir, '.git/info/exclude'), `${file}\n`)
  fs.writeFileSync(path.join(dir, file), text)
  return {}
}

it.each<[string, Files, (dir: string) => NodeJS.ProcessEnv, string]>([
  [
    'an ini that git ignores',
    {},
    (dir) => hide(dir, 'pytest.ini', '[pytest]\naddopts = --ignore=tests/test_bad.py\n'),
    'narrowed by untracked pytest.ini',
  ],
  [
    'a tracked option that chooses by what a cache holds',
    { 'pytest.ini': '[pytest]\naddopts = --lf\n' },
    (dir) => {
      const cache = path.join(dir, '.pytest_cache/v/cache')
      fs.mkdirSync(cache, { recursive: true })
      fs.writeFileSync(path.join(cache, 'lastfailed'), '{"tests/test_answer.py::test_answer": true}')
      return {}
    },
    'narrowed by --lf',
  ],
  [
    'a conftest.py that git ignores',
    {},
    (dir) => hide(dir, 'tests/conftest.py', 'collect_ignore = ["test_bad.py"]\n'),
    'narrowed by untracked conftest.py',
  ],
  [
    'a conftest.py that git ignores and pytest reads while it collects',
    { 'tests/unit/test_worse.py': 'def test_worse():\n    assert False\n', 'tests/test_bad.py': '' },
    (dir) => hide(dir, 'tests/unit/conftest.py', 'collect_ignore = ["test_worse.py"]\n'),
    'narrowed by untracked conftest.py',
  ],
  [
    'a plugin that the environment names',
    {},
    () => {
      const folder = createFolder()
      const text = 'def pytest_collection_modifyitems(items):\n    items[:] = items[:1]\n'
      fs.writeFileSync(path.join(folder, 'dropper.py'), text)
      return { PYTEST_PLUGINS: 'dropper', PYTHONPATH: folder }
    },
    'narrowed by PYTEST_PLUGINS',
  ],
  [
    'a hook that swallows a test',
    { 'tests/conftest.py': 'def pytest_runtest_protocol(item):\n    return True if "bad" in item.nodeid else None\n' },
    () => ({}),
    '2 collected, 1 reported',
  ],
])('%s', async (_, files, prepare, fact) => {
  expect(await saidOf(files, prepare)).toMatchObject({ status: 1, state: 'unknown', reason: 'PARTIAL_RUN', fact })
})
