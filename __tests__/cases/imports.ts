/** Found, but which copy? PYTHONPATH, the user's site, the current directory, start-up hooks, .pth files. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { type Files, writeFiles } from '../support/repo.ts'
import { inVenv, type World } from './support/in-venv.ts'
import { createProject, suiteClaims, withTest } from './support/project.ts'
import { createPrivatePython, createVenv, demoWheel, install, installEditable, runPython } from './support/python.ts'
import { createScene, handOver } from './support/scene.ts'
import type { Row } from './support/table.ts'
import { NOBODY } from './support/under.ts'

const GHOST = { 'demo/__init__.py': 'WHO = "stale"\n' }
/** Imports the ghost at start-up and leaves no trace on sys.path. */
const haunt = (dir: string) => `import sys; sys.path.insert(0, ${JSON.stringify(dir)}); import demo; sys.path.pop(0)`

/** The user's site of that interpreter, asked from itself. */
const userSite = (program: string, home: string) =>
  runPython(program, ['-c', 'import site; print(site.getusersitepackages())'], { HOME: home })

const folder = ({ scene }: Pick<World, 'scene'>, name: string, files: Files): string => {
  writeFiles(path.join(scene.dir, name), files)
  return path.join(scene.dir, name)
}
const old = (world: Pick<World, 'scene'>) => folder(world, 'old', GHOST)
const onPath = (PYTHONPATH: string) => ({ env: { PYTHONPATH } })

const SHADOWED = 'fails SHADOWED'
const IN_PREFIX = 'holds IN_PREFIX'
const FROM_REPO = { packages: [{ name: 'demo', from: 'repo' }] }
const IN_SRC = { 'src/demo/__init__.py': 'WHO = "tree"\n' }
const STRAY = { 'demo.py': 'WHO = "stray"\n' }
const of = (facts: object) => ({ packages: { claimed: { demo: facts } } })

const FINDER = (file: string) => `import sys
from importlib.util import spec_from_file_location
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return spec_from_file_location(name, ${JSON.stringify(file)}) if name == "demo" else None
sys.meta_path.insert(0, Finder)
`

