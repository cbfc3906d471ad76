/** An agent's worktree or clone on the laptop: whose code its tests ran, and whether it is a place of its own. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { CONFTEST_LINES } from '../../src/core/setup/conftest.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import type { Repo } from '../support/repo.ts'
import { referTo } from './support/case.ts'
import { onlyFacts } from './support/facts-of.ts'
import type { Need } from './support/needs.ts'
import { createProject, IN_SRC, pytestVenv, suiteClaims } from './support/project.ts'
import { createVenv, type Env, installEditable } from './support/python.ts'
import { type Look, PROBE, type Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'

const claims = (more: object = {}) =>
  suiteClaims({ places: ['local', 'box'], packages: [{ name: 'demo', from: 'repo' }], ...more })
const DECLARED = { box: 'worktree' }
const OTHER = 'fails OTHER_CHECKOUT'
const SAME = 'unknown SAME_MACHINE'
const [GREEN, OURS] = ['holds GREEN', 'holds IN_REPO']
const both = (suite: string, demo: string, suiteLocal = GREEN, demoLocal = OURS): Row['cells'] => ({
  'suite@box': suite,
  'demo@box': demo,
  'suite@local': suiteLocal,
  'demo@local': demoLocal,
})

interface Desk {
  readonly scene: Scene
  /** The laptop's checkout, with the environment that the person works in. */
  readonly env: Env
}

const fixOf = (verdict: Verdict, subject: string): string =>
  verdict.rows.find((row) => row.subject === subject)?.cells.box?.fix ?? ''

/** An environment in a checkout, with an editable install of that one. */
async function environment(checkout: string): Promise<Env> {
  const env = await createVenv(path.join(checkout, '.venv'), { pytest: true })
  installEditable(env.site, 'demo', checkout, 'path')
  return env
}

interface Situation {
  readonly claims?: object
  /** The agent's checkout. */
  readonly tree: (desk: Desk) => Repo
  /** How the agent looks at it. */
  readonly look?: (desk: Desk, tree: Repo) => Partial<Look> | Promise<Partial<Look>>
  readonly check?: (verdict: Verdict, desk: Desk, tree: Repo) => void | Promise<void>
  readonly needs?: Need
}

function onOneLaptop(title: string, cells: Row['cells'], situation: Situation): Row {
  return {
    title,
    needs: ['pytest', ...(situation.needs ? [situation.needs] : [])],
    cells,
    async play() {
      const scene = createProject(IN_SRC, claims(situation.claims))
      const desk = { scene, env: await environment(scene.repo.dir) }
      const tree = situation.tree(desk)
      await scene.look('local', { tests: 'auto', python: desk.env.python })
      const look = { tests: 'auto' as const, python: desk.env.python, cwd: tree.dir }
      await scene.look('box', { ...look, ...(await situation.look?.(desk, tree)) })
      const verdict = await scene.judge({ reference: await referTo(tree) })
      await situation.check?.(verdict, desk, tree)
      return verdict
    },
  }
}

const worktree = ({ scene }: Desk): Repo => scene.repo.worktree({ branch: 'agent' })
const own = async (_: Desk, tree: Repo) => ({ python: (await environment(tree.dir)).python })

/** What is told never changes what the laptop's checkout imports. */
function leavesLaptopAlone(verdict: Verdict): void {
  for (const subject of ['suite', 'demo']) {
    expect(fixOf(verdict, subject)).toContain('make an environment here')
    expect(fixOf(verdict, subject)).not.toMatch(/^(?!.*-m venv \.venv).*pip install -e|"places"/)
  }
}

/** The commands of a fix, typed where the agent works; pip takes what is there, as tests have no index. */
function typeFix(verdict: Verdict, { env }: Desk, tree: Repo): string {
  const [, typed = ''] = /another checkout: (.*?), then run /.exec(fixOf(verdict, 'suite')) ?? []
  const bin = path.join(tree.dir, '../agents-bin')
  fs.mkdirSync(bin, { recursive: true })
  // An editable install as pip makes it, without the index that building one needs.
  const pip = `import pathlib, site, sys\nassert sys.argv[1:4] == ["install", "-e", "."], sys.argv\nplace = pathlib.Path(site.getsitepackages()[0])\n(place / "demo.pth").write_text(str(pathlib.Path.cwd() / "src"))\n(place / "pytest.pth").write_text(${JSON.stringify(env.site)})\n`
  fs.writeFileSync(path.join(bin, 'pip.py'), pip)
  fs.symlinkSync(env.python, path.join(bin, 'python'))
  const PATH = `${bin}:/usr/bin:/bin`
  return execFileSync('/bin/sh', ['-euc', typed.replace('-m venv', '-m venv --without-pip')], {
    cwd: tree.dir,
    env: { PATH, PYTHONPATH: bin },
    encoding: 'utf8',
  })
}

