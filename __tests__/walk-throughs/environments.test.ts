/** Projects as uv, poetry and conda lay them out, and two in one repository: real looks by the real probe. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createGit } from '../../src/adapters/git.ts'
import { createExec } from '../../src/adapters/process.ts'
import type { Place } from '../../src/core/model.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import { createPrivatePython, createVenv, type Env, installEditable } from '../cases/support/python.ts'
import { createFolder, createRepo, type Files, type Repo } from '../support/repo.ts'
import { PROBE, start } from '../support/suite.ts'
import { type Look, look, onMachine } from './support/desk.ts'
import { candidate, cellsOf, judge } from './support/judging.ts'
import { contentOf, edited, factsIn } from './support/text.ts'

const lack = process.platform === 'win32' ? 'made of POSIX links and scripts' : undefined
const MACHINE = { local: 'laptop', box: 'agents-box', ci: 'runner' } as const

const SRC: Files = {
  '.gitignore': '.venv\n__pycache__/\n.pytest_cache/\n.host_fingerprint.json\nprobes/*.log\n',
  'pyproject.toml': '[project]\nname = "demo"\nversion = "0.1"\nrequires-python = ">=3.8"\n',
  'src/demo/__init__.py': 'ANSWER = 42\n',
  'tests/test_demo.py': 'import demo\n\n\ndef test_demo():\n    assert demo.ANSWER\n',
}
const claimsFor = (command: readonly string[]) => ({
  salt: 'ab'.repeat(16),
  places: ['local', 'ci'],
  packages: ['pytest', { name: 'demo', from: 'repo' }],
  tests: { command },
})

interface Project {
  readonly repo: Repo
  readonly claims: object
}

function createProject(lock: string, command: readonly string[]): Project {
  const claims = claimsFor(command)
  const repo = createRepo({
    ...SRC,
    [lock]: '# locked\n',
    'probes/claims.json': `${JSON.stringify(claims)}\n`,
  })
  return { repo, claims }
}

/** A place of its own: a clone, the environment that the tool would make for it, and a look with that one's Python. */
async function lookFrom(
  place: Place,
  { repo }: Project,
  make: (checkout: Repo, home: string) => Promise<Look & { readonly python: string }>,
): Promise<string> {
  const checkout = repo.clone()
  const home = createFolder('home-')
  const text = await look(place, checkout, { home, ...(await make(checkout, home)) })
  return onMachine(text, MACHINE[place])
}

function judgeProject({ repo, claims }: Project, texts: { readonly [P in Place]?: string }): Verdict {
  const { sha, content } = contentOf(repo, repo.sha())
  const reference = {
    merge: content,
    mergeSha: sha,
    head: content,
    headSha: sha,
    commits: [sha],
    pullRequest: true,
  }
  return judge(
    claims,
    Object.entries(texts).map(([place, text]) => candidate(place, text)),
    reference,
  )
}

/** As `uv sync` leaves it: `.venv`, the project editable, uv as installer; `uv run` starts what is in there. */
async function uvSync(checkout: Repo): Promise<Look & { readonly python: string }> {
  const env = await createVenv(path.join(checkout.dir, '.venv'), { pytest: true })
  addProject(env, checkout)
  const bin = createFolder('bin-')
  const uv = '#!/bin/sh\n[ "$1" = run ] && shift\nname=$1; shift\nexec "$PWD/.venv/bin/$name" "$@"\n'
  fs.writeFileSync(path.join(bin, 'uv'), uv, { mode: 0o755 })
  return { python: '.venv/bin/python', env: { PATH: `${bin}:/usr/bin:/bin` } }
}

function addProject(env: Env, checkout: Repo): void {
  installEditable(env.site, 'demo', checkout.dir, 'path')
  const script = path.join(env.dir, 'bin/pytest')
  fs.writeFileSync(script, `#!${env.python}\nimport sys, pytest\nsys.exit(pytest.console_main())\n`, {
    mode: 0o755,
  })
}

/** As `poetry install` leaves it: below the home directory, named by a hash of the project's path. */
const poetryInstall = (hash: string) => async (checkout: Repo, home: string) => {
  const env = await createVenv(path.join(home, '.cache/pypoetry/virtualenvs', `demo-${hash}-py3`), {
    pytest: true,
  })
  addProject(env, checkout)
  return { python: env.python }
}

/** As conda makes it: an installation of its own, and no virtual environment. */
async function condaCreate(checkout: Repo, home: string) {
  const env = await createPrivatePython(path.join(home, 'miniconda3/envs/demo'), undefined, true)
  fs.mkdirSync(path.join(env.dir, 'conda-meta'))
  addProject(env, checkout)
  return { python: env.python, env: { CONDA_PREFIX: env.dir } }
}

const PYTEST = ['python', '-m', 'pytest', '-q']
const held = ({ rows, gate }: Verdict) => ({
  open: rows.flatMap(({ subject, cells }) =>
    Object.entries(cells).flatMap(([place, cell]) =>
      cell && cell.state !== 'holds' ? [`${subject}@${place} ${cell.reason}: ${cell.fact}`] : [],
    ),
  ),
  unexplained: gate.unexplained,
  verdict: gate.verdict,
})
const ALL_IS_WELL = { open: [], unexplained: 0, verdict: 'pass' }