export const importRows: readonly Row[] = [
  {
    id: 'C12',
    title: 'the environment manager’s PYTHONPATH overrides the project’s venv',
    needs: ['namespaces'],
    async play() {
      const scene = createScene({ packages: ['demo'] })
      const venv = await createVenv(path.join(scene.dir, 've'))
      install(venv.site, demoWheel())
      await scene.look('local', { python: venv.python, ...onPath(old({ scene })) })
      await scene.look('ci', { python: venv.python, under: { machine: 'runner' } })
      return scene.judge()
    },
    cells: { 'demo@local': SHADOWED, 'demo@ci': IN_PREFIX },
    signals: ['dirty-home'],
  },
  inVenv('PYTHONPATH leads to a copy outside of the tree, and the one behind it is told', SHADOWED, {
    look: (world) => onPath(old(world)),
    facts: of({ label: 'pythonpath', origin: '<other>/__init__.py', copies: ['venv'] }),
  }),
  inVenv('PYTHONPATH is set and ignored under -I', IN_PREFIX, {
    flags: ['-I'],
    look: (world) => onPath(old(world)),
    facts: { path: { pythonpath: [] }, ...of({ label: 'venv', copies: [] }) },
  }),
  inVenv('a zip archive on PYTHONPATH wins', SHADOWED, {
    async arrange({ scene, env }) {
      const code = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").writestr("demo.py", "WHO = 1")'
      await runPython(env.python, ['-c', code, path.join(scene.dir, 'old.zip')])
    },
    look: ({ scene }) => onPath(path.join(scene.dir, 'old.zip')),
    facts: of({ importable: true, loader: 'zip', readable: true, label: 'pythonpath' }),
  }),
  inVenv('an empty PYTHONPATH entry is the current directory: a stray file there wins', SHADOWED, {
    write: STRAY,
    look: () => onPath(':'),
  }),
  inVenv('a stray module in the current directory wins over the installed package', SHADOWED, {
    write: STRAY,
    facts: of({ copies: ['venv'] }),
  }),
  {
    id: 'C14',
    title: 'a copy in the user’s site of the same minor version wins over the runtime’s own',
    needs: ['namespaces', 'python 3.10'],
    async play() {
      const scene = createScene({ packages: ['demo'] })
      const runtime = await createPrivatePython(path.join(scene.dir, 'runtime'), '3.10')
      install(runtime.site, demoWheel())
      writeFiles(await userSite(runtime.python, scene.home), { 'demo.py': 'assert False\n' })
      const clean = { HOME: folder({ scene }, 'clean', { x: '' }) }
      await scene.look('local', { python: runtime.python })
      await scene.look('box', { python: runtime.python, env: clean, under: { machine: 'box' } })
      await scene.look('ci', { python: runtime.python, env: clean, under: { machine: 'runner' } })
      return scene.judge()
    },
    cells: { 'demo@local': SHADOWED, 'demo@box': IN_PREFIX, 'demo@ci': IN_PREFIX },
    signals: ['dirty-home'],
  },
  ...(
    [
      ['nothing else has it: that is where it is installed', {}, 'holds IN_USER_SITE'],
      ['switched off by PYTHONNOUSERSITE', { PYTHONNOUSERSITE: '1' }, 'fails MISSING'],
    ] as const
  ).map(([what, env, cell]) =>
    inVenv(`the user’s site: ${what}`, cell, {
      own: true,
      empty: true,
      arrange: async (world) => install(await userSite(world.env.python, world.scene.home), demoWheel()),
      look: () => ({ env }),
      ...(cell === 'fails MISSING' ? {} : { facts: of({ label: 'user-site' }) }),
    }),
  ),
  inVenv('the user’s site of another minor version is nobody’s', 'fails MISSING', {
    needs: ['python 3.10', 'python 3.12'],
    own: true,
    version: '3.12',
    empty: true,
    async arrange({ scene }) {
      const other = await createPrivatePython(path.join(scene.dir, 'other'), '3.10')
      install(await userSite(other.python, scene.home), demoWheel())
    },
  }),
  inVenv('a venv does not see the user’s site', 'fails MISSING', {
    empty: true,
    async arrange({ scene }) {
      const base = await createPrivatePython(path.join(scene.dir, 'base'))
      install(await userSite(base.python, scene.home), demoWheel())
    },
  }),
  inVenv('a venv with system site packages sees the base’s', 'holds IN_SYSTEM_SITE', {
    own: true,
    async arrange({ scene, env }) {
      await createVenv(path.join(scene.dir, 'inside'), { base: env.python, systemSite: true })
    },
    look: ({ scene }) => {
      const python = path.join(scene.dir, 'inside/bin/python')
      return { python, launch: (script) => [python, ...script] }
    },
  }),
  inVenv('a sitecustomize on PYTHONPATH imported a ghost first', SHADOWED, {
    look: (world) => onPath(folder(world, 'hooks', { 'sitecustomize.py': `${haunt(old(world))}\n` })),
    facts: { path: { sitecustomize: { loaded: true } }, ...of({ label: 'hook' }) },
  }),
  inVenv('a line in a .pth file imported a ghost first', SHADOWED, {
    arrange: (world) => writeFiles(world.env.site, { 'zz-haunt.pth': `${haunt(old(world))}\n` }),
    facts: { path: { pth_import_lines: 1 } },
  }),
  inVenv('a .pth file puts an old folder in front of everything', SHADOWED, {
    arrange: (world) => {
      const line = `import sys; sys.path.insert(0, ${JSON.stringify(old(world))})\n`
      writeFiles(world.env.site, { 'front.pth': line })
    },
  }),
  inVenv('a finder installed at start-up wins over every path', SHADOWED, {
    arrange: (world) => writeFiles(world.env.site, { 'sitecustomize.py': FINDER(`${old(world)}/demo/__init__.py`) }),
  }),
  inVenv('an empty folder in the current directory does not hide the installed package', IN_PREFIX, {
    arrange: ({ scene }) => fs.mkdirSync(path.join(scene.repo.dir, 'demo')),
  }),
  {
    title: 'installed by root under umask 077: there, and not for this user',
    needs: ['another user', 'a system python'],
    async play() {
      const scene = createScene({ packages: ['demo', 'open', 'absent'] })
      const venv = await createVenv(path.join(scene.dir, 've'), { base: '/usr/bin/python3' })
      install(venv.site, demoWheel())
      writeFiles(venv.site, { 'open.py': '' })
      fs.chmodSync(path.join(venv.site, 'demo'), 0o700)
      fs.chmodSync(path.join(venv.site, 'open.py'), 0o600)
      handOver(scene)
      await scene.look('local', { python: venv.python, under: { uid: NOBODY } })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails UNREADABLE', 'open@local': 'fails UNREADABLE', 'absent@local': 'fails MISSING' },
  },
  inVenv(
    'a module of the standard library is there; one that was taken out of it is not',
    { 'sqlite3@local': 'holds IN_STDLIB', 'telnetlib@local': 'fails MISSING', 'sys@local': 'holds IN_STDLIB' },
    { needs: ['python 3.13'], version: '3.13', claims: { packages: ['sqlite3', 'telnetlib', 'sys'] } },
  ),
  inVenv('a .pth line that fails at every start of this minor version', IN_PREFIX, {
    id: 'C26',
    needs: ['python 3.13'],
    version: '3.13',
    beyond: {
      local: 'the report names no package; ours is installed, and the failing line is a fact of this interpreter',
    },
    site: { 'broken.pth': 'import no_such_module_of_ours\n' },
    facts: { path: { pth_import_lines: 1 } },
  }),
  inVenv('an editable install of this very tree is installed', 'holds IN_REPO', {
    empty: true,
    commit: IN_SRC,
    arrange: ({ scene, env }) => installEditable(env.site, 'demo', scene.repo.dir, 'finder'),
    facts: of({ label: 'repo', tracked: true, direct_url: 'editable', distribution: 'demo' }),
  }),
  inVenv('an editable install whose distribution is called otherwise still carries its module', 'holds IN_REPO', {
    empty: true,
    commit: IN_SRC,
    arrange: ({ scene, env }) => {
      installEditable(env.site, 'my_project', scene.repo.dir, 'path')
    },
    facts: of({ label: 'repo', distribution: 'my-project', version: '0.1', direct_url: 'editable' }),
  }),
  ...(['path', 'finder', 'worktree'] as const).map((kind) =>
    inVenv(`an editable install of another checkout (${kind})`, 'fails OTHER_CHECKOUT', {
      empty: true,
      commit: IN_SRC,
      arrange({ scene: { repo }, env }) {
        const { dir } = kind === 'worktree' ? repo.worktree({ branch: 'other' }) : repo.clone()
        installEditable(env.site, 'demo', dir, kind === 'path' ? 'path' : 'finder')
      },
      facts: of({
        ...{ importable: true, label: 'other-checkout', direct_url: 'editable', in_tree: true },
        ...(kind === 'path' ? {} : { path_origin: '' }),
      }),
    }),
  ),
  inVenv('a package that should come from the repository was installed as a copy', 'fails OUTSIDE_REPO', {
    claims: FROM_REPO,
    commit: IN_SRC,
  }),
  inVenv('a package in src that nothing put on the path', 'unknown NOT_IMPORTABLE_HERE', {
    claims: FROM_REPO,
    empty: true,
    commit: IN_SRC,
  }),
  inVenv(
    'a package in a folder of its own that nothing put on the path, and one that is nowhere',
    { 'demo@local': 'unknown NOT_IMPORTABLE_HERE', 'gone@local': 'fails MISSING' },
    {
      claims: { packages: ['demo', 'gone'].map((name) => ({ name, from: 'repo' })) },
      empty: true,
      commit: { 'python/demo/__init__.py': 'WHO = "tree"\n' },
    },
  ),
  inVenv('linked into the environment from a cache of packages that lies in the tree and is ignored', IN_PREFIX, {
    at: '.venv',
    files: { '.gitignore': '.venv/\n.uv-cache/\nprobes/*.log\n' },
    write: { '.uv-cache/archive-v0/x/demo/__init__.py': 'WHO = 1\n' },
    arrange: ({ scene, env }) => {
      const module = path.join(env.site, 'demo/__init__.py')
      fs.rmSync(module)
      fs.symlinkSync(path.join(scene.repo.dir, '.uv-cache/archive-v0/x/demo/__init__.py'), module)
    },
  }),
  inVenv('a venv in the repository is the venv, not the repository', IN_PREFIX, {
    at: '.venv',
    also: ({ path: { entries = [] } = {} }) => {
      expect(entries.at(-1)?.label).toBe('venv')
      expect(entries.at(-1)?.path).toMatch(/^<repo>\/\.venv\/lib/)
    },
  }),
  inVenv('PYTHONSAFEPATH keeps the current directory out', IN_PREFIX, {
    needs: ['python 3.11'],
    version: '3.11',
    write: STRAY,
    look: () => ({ env: { PYTHONSAFEPATH: '1' } }),
  }),
  inVenv('PYTHONPATH inside the tree is the tree', 'holds IN_REPO', {
    claims: FROM_REPO,
    empty: true,
    commit: IN_SRC,
    look: () => onPath('src'),
  }),
  inVenv(
    'a stray json.py in the current directory stands before the standard library',
    { 'json@local': SHADOWED },
    { claims: { packages: ['json'] }, empty: true, write: { 'json.py': 'raise SystemExit("somebody ran me")\n' } },
  ),
  inVenv('started with -S: no site-packages, no package', 'fails MISSING', { flags: ['-S'] }),
  inVenv('a package of the repository without __init__.py', 'holds IN_REPO', {
    claims: FROM_REPO,
    empty: true,
    commit: { 'demo/core.py': 'WHO = "tree"\n' },
  }),
  {
    title: 'a sitecustomize in the user’s site that is older than the project’s module',
    needs: ['pytest', 'namespaces'],
    async play() {
      const claims = suiteClaims({ packages: [{ name: 'demo', from: 'repo' }] })
      const scene = createProject(
        withTest('import demo\n\n\ndef test_more():\n    assert demo.WHO == "tree"\n'),
        claims,
      )
      const laptop = await createPrivatePython(path.join(scene.dir, 'laptop'), undefined, true)
      const site = await userSite(laptop.python, scene.home)
      writeFiles(site, { 'sitecustomize.py': `${haunt(old({ scene }))}\n` })
      await scene.look('local', { python: laptop.python, tests: 'auto' })
      await scene.look('box', {
        python: laptop.python,
        tests: 'auto',
        env: { HOME: folder({ scene }, 'clean', { x: '' }) },
        under: { machine: 'box' },
      })
      return scene.judge()
    },
    cells: {
      'suite@local': 'fails FAILED',
      'demo@local': 'fails OUTSIDE_REPO',
      'suite@box': 'holds GREEN',
      'demo@box': 'holds IN_REPO',
    },
    signals: ['dirty-home', 'green-here-red-there'],
  },
]
