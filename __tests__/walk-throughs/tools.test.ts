/** Projects as uv, poetry and conda lay them out, with the real uv and poetry, and two projects in one repository. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createPrivatePython } from '../cases/support/python.ts'
import { atRoot } from '../support/bed.ts'
import { needing } from '../support/needs.ts'
import { needVenv } from '../support/python.ts'
import { createFolder, type Files } from '../support/repo.ts'
import { VENDORED } from '../support/suite.ts'
import { findTool, lackOf, type Tool } from '../support/tools.ts'
import { commentsOn, useBed } from '../support/use-bed.ts'
import { check, type Seen } from './support/check.ts'
import { matchGolden } from './support/golden.ts'
import { CLAIMS, createProject, DEMO, IGNORED, must, PYTEST, sitDown } from './support/project.ts'
import { steady } from './support/steady.ts'
import { cellsIn } from './support/telling.ts'

const bed = useBed()
const lackOfTool = (tool: Tool) =>
  process.platform === 'win32' ? 'made of POSIX links' : findTool(tool) ? undefined : lackOf(tool)

/** A folder with this tool in it and nothing else. */
function folderWith(tool: Tool): string {
  const dir = createFolder('bin-')
  fs.symlinkSync(fs.realpathSync(findTool(tool) ?? ''), path.join(dir, tool))
  return dir
}

/** Pytest as files of the repository: environments are made from them, and no index is asked. */
async function vendored(): Promise<Files> {
  const { python, pytest } = await needVenv()
  const dir = atRoot(`node_modules/.cache/where-it-ran/wheels-${pytest}`)
  const words = ['-m', 'pip', 'download', '--quiet', '--dest', dir, `pytest==${pytest}`, 'colorama==0.4.6']
  if (!fs.existsSync(dir)) execFileSync(python, words)
  const names = fs.readdirSync(dir)
  return Object.fromEntries(names.map((name) => [`vendor/${name}`, fs.readFileSync(path.join(dir, name))]))
}

const SRC: Files = {
  ...VENDORED,
  '.gitignore': IGNORED,
  'src/demo/__init__.py': 'ANSWER = 41\n',
  'tests/test_demo.py': 'import demo\n\n\ndef test_demo():\n    assert demo.ANSWER\n',
}
const projectTable = (minor: string) => `[project]\nname = "demo"\nversion = "0.1"\nrequires-python = "==${minor}.*"\n`
const minorOf = ({ version }: { readonly version: string }) => version.split('.').slice(0, 2).join('.')

/** The claims, on the laptop and in ci. */
const claims = (command: readonly string[]) => ({ ...CLAIMS, places: ['local', 'ci'], tests: { command } })

const openRows = ({ table }: Seen) =>
  Object.entries(cellsIn(table)).filter(([, what]) => !/^(?:holds|not asked)/.test(what))

test('uv: `uv sync` here and there, the claimed command is `uv run pytest`', async ({ skip }) => {
  const lack = lackOfTool('uv')
  if (lack) return skip(lack)
  const [wheels, venv] = [await vendored(), await needVenv()]
  const pyproject = `${projectTable(minorOf(venv))}
[dependency-groups]
dev = ["pytest"]

[tool.uv]
no-index = true
find-links = ["vendor"]
package = false

[tool.pytest.ini_options]
pythonpath = ["src"]
`
  const project = await createProject(claims(['uv', 'run', 'pytest', '-q']), {
    ...SRC,
    ...wheels,
    'pyproject.toml': pyproject,
  })
  const tools = folderWith('uv')
  const env = { MODE: 'strict', UV_PYTHON: venv.python, UV_OFFLINE: '1' }
  const desk = sitDown(project, 'laptop', tools)
  await must(desk.type(`UV_PYTHON=${venv.python} uv lock -q && git add uv.lock && git commit -qm Lock`))
  await desk.push('local', { env, python: 'uv run python' })
  const seen = await check(bed, project, {
    before: (cwd) => void execFileSync('uv', ['sync', '-q'], { cwd, env: { ...env, ...onPath(tools) } }),
    env: { ...env, ...onPath(tools) },
  })
  expect(openRows(seen)).toEqual([])
  expect(seen.table.gate.unexplained).toBe(0)
  expect(seen.shown).toContain('in <repo>/.venv')
  await matchGolden('uv', seen.shown)
})

