import { describe, expect, test } from 'vitest'
import YAML from 'yaml'
import {
  readTestCommand,
  readToxCall,
  readToxCommand,
  tellsTheRun,
} from '../../../src/core/setup/test-command.ts'
import { findOurStep, findTestSteps } from '../../../src/core/setup/workflow.ts'

const MATRIX = `name: CI
on: [push, pull_request]
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - run: ruff check
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        python: ["3.12", "3.13"]
    steps:
      - uses: actions/checkout@v6
      - run: pip install -e . pytest
      - name: Test
        run: |
          # pytest in a comment is no command
          pytest -q
        env:
          A: b

      - uses: codecov/codecov-action@v5
`
const at = (path: string, text: string) => findTestSteps([{ path, text }])

describe('where tests run', () => {
  test('the step that runs them comes before the one that installs', () => {
    const [step, second] = at('ci.yml', MATRIX)
    expect(step).toMatchObject({
      command: 'pytest -q',
      kind: 'tests',
      workflow: 'CI',
      job: 'test',
      matrix: true,
      onPullRequest: true,
      mayComment: false,
      indent: 6,
    })
    // Counted in the text above: the line `          A: b`.
    expect(MATRIX.split('\n')[(step?.end ?? 0) - 1]).toBe('          A: b')
    expect(second).toMatchObject({ command: 'pip install -e . pytest', kind: 'install' })
  })

  test('a workflow for pull requests wins, whatever it is called', () => {
    const nightly = 'on:\n  schedule:\n    - cron: "0 0 * * *"\njobs:\n  a:\n    steps:\n    - run: pytest\n'
    const pulls =
      'on:\n  pull_request:\njobs:\n  b:\n    steps:\n    - run: python -m pip install -r requirements.txt\n'
    const steps = findTestSteps([
      { path: 'a.yml', text: nightly },
      { path: 'b.yml', text: pulls },
    ])
    expect(steps.map(({ file }) => file)).toEqual(['b.yml', 'a.yml'])
    expect(steps[0]).toMatchObject({ job: 'b', matrix: false, indent: 4, workflow: 'b.yml' })
  })

  test.each([
    ['uv run pytest', 'tests'],
    ['tox -e py', 'tests'],
    ['python -m tox', 'tests'],
    ['nox -s tests', 'tests'],
    ['python manage.py test', 'tests'],
    ['poetry run pytest --cov=x', 'tests'],
    ['make ci', 'tests'],
    ['scripts/test', 'tests'],
    ['hatch run test', 'tests'],
    [`tox run -e \${{ matrix.tox }}`, 'tests'],
    ['tox -e lint,py312', 'tests'],
    ['nox -s coverage', 'tests'],
    ['tox -e py3-django52', 'tests'],
    ['nox -s tests-3.12', 'tests'],
    ['nox -s unit_tests', 'tests'],
    ['tox run -e $TOX_PYTHON-tests', 'tests'],
    ['uv sync --locked', 'install'],
    ['poetry install', 'install'],
    ['pip install pytest', 'install'],
    ['pip install tox', 'install'],
    ['uv pip install -r requirements.txt', 'install'],
  ])('%s: %s', (command, kind) => {
    const text = YAML.stringify({ jobs: { test: { steps: [{ run: command }] } } })
    expect(at('ci.yml', text)).toMatchObject([{ command, kind }])
  })

  test.each([
    'ruff check',
    'echo hello',
    'npm test',
    'python setup.py sdist',
    'tox run -f typing',
    'tox -e docs,changelog',
    'tox --env=lint',
    'uvx --with tox-uv tox run -e codspeed',
    'tox run -f color',
    'tox run -e $PYTHON-mypy',
    'tox -e compile-translations',
    'tox -e coverage-report',
    'nox --session mypy-3.12',
  ])('%s: neither', (command) => {
    expect(at('ci.yml', YAML.stringify({ jobs: { test: { steps: [{ run: command }] } } }))).toEqual([])
  })

  test('a part of the suite comes after the whole', () => {
    const run = (name: string, command: string) => ({
      path: `${name}.yml`,
      text: YAML.stringify({ on: 'pull_request', jobs: { [name]: { steps: [{ run: command }] } } }),
    })
    const steps = (command: string) =>
      findTestSteps([run('part', command), run('all', 'python -m pytest')]).map(({ job }) => job)
    for (const part of [
      'pytest tests/test_speed.py --codspeed',
      'pytest -k smoke',
      'python -m pytest -m slow',
      'pytest --collect-only -q',
      'pytest --version',
    ])
      expect(steps(part)).toEqual(['all', 'part'])
    for (const whole of ['pytest -q', 'pytest tests --cov', 'python manage.py test'])
      expect(steps(whole)).toEqual(['part', 'all'])
  })

  test('lines that YAML folds are one command', () => {
    const text =
      'jobs:\n  a:\n    steps:\n      - run: >-\n          uvx tox run\n          -e py\n      - run: ls\n'
    expect(YAML.parse(text).jobs.a.steps[0].run).toBe('uvx tox run -e py')
    expect(at('ci.yml', text)).toMatchObject([{ command: 'uvx tox run -e py', end: 6 }])
  })

  test('we are found where we are', () => {
    const text = `${MATRIX}      - uses: where-it-ran/where-it-ran@v1\n`
    expect(findOurStep([{ path: 'ci.yml', text }])).toBe(`ci.yml:${text.split('\n').length - 1}`)
    expect(findOurStep([{ path: 'ci.yml', text: MATRIX }])).toBeUndefined()
  })
})

