import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import YAML from 'yaml'
import { readClaims } from '../../src/core/claims/read.ts'
import { PINNED } from '../../src/core/setup/new-workflow.ts'
import { atRoot, lintActions } from '../support/bed.ts'
import { runCli } from '../support/cli.ts'
import { venvWithPytest } from '../support/python.ts'
import { createFolder, createRepo, type Files, type Repo } from '../support/repo.ts'

const PROJECT: Files = {
  'pyproject.toml':
    '[project]\nname = "billing"\nversion = "1"\nrequires-python = ">=3.8"\ndependencies = ["PyYAML>=6", "pywin32; os_name == \'nt\'"]\n',
  'src/billing/__init__.py': 'RATE = 2\n',
  'tests/test_billing.py': 'def test_rate():\n    assert True\n',
  '.env.example': 'BILLING_MODE=strict\nAPI_TOKEN=put-yours-here\n',
  '.gitignore': 'dist/\n',
}
const WORKFLOW = '.github/workflows/where-it-ran.yml'
const ci = (...runs: string[]) =>
  YAML.stringify({
    on: 'pull_request',
    jobs: { test: { 'runs-on': 'ubuntu-latest', steps: runs.map((run) => ({ run })) } },
  })

const read = (repo: Repo, file: string) => fs.readFileSync(path.join(repo.dir, file), 'utf8')
const claimsOf = (repo: Repo) => JSON.parse(read(repo, 'probes/claims.json'))
const init = async (repo: Repo, ...options: string[]) => {
  const { status, stdout, stderr } = await runCli(['init', ...options], repo.dir)
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}
/** Every file that is not git's own, with its bytes. */
const snapshot = ({ dir }: Repo) =>
  Object.fromEntries(
    fs
      .readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('.git/') && fs.statSync(path.join(dir, name)).isFile())
      .map((name) => [name, fs.readFileSync(path.join(dir, name), 'latin1')]),
  )

