import { describe, expect, test } from 'vitest'
import YAML from 'yaml'
import type { Project } from '../../../src/core/setup/project.ts'
import { readTestCommand, readToxCall, readToxCommand, tellsTheRun } from '../../../src/core/setup/test-command.ts'
import { findOurStep, findTestSteps, parseWorkflow } from '../../../src/core/setup/workflow.ts'

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
/** A workflow of one job with these steps. */
const job = (...steps: object[]) => YAML.stringify({ on: 'pull_request', jobs: { test: { steps } } })
const stepsOf = (...texts: string[]) => findTestSteps(texts.map((text, at) => parseWorkflow(`${at}.yml`, text)))
const range = (from: number, to: number, line: (n: number) => string) =>
  Array.from({ length: to - from }, (_, at) => line(from + at)).join('')

/** One at each line, or several with two spaces between. */
const list = (text: string) => text.trim().split(/\s{2,}/)

describe('where tests run', () => {
  test('the step that runs them comes before the one that installs', () => {
    const [step, second] = stepsOf(MATRIX)
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
    const steps = stepsOf(nightly, pulls)
    expect(steps.map(({ file }) => file)).toEqual(['1.yml', '0.yml'])
    expect(steps[0]).toMatchObject({ job: 'b', matrix: false, indent: 4, workflow: '1.yml' })
  })

  // Lines and spaces are counted by eye: the first step begins in line 4.
  test.each<[string, string, object]>([
    ['folded lines', '- run: >-\n    uvx tox run\n    -e py\n- run: ls\n', { command: 'uvx tox run -e py', end: 6 }],
    ['a comment behind the command', '- run: pytest -q # all\n', { command: 'pytest -q', end: 4 }],
    ['quotes', '- run: "pytest \\\n    -q"\n', { command: 'pytest -q', end: 5 }],
    ['comments of the step and of the next', '- run: pytest\n  # on\n\n# next\n- run: ls\n', { end: 5 }],
    ['a dash alone', '-\n  run: pytest\n- run: ls\n', { end: 5, indent: 4 }],
    ['a step in braces', '- { run: pytest }\n- run: ls\n', { end: 4 }],
    ['Windows line ends', '- run: |\r\n    pytest\r\n\r\n- run: ls\r\n', { command: 'pytest', end: 5 }],
    ['keys twice', '- run: pytest\n  run: ls\n', { command: 'pytest', end: 5 }],
  ])('the place of a step: %s', (_, steps, place) => {
    const text = `jobs:\n  a: # all\n    steps:\n${steps.replace(/(?:^|\n)(?=.)/g, '$&    ')}`
    expect(stepsOf(text)).toMatchObject([{ job: 'a', ...place }])
  })

  test.each(
    list(`
      uv run pytest  tox -e py  python -m tox  nox -s tests  python manage.py test
      poetry run pytest --cov=x  make ci  scripts/test  hatch run test
      tox run -e \${{ matrix.tox }}  tox -e lint,py312  nox -s coverage  tox -e py3-django52
      nox -s tests-3.12  nox -s unit_tests  tox run -e $TOX_PYTHON-tests
    `),
  )('%s runs tests', (run) => expect(stepsOf(job({ run }))).toMatchObject([{ command: run, kind: 'tests' }]))

  test.each(
    list(`
      uv sync --locked  poetry install  pip install pytest  pip install tox
      uv pip install -r requirements.txt
    `),
  )('%s installs', (run) => expect(stepsOf(job({ run }))).toMatchObject([{ command: run, kind: 'install' }]))

  test.each(
    list(`
      ruff check  echo hello  npm test  python setup.py sdist  tox run -f typing
      tox -e docs,changelog  tox --env=lint  uvx --with tox-uv tox run -e codspeed
      tox run -f color  tox run -e $PYTHON-mypy  tox -e compile-translations
      tox -e coverage-report  nox --session mypy-3.12
    `),
  )('%s does neither', (run) => expect(stepsOf(job({ run }))).toEqual([]))

  test('a part of the suite comes after the whole', () => {
    const order = (command: string) =>
      stepsOf(job({ run: command }), job({ run: 'python -m pytest' })).map(({ file }) => file)
    const parts = list(`
      pytest tests/test_speed.py --codspeed  pytest -k smoke  python -m pytest -m slow
      pytest --collect-only -q  pytest --version
    `)
    for (const part of parts) expect(order(part)).toEqual(['1.yml', '0.yml'])
    for (const whole of ['pytest -q', 'pytest tests --cov', 'python manage.py test'])
      expect(order(whole)).toEqual(['0.yml', '1.yml'])
  })

  test('we are found where we are', () => {
    const ours = 'where-it-ran/where-it-ran@v1'
    const inside = { name: 'x', uses: ours, with: { 'working-directory': './api/' } }
    const texts = [MATRIX, `${MATRIX}      - uses: ${ours}\n`, job({ run: 'ls' }, inside)]
    const workflows = texts.map((text, at) => parseWorkflow(`${at}.yml`, text))
    expect(findOurStep(workflows)).toBe(`1.yml:${MATRIX.split('\n').length}`)
    expect(findOurStep(workflows, 'api')).toBe('2.yml:7')
    expect(findOurStep(workflows, 'web')).toBeUndefined()
    expect(findOurStep(workflows.slice(0, 1))).toBeUndefined()
  })

  test.each([
    ['', undefined],
    ['- a\n', undefined],
    ['jobs: [a]\n', undefined],
    ['jobs:\n  a: &a {}\n  b: *a\n  c: *none\n', undefined],
    ['on: push\njobs: @\n', 'a.yml:2: it is no YAML'],
    ['on: push\n---\non: push\n', 'a.yml:2: it is no YAML'],
    ['['.repeat(100_000), 'a.yml: it is larger or deeper than a workflow'],
    ['- '.repeat(100_000), 'a.yml: it is larger or deeper than a workflow'],
    ['#'.repeat(600_000), 'a.yml: it is larger or deeper than a workflow'],
  ])('nothing is taken from %j', (text, problem) => {
    const { tests, ours, ...about } = parseWorkflow('a.yml', text)
    expect([tests, ours, about.problem]).toEqual([[], [], problem])
  })

  // Following each alias, or comparing each key with all others, would not end.
  test.each([
    ['aliases that double', `a0: &a0 [x, x]\n${range(1, 40, (n) => `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]\n`)}`],
    ['many keys', range(0, 20_000, (n) => `k${n}:\n`)],
    ['one key many times', 'a:\n'.repeat(30_000)],
    ['brackets that close nothing', ']'.repeat(20_000)],
  ])('%s end soon', (_, text) => {
    const start = performance.now()
    expect(parseWorkflow('a.yml', text).tests).toEqual([])
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

describe('what they run', () => {
  test.each(
    list(`
      pytest -q  python -m pytest tests/unit  uv run pytest --maxfail=1  coverage run -m pytest
    `),
  )('%s is taken over', (line) => expect(readTestCommand(line)).toEqual(line.split(' ')))

  test.each(
    list(`
      pytest -k "a or b"  pytest $ARGS  pytest && echo done  pytest \${{ matrix.args }}
      A=b pytest  pytest-watch  tox  pytest | tee log
    `),
  )('%s is more than words', (line) => expect(readTestCommand(line)).toBeUndefined())

  /** A project that has this text as its tox.ini, or, below a heading of pyproject.toml, as that. */
  const withTox = (text: string): Project => {
    const file = text.startsWith('[tool.') ? 'pyproject.toml' : 'tox.ini'
    return { paths: [file], hasEnvFile: false, textOf: (path) => (path === file ? text : undefined) }
  }

  test.each([
    ['[testenv]\ncommands =\n    python -c "print(1)"\n    pytest -q {posargs}\n', 'pytest -q'],
    ['[testenv]\ndeps = pytest\ncommands = pytest\n\n[testenv:lint]\ncommands = ruff check\n', 'pytest'],
    ['[testenv]\ncommands = pytest {posargs:tests}\n', 'pytest tests'],
    ['[tool.tox.env_run_base]\ncommands = [["python", "-m", "pytest"]]\n', 'python -m pytest'],
    ['[tool.tox.env_run_base]\ncommands = [[{ replace = "posargs" }], "pytest"]\n', undefined],
    ['[testenv]\ncommands = pytest {env:X}\n', undefined],
    ['[testenv]\ncommands = python -m unittest\n', undefined],
    ['[testenv]\ncommands =\n  tests: pytest {posargs:-n auto}\n  mypy: mypy src\n', 'pytest -n auto'],
    ['[testenv:pypy]\ncommands = pytest tests/test_a.py\n[testenv]\ncommands = pytest\n', 'pytest'],
    ['[testenv]\ncommands = pytest {posargs} {env:MORE}\n', undefined],
  ])('%j: tox runs %s', (text, command) => expect(readToxCommand(withTox(text))).toEqual(command?.split(' ')))

  test.each([
    ['[testenv]\npass_env = GITHUB_*\n', true],
    ['[testenv]\npass_env =\n  HOME\n  GITHUB_RUN_ID\n', true],
    ['[tool.tox.env_run_base]\npass_env = ["CI", "GITHUB_*"]\n', true],
    ['[testenv]\npass_env = HOME\n[testenv:lint]\nsetenv = GITHUB_X=1\n', false],
    ['[testenv]\ncommands = pytest\n', false],
  ])('%j tells tests of the run: %s', (text, tells) => expect(tellsTheRun(withTox(text))).toBe(tells))

  test.each(
    list(`
      tox -e py  python -m tox  pipx run tox  uvx --with tox-uv tox -e py
      uvx --with=tox-uv tox run -e tests
    `),
  )('%s is a call of tox', (line) => expect(readToxCall(line)).toEqual(line.split(' ')))

  test.each(list(`tox -e \${{ matrix.tox }}  toxic  pip install tox`))('%s is none', (line) =>
    expect(readToxCall(line)).toBeUndefined(),
  )
})