test.skipIf(lack)(
  'uv: the claimed command is `uv run pytest`, the project is installed editable',
  async () => {
    const project = createProject('uv.lock', ['uv', 'run', 'pytest', '-q'])
    const [local, ci] = await Promise.all([
      lookFrom('local', project, uvSync),
      lookFrom('ci', project, uvSync),
    ])
    const verdict = judgeProject(project, { local, ci })
    expect(held(verdict)).toEqual(ALL_IS_WELL)
    expect(cellsOf(verdict)).toMatchObject({
      'package installed/demo@local': 'holds IN_REPO',
      'package installed/pytest@ci': 'holds IN_PREFIX',
      'tests green/suite@local': 'holds GREEN',
    })
    expect(verdict.signals.map(({ id }) => id)).toContain('same-runtime')
  },
)

test.skipIf(lack)(
  'poetry: its environments lie below home under names that differ from place to place',
  async () => {
    const project = createProject('poetry.lock', PYTEST)
    const [local, ci] = await Promise.all([
      lookFrom('local', project, poetryInstall('aB3dEf6h')),
      lookFrom('ci', project, poetryInstall('Zy8xWv4u')),
    ])
    expect(factsIn(local).interpreter?.prefix).toBe('~/.cache/pypoetry/virtualenvs/demo-aB3dEf6h-py3')
    // The same project, installed by the same tool: nothing that an honest team would have to explain.
    expect(held(judgeProject(project, { local, ci }))).toEqual(ALL_IS_WELL)
  },
)

test.skipIf(lack)(
  'conda on the laptop, a virtual environment in ci: it holds, and the difference is named',
  async () => {
    const project = createProject('environment.yml', PYTEST)
    const [local, ci] = await Promise.all([
      lookFrom('local', project, condaCreate),
      lookFrom('ci', project, async (checkout) => ({ python: (await uvSync(checkout)).python })),
    ])
    expect(factsIn(local).interpreter).toMatchObject({
      in_venv: false,
      conda_prefix: '~/miniconda3/envs/demo',
    })
    const verdict = judgeProject(project, { local, ci })
    expect(held(verdict)).toMatchObject({ open: [], verdict: 'pass' })
    expect(cellsOf(verdict)).toMatchObject({ 'package installed/pytest@local': 'holds IN_PREFIX' })
    expect(verdict.differences.filter(({ counted }) => counted).map(({ key }) => key)).toContain(
      'interpreter.in_venv',
    )
    expect(verdict.signals.map(({ id }) => id)).toContain('same-bytes-other-runtime')
    expect(verdict.signals.map(({ id }) => id)).not.toContain('forgotten-venv')
  },
)

/** A service in a folder of its own, with its own claims and probe files. */
const service = (name: string): Files => ({
  [`services/${name}/${name}lib/__init__.py`]: 'WHO = 1\n',
  [`services/${name}/tests/test_it.py`]: `import ${name}lib\n\n\ndef test_it():\n    assert ${name}lib.WHO\n`,
  [`services/${name}/probes/claims.json`]: `${JSON.stringify(serviceClaims(name))}\n`,
})
const serviceClaims = (name: string) => ({
  salt: 'ab'.repeat(16),
  places: ['local'],
  packages: [{ name: `${name}lib`, from: 'repo' }],
  tests: { command: PYTEST },
})

test.skipIf(lack)(
  'a monorepo with two working directories: one after the other, neither disturbs the other',
  async () => {
    const ignore = '.venv\n__pycache__/\n.pytest_cache/\n.host_fingerprint.json\n*-pytest.log\n'
    const repo = createRepo({ ...service('a'), ...service('b'), '.gitignore': ignore })
    const sha = repo.sha()
    const env = await createVenv(path.join(repo.dir, '.venv'), { pytest: true })
    for (const name of ['a', 'b']) {
      // Written to the tree, so that the second one sees what the first one left.
      const cwd = path.join(repo.dir, 'services', name)
      const words = [env.python, PROBE, 'local', '--tests', 'always']
      const { code, stderr } = await start(words, {
        cwd,
        env: { PATH: '/usr/bin:/bin', HOME: createFolder('home-') },
      })
      expect(code, stderr).toBe(0)
    }
    // Both files are committed with the pull request, as --for-commit has it.
    repo.commit('What was seen')
    for (const name of ['a', 'b']) {
      const folder = path.join(repo.dir, 'services', name)
      const head = await createGit(
        createExec(process.stderr),
        folder,
        `services/${name}/probes`,
        process.env,
      ).head()
      const text = fs.readFileSync(path.join(folder, 'probes/local.txt'), 'utf8')
      const reference = {
        merge: head?.content ?? '',
        mergeSha: head?.sha ?? '',
        commits: [sha],
        pullRequest: true,
      }
      const verdict = judge(serviceClaims(name), [candidate('local', edited(text, {}))], reference, {
        own: [`${name}lib`],
        commands: { probe: 'python agent_probe.py', probesFolder: `services/${name}/probes`, rerun: 'push' },
      })
      expect(cellsOf(verdict)).toMatchObject({
        [`package installed/${name}lib@local`]: 'holds IN_REPO',
        'tests green/suite@local': 'holds GREEN',
      })
      // Its own commit changes nothing that tests could see.
      expect(verdict.places.map(({ content }) => content)).toEqual(['match-merge'])
      expect(verdict.gate.verdict).toBe('pass')
    }
  },
)