describe('what they run', () => {
  test.each([
    ['pytest -q', ['pytest', '-q']],
    ['python -m pytest tests/unit', ['python', '-m', 'pytest', 'tests/unit']],
    ['uv run pytest --maxfail=1', ['uv', 'run', 'pytest', '--maxfail=1']],
    ['coverage run -m pytest', ['coverage', 'run', '-m', 'pytest']],
  ])('%s is taken over', (line, words) => expect(readTestCommand(line)).toEqual(words))

  test.each([
    'pytest -k "a or b"',
    'pytest $ARGS',
    'pytest && echo done',
    `pytest \${{ matrix.args }}`,
    'A=b pytest',
    'pytest-watch',
    'tox',
    'pytest | tee log',
  ])('%s is more than words', (line) => expect(readTestCommand(line)).toBeUndefined())

  test.each([
    [
      'tox.ini',
      '[testenv]\ndeps = pytest\ncommands =\n    python -c "print(1)"\n    pytest -q {posargs}\n\n[testenv:lint]\ncommands = ruff check\n',
      ['pytest', '-q'],
    ],
    ['tox.ini', '[testenv]\ncommands = pytest {posargs:tests}\n', ['pytest', 'tests']],
    [
      'pyproject.toml',
      '[tool.tox.env_run_base]\ncommands = [["python", "-m", "pytest"]]\n',
      ['python', '-m', 'pytest'],
    ],
    ['tox.ini', '[testenv]\ncommands = pytest {env:X}\n', undefined],
    ['tox.ini', '[testenv]\ncommands = python -m unittest\n', undefined],
    [
      'tox.ini',
      '[testenv]\ncommands =\n  tests: pytest {posargs:-n auto}\n  mypy: mypy src\n',
      ['pytest', '-n', 'auto'],
    ],
    [
      'tox.ini',
      '[testenv:pypy]\ncommands = pytest tests/test_a.py\n[testenv]\ncommands = pytest\n',
      ['pytest'],
    ],
    ['tox.ini', '[testenv]\ncommands = pytest {posargs} {env:MORE}\n', undefined],
  ])('%s %j', (file, text, words) => {
    const textOf = (path: string) => (path === file ? text : undefined)
    expect(readToxCommand({ paths: [file], hasEnvFile: false, textOf })).toEqual(words)
  })

  test.each([
    ['tox.ini', '[testenv]\npass_env = GITHUB_*\n', true],
    ['tox.ini', '[testenv]\npass_env =\n  HOME\n  GITHUB_RUN_ID\n', true],
    ['pyproject.toml', '[tool.tox.env_run_base]\npass_env = ["CI", "GITHUB_*"]\n', true],
    ['tox.ini', '[testenv]\npass_env = HOME\n[testenv:lint]\nsetenv = GITHUB_X=1\n', false],
    ['tox.ini', '[testenv]\ncommands = pytest\n', false],
  ])('%s %j tells tests of the run: %s', (file, text, tells) => {
    const textOf = (path: string) => (path === file ? text : undefined)
    expect(tellsTheRun({ paths: [file], hasEnvFile: false, textOf })).toBe(tells)
  })

  test.each([
    ['tox -e py', ['tox', '-e', 'py']],
    ['python -m tox', ['python', '-m', 'tox']],
    [`tox -e \${{ matrix.tox }}`, undefined],
    ['toxic', undefined],
    ['uvx --with tox-uv tox -e py', 'uvx --with tox-uv tox -e py'.split(' ')],
    ['uvx --with=tox-uv tox run -e tests', 'uvx --with=tox-uv tox run -e tests'.split(' ')],
    ['pipx run tox', ['pipx', 'run', 'tox']],
    ['pip install tox', undefined],
  ])('%s is a call of tox: %j', (line, words) => expect(readToxCall(line)).toEqual(words))
})