describe('a repository that has nothing', () => {
  test('gets the probe, claims that hold together, lines and a workflow', async () => {
    const repo = createRepo(PROJECT)
    const said = await init(repo)
    expect(read(repo, 'scripts/agent_probes/agent_probe.py')).toBe(
      fs.readFileSync(atRoot('dist/agent_probe.py'), 'utf8'),
    )
    const { salt, ...claims } = claimsOf(repo)
    expect(claims).toEqual({
      $schema: './claims.schema.json',
      packages: [{ name: 'billing', from: 'repo' }, 'pyyaml'],
      env: ['BILLING_MODE', { name: 'API_TOKEN', in: ['local', 'ci'] }],
      tests: { command: ['python', '-m', 'pytest'] },
      secrets: [{ name: '.env', in: ['local'] }],
    })
    expect(salt).toMatch(/^[0-9a-f]{32}$/)
    expect(readClaims(read(repo, 'probes/claims.json'), '0'.repeat(64))).toMatchObject({ ok: true })
    expect(read(repo, '.gitignore')).toMatch(/^dist\/\n\n# Where It Ran\n[\s\S]*\n\.env\n$/)
    expect(read(repo, 'conftest.py')).toContain('pytest_plugins = ["agent_probe"]')
    expect(said).toContain('pywin32: a marker makes it depend on the place')
    // What stands in the example never gets further than the example.
    expect(JSON.stringify([snapshot(repo)['probes/claims.json'], said])).not.toContain('put-yours-here')
  })

  test('is asked with its own salt', async () => {
    const [one, other] = [createRepo(PROJECT), createRepo(PROJECT)]
    await Promise.all([init(one), init(other)])
    expect(claimsOf(one).salt).not.toBe(claimsOf(other).salt)
  })

  test('is left as it is by a dry run, which names what it would write', async () => {
    const repo = createRepo(PROJECT)
    const before = snapshot(repo)
    const said = await init(repo, '--dry-run', '--fork-safe')
    expect(snapshot(repo)).toEqual(before)
    await init(repo, '--fork-safe')
    const written = Object.entries(snapshot(repo)).filter(([file, text]) => before[file] !== text)
    expect(written.length).toBeGreaterThan(6)
    for (const [file] of written)
      expect(said).toMatch(new RegExp(`(?:create|add lines) +${file.replaceAll('.', '\\.')} `))
  })

  test('the second time, nothing changes and that is said', async () => {
    const repo = createRepo(PROJECT)
    await init(repo)
    const before = snapshot(repo)
    for (const options of [[], ['--force']]) {
      expect(await init(repo, ...options)).toMatch(/^Nothing to change: all of it is there\n/)
      expect(snapshot(repo)).toEqual(before)
    }
  })
})

describe('what is there', () => {
  test('is kept: the probe is replaced by --force, what is claimed never', async () => {
    const claims = '{ "salt": "mine", "packages": ["json"] }\n'
    const repo = createRepo({
      ...PROJECT,
      'probes/claims.json': claims,
      'scripts/agent_probes/agent_probe.py': '# an older one\n',
    })
    expect(await init(repo)).toMatch(/keep +scripts\/agent_probes\/agent_probe\.py .*--force/)
    expect(read(repo, 'scripts/agent_probes/agent_probe.py')).toBe('# an older one\n')
    expect(await init(repo)).toMatch(/^Nothing written; look at scripts\/agent_probes\/agent_probe\.py\n/)
    await init(repo, '--force')
    expect(read(repo, 'probes/claims.json')).toBe(claims)
    expect(read(repo, 'scripts/agent_probes/agent_probe.py')).toContain('VERSION = ')
  })

  test('gets other places where they are named, and nothing else', async () => {
    const repo = createRepo(PROJECT)
    await init(repo)
    const before = read(repo, 'probes/claims.json')
    repo.write({ 'probes/claims.json': before.replace('"env": [', '"env": ["MINE", ') })
    expect(await init(repo, '--places', 'local,box,ci')).toMatch(/only its places: local, box, ci/)
    const all = ['local', 'box', 'ci']
    expect(claimsOf(repo).places).toEqual({ person: all, agent: all, other: ['ci'] })
    expect(await init(repo, '--places', 'local,box,ci')).toMatch(/^Nothing to change/)
    // Another line of it names the box: a person has to look.
    repo.write({ 'probes/claims.json': '{ "env": ["MINE"], "places": ["local", "box", "ci"] }\n' })
    expect(await init(repo, '--places', 'local,ci')).toMatch(
      /replace +probes\/claims\.json +only its places: local, ci/,
    )
    expect(claimsOf(repo)).toEqual({ env: ['MINE'], places: LAPTOP })
  })

  test('a link that leads away is not written through', async () => {
    const away = createFolder()
    const repo = createRepo(PROJECT)
    fs.symlinkSync(away, path.join(repo.dir, 'probes'))
    const { status, stderr } = await runCli(['init'], repo.dir)
    // Which of the two is read first nobody says.
    expect([status, stderr]).toEqual([2, expect.stringMatching(/probes\/claims\.(?:schema\.)?json: it leads out/)])
    expect(fs.readdirSync(away)).toEqual([])
  })

  test('other plugins in conftest.py are a person’s to join', async () => {
    const repo = createRepo({ ...PROJECT, 'conftest.py': 'pytest_plugins = ["other"]\n' })
    expect(await init(repo)).toMatch(/by hand +conftest\.py +line 1 names other plugins: add "agent_probe"/)
    expect(read(repo, 'conftest.py')).toBe('pytest_plugins = ["other"]\n')
  })
})

describe('the workflow that is there', () => {
  test.each<[string, Files, string, string[]]>([
    ['pip', {}, 'pytest -q', ['pytest', '-q']],
    ['uv', { 'uv.lock': '' }, 'uv run pytest', ['uv', 'run', 'pytest']],
    ['poetry', { 'poetry.lock': '' }, 'poetry run pytest -x', ['poetry', 'run', 'pytest', '-x']],
    ['tox', { 'tox.ini': '[testenv]\ncommands = pytest -q {posargs}\n' }, 'tox -e py', ['tox', '-e', 'py']],
    [
      'tox that tells',
      { 'tox.ini': '[testenv]\npass_env = GITHUB_*\ncommands = pytest -q {posargs}\n' },
      'tox -e py',
      ['pytest', '-q'],
    ],
  ])(
    '%s: names the line to paste below, and claims the command',
    async (_, files, run, command) => {
      const repo = createRepo({
        ...PROJECT,
        ...files,
        '.github/workflows/ci.yml': ci('pip install -e .', run, 'echo done'),
      })
      const said = await init(repo)
      expect(claimsOf(repo).tests).toEqual({ command })
      const [, line, snippet = ''] =
        /Paste below \.github\/workflows\/ci\.yml:(\d+) \(.*\): the step\n\n((?: .*\n)+)/.exec(said) ?? []
      const lines = read(repo, '.github/workflows/ci.yml').split('\n')
      lines.splice(Number(line), 0, snippet.trimEnd())
      repo.write({ '.github/workflows/ci.yml': lines.join('\n') })
      const pasted = YAML.parse(read(repo, '.github/workflows/ci.yml')).jobs.test.steps
      expect(pasted.map((step: { run?: string; uses?: string }) => step.run ?? step.uses)).toEqual([
        'pip install -e .',
        run,
        'where-it-ran/where-it-ran@v1',
        'echo done',
      ])
      expect(fs.existsSync(path.join(repo.dir, WORKFLOW))).toBe(false)
      // Once it is there, there is nothing left to paste.
      expect(await init(repo)).toMatch(/the step is in \.github\/workflows\/ci\.yml:\d+\n/)
    },
    60_000,
  )

  const TOX = '[tox]\nenvlist = py312, lint\n[testenv]\ncommands = python -m pytest {posargs}\n'
  test.each<[string, string, string | undefined, string[]]>([
    ['an environment that is named', TOX, 'tox -e py311', ['tox -e py311 --notest', '.tox/py311/']],
    ['one that tox.ini lists', TOX, 'python -m tox', ['python -m tox -e py312 --notest', '.tox/py312/']],
    ['no workflow', '[testenv]\ncommands = pytest\n', undefined, ['tox -e py --notest', '.tox/py/']],
    ['a run that is passed on', `${TOX}pass_env = GITHUB_*\n`, 'tox -e py', ['tox -e py', '.tox/py/']],
  ])('tox, %s: its own Python is named, and what makes it', async (_, ini, run, [make, folder]) => {
    const workflow = run === undefined ? {} : { '.github/workflows/ci.yml': ci('pip install tox', run) }
    const said = await init(createRepo({ ...PROJECT, 'tox.ini': ini, ...workflow }))
    const python = `${folder}${process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python'}`
    expect(said).toContain(`\n  ${make}\n  ${python} scripts/agent_probes/agent_probe.py local --for-commit\n`)
    expect(said).toContain(`\`${python} scripts/agent_probes/agent_probe.py box --for-commit\``)
    expect(said.includes('the check starts tox once more')).toBe(make?.endsWith('--notest'))
  })

  test('a tox.ini beside a workflow that runs pytest by itself names no Python of tox', async () => {
    const workflow = { '.github/workflows/ci.yml': ci('pip install -e .', 'pytest -q') }
    const said = await init(createRepo({ ...PROJECT, 'tox.ini': TOX, ...workflow }))
    expect(said).toContain('\n  python scripts/agent_probes/agent_probe.py local --for-commit\n')
    expect(said).not.toContain('.tox')
  })

  const TOOLS: readonly [Files, RegExp][] = [
    [{ 'uv.lock': '' }, /uv sync --locked\n\s+- name: Test\n\s+run: uv run python -m pytest\n/],
    [{ 'poetry.lock': '' }, /poetry install\n\s+- name: Test\n\s+run: poetry run python -m pytest\n/],
    [{ 'requirements.txt': 'attrs\n' }, /pip install -r requirements\.txt --editable \. pytest\n/],
    [{ 'tox.ini': '[testenv]\ncommands = pytest\n' }, /run: tox -e py\n/],
  ]
  test('none: one is written, for each way to install, that GitHub understands', async () => {
    const written = await Promise.all(
      TOOLS.map(async ([files, pattern]) => {
        const repo = createRepo({ ...PROJECT, ...files })
        await init(repo, '--fork-safe')
        expect(read(repo, WORKFLOW)).toMatch(pattern)
        return [WORKFLOW, WORKFLOW.replace('.yml', '-comment.yml')].map((file) => path.join(repo.dir, file))
      }),
    )
    expect(await lintActions(atRoot('action.yml'), written.flat())).toEqual([])
  })

  test('of another CI is not joined by one of GitHub', async () => {
    const repo = createRepo({ ...PROJECT, '.gitlab-ci.yml': 'test:\n  script: pytest\n' })
    expect(await init(repo)).toContain('.gitlab-ci.yml is here: run `where-it-ran run`')
    expect(fs.existsSync(path.join(repo.dir, '.github'))).toBe(false)
  })
})

test('in a folder of a monorepo everything but the workflow stays in the folder', async () => {
  const files = Object.entries(PROJECT).map(([file, text]) => [`services/billing/${file}`, text])
  const repo = createRepo(Object.fromEntries(files))
  const said = await init(repo, '--working-directory', 'services/billing')
  expect(fs.readdirSync(repo.dir).sort()).toEqual(['.git', '.github', 'services'])
  expect(YAML.parse(read(repo, WORKFLOW)).jobs.test.steps.at(-1)).toMatchObject({
    with: { 'working-directory': 'services/billing' },
  })
  expect(said).toMatch(/\n {2}cd services\/billing\n {2}git add scripts/)
  expect(said).toContain(':/.github/workflows/where-it-ran.yml')
})

const LAPTOP = { person: ['local', 'ci'], agent: ['local', 'ci'], other: ['ci'] }

test('places that are named are the places that are asked', async () => {
  const repo = createRepo(PROJECT)
  const said = await init(repo, '--places', 'local,ci')
  expect(claimsOf(repo)).toMatchObject({ places: LAPTOP, env: ['BILLING_MODE', 'API_TOKEN'] })
  expect(said).not.toContain('agent_probe.py box')
  const only = createRepo(PROJECT)
  await init(only, '--places', 'ci')
  expect(readClaims(read(only, 'probes/claims.json'), '')).toMatchObject({ ok: true })
})

test('what stands in the way is said', async () => {
  const repo = createRepo({
    ...PROJECT,
    'requirements.txt': Buffer.from('caf\xe9\n', 'latin1'),
    '.gitignore': 'probes/\n',
    'tools/agent_probe.py': '# a copy\n',
    '.github/workflows/ci.yml': ci('python -m unittest'),
    '.github/workflows/old.yml': 'on: push\njobs: @\n',
  })
  const said = await init(repo)
  expect(said).toContain("nothing was taken from it: can't read requirements.txt: it is not UTF-8")
  expect(said).toContain('nothing was taken from it: .github/workflows/old.yml:2: it is no YAML')
  expect(said).toContain('`python -m unittest` leaves no record')
  expect(said).toContain('git ignores probes/claims.json')
  expect(said).toContain('git ignores probes/local-topic.txt')
  expect(said).toContain('another probe lies in tools/agent_probe.py')
})

test('a monorepo: each project has its job, its step and its plugin, and pytest still starts at the top', async ({
  skip,
}) => {
  const venv = await venvWithPytest()
  if ('missing' in venv) return skip(venv.missing)
  const service = (name: string): Files => ({
    [`services/${name}/pyproject.toml`]: '[project]\nname = "x"\nversion = "1"\ndependencies = []\n',
    [`services/${name}/test_${name}.py`]: 'def test_it():\n    pass\n',
  })
  const jobs = Object.fromEntries(
    ['api', 'worker'].map((name) => [name, { steps: [{ run: 'pytest', 'working-directory': `services/${name}` }] }]),
  )
  const repo = createRepo({
    ...service('api'),
    ...service('worker'),
    '.github/workflows/ci.yml': YAML.stringify({ on: 'pull_request', jobs }),
  })
  const lines = () => read(repo, '.github/workflows/ci.yml').split('\n')
  for (const name of ['worker', 'api']) {
    const said = await init(repo, '--working-directory', `services/${name}`)
    const at = Number(/Paste below \.github\/workflows\/ci\.yml:(\d+) /.exec(said)?.[1])
    expect(lines()[at - 1]).toContain(`working-directory: services/${name}`)
    const snippet = /: the step\n\n((?: .*\n)+)/.exec(said)?.[1] ?? ''
    repo.write({ '.github/workflows/ci.yml': lines().toSpliced(at, 0, snippet.trimEnd()).join('\n') })
    expect(await init(repo, '--working-directory', `services/${name}`)).toContain('the step is in')
  }
  const pytest = (folder: string) =>
    spawnSync(venv.found.python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
      cwd: path.join(repo.dir, folder),
      encoding: 'utf8',
    })
  expect(pytest('.')).toMatchObject({ status: 0, stdout: expect.stringContaining('2 passed') })
  expect(pytest('services/api').status).toBe(0)
  expect(JSON.parse(read(repo, 'services/api/.host_fingerprint.json')).session).toMatchObject({ passed: 1 })
})