test('poetry: environments lie below home under names that differ from place to place', async ({ skip }) => {
  const lack = lackOfTool('poetry')
  if (lack) return skip(lack)
  const [wheels, venv] = [await vendored(), await needVenv()]
  const paths = Object.keys(wheels).map((file) => `${nameOf(file)} = { path = "${file}" }\n`)
  const pyproject = `${projectTable(minorOf(venv))}
[tool.poetry]
packages = [{ include = "demo", from = "src" }]

[tool.poetry.group.dev.dependencies]
${paths.join('')}
[build-system]
requires = ["poetry-core"]
build-backend = "poetry.core.masonry.api"
`
  const project = await createProject(claims(PYTEST), { ...SRC, ...wheels, 'pyproject.toml': pyproject })
  const tools = folderWith('poetry')
  const desk = sitDown(project, 'laptop', tools)
  await must(desk.type('poetry lock -nq && git add poetry.lock && git commit -qm Lock && poetry install -nq'))
  await desk.push('local', { python: 'poetry run python' })
  const home = createFolder('home-')
  const seen = await check(bed, project, {
    before: (cwd) => void execFileSync('poetry', ['install', '-nq'], { cwd, env: { HOME: home, ...onPath(tools) } }),
    env: { HOME: home, MODE: 'strict', ...onPath(tools) },
  })
  expect(openRows(seen)).toEqual([])
  // The same project, installed by the same tool: nothing that an honest team would have to explain.
  expect(seen.table.gate.unexplained).toBe(0)
  expect(seen.ran.stdout).toContain('poetry run python')
  expect(seen.shown).toMatch(/pypoetry/)
})

/** Conda itself is not to be had from a package index: as it makes an environment, an installation of its own. */
needing('posix').it(
  'conda on the laptop, a virtual environment in ci: it holds, and the difference is named',
  async () => {
    const project = await createProject(claims(PYTEST), { ...DEMO, 'environment.yml': 'name: demo\n' })
    const env = await createPrivatePython(path.join(createFolder('conda-'), 'envs/demo'), minorOf(project), true)
    fs.mkdirSync(path.join(env.dir, 'conda-meta'))
    const desk = sitDown(project, 'laptop', path.dirname(env.python))
    await desk.push('local', { env: { MODE: 'strict', CONDA_PREFIX: env.dir } })
    const seen = await check(bed, project)
    expect(openRows(seen)).toEqual([])
    expect(seen.table.verdict).toBe('pass')
    const counted = seen.table.differences.filter(({ counted }) => counted).map(({ key }) => key)
    expect(counted).toContain('interpreter.in_venv')
    const signals = seen.table.signals.map(({ id }) => id)
    expect(signals).toContain('same-bytes-other-runtime')
    expect(signals).not.toContain('forgotten-venv')
    await matchGolden('conda', seen.shown)
  },
)

/** A service in a folder of its own, with its own claims and probe files. */
const service = (name: string): Files => ({
  [`services/${name}/${name}lib/__init__.py`]: 'WHO = 1\n',
  [`services/${name}/tests/test_${name}.py`]: `import ${name}lib\n\n\ndef test_it():\n    assert ${name}lib.WHO\n`,
  [`services/${name}/probes/claims.json`]: `${JSON.stringify({
    ...claims(PYTEST),
    env: [],
    packages: [{ name: `${name}lib`, from: 'repo' }],
  })}\n`,
})

needing('posix').it(
  'a monorepo with two working directories: a comment each, and neither disturbs the other',
  async () => {
    const project = await createProject(claims(PYTEST), {
      ...DEMO,
      ...service('api'),
      ...service('worker'),
      '.gitignore': IGNORED.replaceAll('probes/', '**/probes/'),
    })
    const desk = sitDown(project, 'laptop')
    for (const name of ['api', 'worker']) await desk.push('local', { folder: `services/${name}`, env: {} })
    const seen = []
    for (const name of ['api', 'worker'])
      seen.push(await check(bed, project, { with: { 'working-directory': `services/${name}` } }))
    expect(seen.map(openRows)).toEqual([[], []])
    expect(seen.map(({ table }) => table.rows.map(({ subject }) => subject))).toEqual([
      ['apilib', 'suite'],
      ['workerlib', 'suite'],
    ])
    expect(seen.map(({ ran }) => ran.outputs['comment-status'])).toEqual(['created', 'created'])
    const comments = commentsOn(bed).map(({ body }) => steady(body, project))
    await matchGolden('monorepo', comments.join('\n---\n\n'))
  },
)

const onPath = (tools: string) => ({ PATH: `${tools}:/usr/bin:/bin` })
/** `pytest` of `vendor/pytest-8.3.5-py3-none-any.whl` */
const nameOf = (file: string) => path.basename(file).split('-')[0]
