/** What a command's output and status say of a runner that was not there. */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { findInterpreter } from '../support/python.ts'
import { PLUGIN_FOLDER, plainEnv } from '../support/suite.ts'

type Said = readonly [command: string, status: number, output: string, unstarted: string]
const SAID: readonly Said[] = [
  ['python -m pytest -q', 1, '/v/bin/python: No module named pytest', 'pytest'],
  [
    'uv run pytest',
    2,
    'error: Failed to spawn: `pytest`\n  Caused by: No such file or directory (os error 2)',
    'pytest',
  ],
  ['uv run --no-sync python -m pytest', 1, '/x y/.venv/bin/python3: No module named pytest\n', 'pytest'],
  ['poetry run pytest', 1, 'Command not found: pytest', 'pytest'],
  ['pdm run pytest', 1, "[CommandNotFound]: Command 'pytest' is not found in your PATH.", 'pytest'],
  [
    'pipenv run pytest',
    1,
    "Error: the command pytest could not be found within PATH or Pipfile's [scripts].",
    'pytest',
  ],
  ['env pytest', 127, 'env: ‘pytest’: No such file or directory', 'pytest'],
  ['bash -c pytest', 127, 'bash: line 1: pytest: command not found', 'pytest'],
  ['python -m coverage run -m pytest', 1, "No module named 'pytest'", 'pytest'],
  [
    'python manage.py test',
    2,
    "python: can't open file '/x/manage.py': [Errno 2] No such file or directory",
    'manage.py',
  ],
  ['./tests.sh', 126, 'sh: ./tests.sh: Permission denied', 'tests.sh'],
  ['make test', 127, '', 'what make starts'],
  // The runner was there: what is missing is the tests' affair.
  ['python run.py', 1, "ModuleNotFoundError: No module named 'pytest'", ''],
  ['python -m pytest', 1, "E   ModuleNotFoundError: No module named 'requests'", ''],
  ['python -m pytest', 0, '/v/bin/python: No module named pytest', ''],
  ['python -m unittest', 1, 'FAILED (failures=1)', ''],
]

const asked = await findInterpreter()
if ('missing' in asked) throw new Error(asked.missing)
const line = `import json, sys, agent_probe as p
def told(command, status, output, _):
    end = p.End()
    end.process, end.status = 1, status
    return p.find_unstarted(command.split(), end, output)
print(json.dumps([told(*one) for one in json.load(sys.stdin)]))`
const told = JSON.parse(
  execFileSync(asked.found.path, ['-c', line], {
    encoding: 'utf8',
    input: JSON.stringify(SAID),
    env: plainEnv({ PYTHONPATH: PLUGIN_FOLDER, PYTHONUTF8: '1' }),
  }),
) as string[]

it.each(SAID.map((one, at) => [one[0], one[2], one[3], told[at]] as const))('%s: %s', (_, __, expected, found) => {
  expect(found).toBe(expected)
})