test('where there is no Python, nothing is written', async () => {
  const repo = createRepo({ 'package.json': '{}\n' })
  const before = snapshot(repo)
  expect(await runCli(['init'], repo.dir)).toMatchObject({ status: 2, stderr: expect.stringContaining('no Python') })
  expect(snapshot(repo)).toEqual(before)
})

test('a project of unittest is told what runs its tests', async () => {
  const files = { ...PROJECT, 'tests/test_billing.py': 'import unittest\n' }
  expect(await init(createRepo(files))).toContain('python -m pip install pytest')
  expect(await init(createRepo({ ...files, 'requirements-dev.txt': 'pytest\n' }))).not.toContain('pip install pytest')
})

test.each([
  ['CI runs it', ci('python manage.py test'), ['python', 'manage.py', 'test']],
  [
    'CI names a settings module',
    ci('python manage.py test --settings=site.test'),
    ['python', 'manage.py', 'test', '--settings=site.test'],
  ],
  ['CI runs django itself', ci('uv run python -m django test'), ['uv', 'run', 'python', '-m', 'django', 'test']],
  ['no CI says so', undefined, ['python', 'manage.py', 'test']],
])('a Django project claims what runs its tests, and no pytest: %s', async (_, workflow, command) => {
  const repo = createRepo({
    'manage.py': '',
    'shop/__init__.py': '',
    'shop/tests.py': 'from django.test import TestCase\n',
    'requirements.txt': 'django\n',
    ...(workflow ? { '.github/workflows/ci.yml': workflow } : {}),
  })
  const said = await init(repo)
  expect(JSON.parse(read(repo, 'probes/claims.json')).tests).toEqual({ command })
  expect(said).toContain(`\`${command.join(' ')}\` leaves no record: the check starts it itself`)
  expect(said).not.toMatch(/no tests were found|pip install pytest/)
})

test('a Django project that pytest runs, and one without tests', async () => {
  const django = { 'manage.py': '', 'shop/__init__.py': '', 'shop/tests.py': '', 'requirements.txt': 'django\n' }
  const withPytest = createRepo({ ...django, 'pytest.ini': '[pytest]\nDJANGO_SETTINGS_MODULE = site.settings\n' })
  await init(withPytest)
  expect(JSON.parse(read(withPytest, 'probes/claims.json')).tests.command).toEqual(['python', '-m', 'pytest'])
  const without = createRepo({ 'manage.py': '', 'shop/__init__.py': '', 'requirements.txt': 'django\n' })
  expect(await init(without)).toContain('no tests were found, so none are claimed')
})

test('outside a repository it writes nothing', async () => {
  const dir = createFolder()
  expect(await runCli(['init'], dir)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is in no git repository'),
  })
  expect(fs.readdirSync(dir)).toEqual([])
})

test('the actions of a new workflow are the ones that this repository uses itself', () => {
  const folder = atRoot('.github/workflows')
  const used = fs
    .readdirSync(folder)
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
  for (const action of Object.values(PINNED)) expect(used).toContain(`uses: ${action}\n`)
})