interface Nested {
  readonly testpaths?: string
  readonly cells: Row['cells']
  readonly check?: (verdict: Verdict, said: string) => void
}

/** The lines of init in both checkouts; pytest tells modules of one name apart only with importlib. */
const nested = (title: string, { testpaths = '', cells, check }: Nested): Row => ({
  title,
  needs: ['pytest'],
  cells,
  async play() {
    const settings = `[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\n${testpaths}`
    const ignored = { '.gitignore': `${IN_SRC['.gitignore']}wt/\n`, 'pyproject.toml': settings }
    const probe = { 'scripts/agent_probes/agent_probe.py': fs.readFileSync(PROBE) }
    const files = { ...IN_SRC, ...ignored, ...probe, 'conftest.py': CONFTEST_LINES }
    const scene = createProject(files, { ...claims(), places: ['local'] })
    scene.repo.git('worktree', 'add', '--quiet', '-b', 'agent', path.join(scene.repo.dir, 'wt/agent'))
    const { python } = await environment(scene.repo.dir)
    const said = await scene.run([python, '-m', 'pytest', '-q'])
    await scene.look('local', { tests: 'auto', python })
    const verdict = await scene.judge()
    check?.(verdict, said)
    return verdict
  },
})

export const worktreeRows: readonly Row[] = [
  onOneLaptop("a worktree with the laptop's environment: its tests ran the other checkout", both(OTHER, OTHER), {
    tree: worktree,
    check: leavesLaptopAlone,
  }),
  onOneLaptop("a declared worktree with the laptop's environment", both(OTHER, OTHER), {
    claims: DECLARED,
    tree: worktree,
    check: leavesLaptopAlone,
  }),
  onOneLaptop("a declared worktree whose .venv is a link to the laptop's", both(OTHER, OTHER), {
    claims: DECLARED,
    tree: worktree,
    look({ env }, tree) {
      fs.symlinkSync(env.dir, path.join(tree.dir, '.venv'))
      return { python: path.join(tree.dir, '.venv/bin/python') }
    },
    check(verdict) {
      leavesLaptopAlone(verdict)
      expect(fixOf(verdict, 'suite')).toContain('rm .venv && python3 -m venv .venv')
    },
  }),
  onOneLaptop("a second clone with the laptop's environment", both(OTHER, OTHER), {
    claims: DECLARED,
    tree: ({ scene }) => scene.repo.clone(),
    check: leavesLaptopAlone,
  }),
  onOneLaptop("the report's own steps make a declared worktree green", both(GREEN, OURS), {
    claims: DECLARED,
    tree: worktree,
    async look(desk, tree) {
      const red = { tests: 'auto' as const, python: desk.env.python, cwd: tree.dir }
      await desk.scene.look('box', red)
      typeFix(await desk.scene.judge({ reference: await referTo(tree) }), desk, tree)
      // What was seen before is overwritten where both stand in one file.
      ;(desk.scene.candidates as unknown[]).splice(1)
      const python = path.join(tree.dir, '.venv/bin/python')
      return { python, tests: 'always' }
    },
    async check(_, { scene, env }) {
      const where = 'import demo; print(demo.__file__)'
      const imported = await scene.run([env.python, '-c', where])
      expect(imported.trim(), 'the laptop imports what it did').toBe(
        path.join(fs.realpathSync(scene.repo.dir), 'src/demo/__init__.py'),
      )
    },
  }),
  onOneLaptop('a declared worktree with its own environment', both(GREEN, OURS), {
    claims: DECLARED,
    tree: worktree,
    look: own,
  }),
  onOneLaptop('the same undeclared: not a second place, and the fix is that one line', both(SAME, SAME), {
    tree: worktree,
    look: own,
    check(verdict) {
      expect(fixOf(verdict, 'suite')).toMatch(/put "box": "worktree" into probes\/claims\.json; otherwise/)
      expect(fixOf(verdict, 'suite')).not.toContain('"places"')
    },
  }),
  onOneLaptop('a second clone on the same machine, declared', both(GREEN, OURS), {
    claims: DECLARED,
    tree: ({ scene }) => scene.repo.clone(),
    look: own,
  }),
  onOneLaptop("an agent in the person's own checkout is no second place, declared or not", both(SAME, SAME), {
    claims: DECLARED,
    tree: ({ scene }) => scene.repo,
    check: (verdict) => expect(fixOf(verdict, 'suite')).toContain('another checkout than the one that local is'),
  }),
  {
    title: "the person's own checkout by another path is no second place",
    needs: ['pytest', 'namespaces'],
    cells: both(SAME, SAME),
    async play() {
      const files = { ...IN_SRC, 'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\n' }
      const scene = createProject(files, claims(DECLARED))
      const look = { tests: 'always' as const, python: (await pytestVenv()).python }
      await scene.look('local', look)
      const mounted = path.join(scene.dir, 'mounted')
      fs.mkdirSync(mounted)
      const first = `mount --bind '${scene.repo.dir}' '${mounted}'; cd '${mounted}'`
      await scene.look('box', { ...look, under: { mounts: true, first } })
      expect(onlyFacts(scene, 'box').host?.checkout).not.toBe(onlyFacts(scene, 'local').host?.checkout)
      return scene.judge()
    },
  },
  onOneLaptop('a container of its own, with a clone, needs no declaration', both(GREEN, OURS), {
    needs: 'namespaces',
    tree: ({ scene }) => scene.repo.clone(),
    look: async (desk, tree) => ({ ...(await own(desk, tree)), under: { machine: 'devcontainer' } }),
  }),
  {
    title: 'a person who works only in local',
    needs: ['pytest'],
    cells: { 'suite@local': GREEN, 'suite@box': 'not asked' },
    async play() {
      const scene = createProject(IN_SRC, { ...claims(), places: ['local'] })
      await scene.look('local', { tests: 'auto', python: (await environment(scene.repo.dir)).python })
      return scene.judge()
    },
  },
  nested('a worktree kept in the main checkout: a plain pytest there works as before, and counts what is its own', {
    cells: both('not asked', 'not asked'),
    check(verdict, said) {
      expect(said.match(/\[host-fingerprint\]/g)).toHaveLength(1)
      expect(said).toMatch(/2 passed/)
      expect(verdict.rows.find(({ kind }) => kind === 'tests green')?.cells.local?.fact).toMatch(
        /^1 passed at \w+, not counted: 1 test of wt\/agent, another checkout$/,
      )
    },
  }),
  nested('only tests of a worktree kept in the main checkout ran', {
    testpaths: 'testpaths = ["wt/agent/tests"]\n',
    cells: both('not asked', 'not asked', 'unknown PARTIAL_RUN'),
  }),
  {
    title: 'a worktree that was mounted without its main repository',
    needs: ['pytest'],
    cells: { 'suite@box': 'unknown GIT_REFUSED' },
    async play() {
      const scene = createProject(IN_SRC, suiteClaims({ places: ['box'] }))
      const tree = scene.repo.worktree({ branch: 'agent' })
      const reference = await referTo(tree)
      const gone = `${scene.repo.dir}-elsewhere`
      fs.renameSync(path.join(scene.repo.dir, '.git'), gone)
      await scene.look('box', { tests: 'auto', python: (await pytestVenv()).python, cwd: tree.dir })
      fs.renameSync(gone, path.join(scene.repo.dir, '.git'))
      const verdict = await scene.judge({ reference })
      const cell = verdict.rows[0]?.cells.box
      expect(cell?.fact).toMatch(/git finds no repository behind \.git: a worktree/)
      expect(cell?.fix).toMatch(/mount the main checkout's \.git folder .* or work in a clone/)
      expect(cell?.fix).not.toMatch(/safe\.directory|check out/)
      return verdict
    },
  },
]
