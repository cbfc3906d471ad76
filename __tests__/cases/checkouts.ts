/** The tests ran, and the code under test was another tree's. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { type Files, type Repo, writeFiles } from '../support/repo.ts'
import { referTo } from './support/case.ts'
import { onlyFacts } from './support/facts-of.ts'
import {
  createProject,
  FLAT,
  IN_SRC,
  ownPytestVenv,
  pytestVenv,
  RECORD,
  SUITE,
  suiteClaims,
  vendored,
} from './support/project.ts'
import { type Env, install, installEditable } from './support/python.ts'
import type { Look, Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'

const claims = suiteClaims({ packages: [{ name: 'demo', from: 'repo' }] })
const PYPROJECT = '[tool.pytest.ini_options]\npythonpath = ["src"]\n'
const EDITED = { 'demo/__init__.py': 'WHO = "edited"\n' }
const EDITED_SRC = { 'src/demo/__init__.py': 'WHO = "edited"\n' }

interface World {
  readonly scene: Scene
  readonly repo: Repo
  readonly site: string
}
interface Checkout {
  readonly id?: string
  readonly files?: Files
  readonly claims?: object
  /** After the first commit; with it the environment is one of its own. */
  readonly install?: (world: World) => unknown
  readonly arrange?: (world: Omit<World, 'site'>) => unknown
  readonly look?: (world: Omit<World, 'site'>) => Partial<Look>
  /** Made after the first commit, and looked at in place of the repository. */
  readonly tree?: (world: Omit<World, 'site'>) => Repo
  readonly place?: 'local' | 'box'
  readonly after?: (world: Omit<World, 'site'>) => unknown
}

/** One project, whose tests are run once: the cells of the suite, and of `demo` where it is asked. */
function checkout(title: string, suite: string, demo: string | undefined, options: Checkout): Row {
  const { id, place = 'box' } = options
  return {
    ...(id ? { id } : {}),
    title,
    needs: ['pytest'],
    cells: { [`suite@${place}`]: suite, ...(demo ? { [`demo@${place}`]: demo } : {}) },
    async play() {
      const scene = createProject({ ...IN_SRC, ...options.files }, options.claims ?? claims)
      const env: Env = options.install ? await ownPytestVenv(scene) : await pytestVenv()
      const world = { scene, repo: scene.repo }
      await options.install?.({ ...world, site: env.site })
      await options.arrange?.(world)
      const tree = options.tree?.(world)
      const where = { python: env.python, ...(tree ? { cwd: tree.dir } : {}) }
      await scene.look(place, { tests: 'auto', ...where, ...options.look?.(world) })
      await options.after?.(world)
      if (!tree) return scene.judge()
      expect(onlyFacts(scene, place).git?.worktree).toBe(true)
      return scene.judge({ reference: await referTo(tree) })
    },
  }
}

const OTHER = 'fails OTHER_CHECKOUT'
const OUTSIDE = 'fails OUTSIDE_REPO'
const GREEN = 'holds GREEN'
const OURS = 'holds IN_REPO'
const FLAT_ONLY: Files = { 'src/demo/__init__.py': null, ...FLAT }
const ignoring = (pattern: string) => ({ '.gitignore': `${IN_SRC['.gitignore']}${pattern}\n` })
const worktree =
  (change: Files) =>
  ({ repo }: Omit<World, 'site'>) => {
    const tree = repo.worktree({ branch: 'fix' })
    tree.commit('Edit', change)
    return tree
  }
/** A worktree inside the main tree. */
const nest = ({ repo }: Omit<World, 'site'>) => {
  repo.git('worktree', 'add', '--quiet', '-b', 'fix', nestedIn(repo))
}
const nestedIn = (repo: Repo) => path.join(repo.dir, '.worktrees/fix')
const copy = (files: Files) => ({ name: 'demo', version: '0.1', files })

export const checkoutRows: readonly Row[] = [
  ...(['path', 'finder'] as const).map((kind) =>
    checkout(`an editable install of another clone (${kind})`, OTHER, OTHER, {
      id: 'C18',
      install({ repo, site }) {
        installEditable(site, 'demo', repo.clone().dir, kind)
        repo.commit('Edit', EDITED_SRC)
      },
    }),
  ),
  // An older setuptools' develop install: a line in easy-install.pth.
  checkout('a develop install of another clone (easy-install.pth)', OTHER, OTHER, {
    install({ repo, site }) {
      const other = repo.clone().dir
      const PKG_INFO = 'Metadata-Version: 2.1\nName: demo\nVersion: 0.1\n'
      writeFiles(site, { 'easy-install.pth': `${other}/src\n`, 'demo.egg-link': `${other}/src\n../` })
      writeFiles(other, { 'src/demo.egg-info/PKG-INFO': PKG_INFO })
    },
  }),
  checkout('a link in the environment leads to another clone that says the same', OTHER, OTHER, {
    install: ({ repo, site }) => fs.symlinkSync(path.join(repo.clone().dir, 'src/demo'), path.join(site, 'demo')),
  }),
  checkout('a link in the environment leads to this very tree', GREEN, OURS, {
    install: ({ repo, site }) => fs.symlinkSync(path.join(repo.dir, 'src/demo'), path.join(site, 'demo')),
  }),
  ...(
    [
      ['', {}, GREEN, OURS],
      [' and an old file among them', { 'demo/core.py': 'OLD = 1\n' }, OTHER, OUTSIDE],
    ] as const
  ).map(([more, old, suite, demo]) =>
    checkout(`a strict editable install: an ignored folder of links to the tree’s own files${more}`, suite, demo, {
      files: ignoring('build/'),
      install({ repo, site }) {
        const links = path.join(repo.dir, 'build/__editable__.demo-1.0-py3-none-any')
        writeFiles(links, { 'demo/__pycache__/x': '', ...old })
        fs.symlinkSync(path.join(repo.dir, 'src/demo/__init__.py'), path.join(links, 'demo/__init__.py'))
        writeFiles(site, { '__editable__.demo-1.0.pth': `${links}\n` })
      },
    }),
  ),
  checkout('gates run in a worktree, the main checkout is installed', OTHER, undefined, {
    id: 'C19',
    place: 'local',
    install: ({ repo, site }) => installEditable(site, 'demo', repo.dir, 'path'),
    tree: worktree(EDITED_SRC),
  }),
  checkout('the editable install points to a different worktree', OTHER, undefined, {
    id: 'C20',
    install: ({ repo, site }) => installEditable(site, 'demo', repo.worktree({ branch: 'other' }).dir, 'finder'),
  }),
  checkout(
    'tests that import nothing of the project’s: whose code was tested is unknown',
    'unknown ORIGIN_UNKNOWN',
    undefined,
    { files: { 'tests/test_demo.py': 'def test_it():\n    assert True\n' } },
  ),
  checkout('with pythonpath = ["src"] the worktree is what is tested', GREEN, OURS, {
    id: 'C22',
    files: { 'pyproject.toml': PYPROJECT },
    install: ({ repo, site }) => installEditable(site, 'demo', repo.dir, 'path'),
    tree: worktree(EDITED_SRC),
  }),
  checkout('an editable install of this very worktree', GREEN, OURS, {
    install: ({ repo, site }) => installEditable(site, 'demo', repo.dir, 'finder'),
  }),
  checkout('the package was installed as a copy, and the copy was tested', OTHER, OUTSIDE, {
    install: ({ site }) => install(site, copy({ 'demo/__init__.py': 'WHO = "copy"\n' })),
  }),
  checkout('the package was installed as a copy of this very tree, and the copy was tested', GREEN, OURS, {
    install: ({ site }) => install(site, copy({ 'demo/__init__.py': IN_SRC['src/demo/__init__.py'] ?? '' })),
  }),
  ...(
    [
      ['that the tree has no more', { 'acme/billing/old.py': 'RATE = 1\n' }, OTHER],
      ['that another distribution brings', { 'acme/core/__init__.py': 'CORE = 1\n' }, GREEN],
    ] as const
  ).map(([what, more, cell]) =>
    checkout(`a copy of our part of a namespace, installed from an index, and a module ${what}`, cell, undefined, {
      files: {
        'src/demo/__init__.py': null,
        'src/acme/billing/__init__.py': 'RATE = 2\n',
        'tests/test_demo.py': 'import acme.billing\n\n\ndef test_demo():\n    assert acme.billing.RATE\n',
      },
      claims: suiteClaims({ packages: [{ name: 'acme.billing', from: 'repo' }] }),
      install({ site }) {
        const files = { 'acme/billing/__init__.py': 'RATE = 2\n', ...more }
        install(site, { name: 'acme_billing', version: '1.0', files })
      },
    }),
  ),
  checkout('a test puts another checkout on the path while it runs', OTHER, undefined, {
    files: { 'tests/conftest.py': 'import os, sys\nsys.path.insert(0, os.environ["DEMO_SRC"])\n' },
    look: ({ repo }) => ({ env: { DEMO_SRC: path.join(repo.clone().dir, 'src') } }),
  }),
  checkout('one of two own packages came from another checkout', OTHER, undefined, {
    files: {
      ...FLAT_ONLY,
      'other/__init__.py': 'WHO = 1\n',
      'tests/test_demo.py': 'import demo, other\n\ndef test_it():\n    assert demo.WHO\n',
    },
    install({ repo, site }) {
      const clone = JSON.stringify(repo.clone().dir)
      const line = `import sys; sys.path.insert(0, ${clone}); import other; sys.path.pop(0)\n`
      writeFiles(site, { 'a.pth': line })
    },
  }),
  checkout('edited in one worktree, tested in another', OTHER, undefined, {
    id: 'C24',
    files: {
      ...FLAT_ONLY,
      'run_tests.py':
        'import os, sys, pytest\nos.chdir(os.environ.get("DEMO_TREE", "."))\nsys.path.insert(0, os.getcwd())\nsys.exit(pytest.main(["-q"]))\n',
    },
    claims: suiteClaims({ tests: { command: ['python', 'run_tests.py'] } }),
    tree: worktree(EDITED),
    look: ({ repo }) => ({ env: { DEMO_TREE: repo.dir } }),
  }),
  {
    title: 'a record carried from the main tree into the worktree',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() }, claims)
      const { python } = await pytestVenv()
      const tree = scene.repo.worktree({ branch: 'fix' })
      await scene.run([python, ...SUITE.slice(1)])
      fs.copyFileSync(path.join(scene.repo.dir, RECORD), path.join(tree.dir, RECORD))
      await scene.look('box', { python, cwd: tree.dir, tests: 'never' })
      return scene.judge({ reference: await referTo(tree) })
    },
    cells: { 'suite@box': OTHER },
  },
  checkout('a worktree inside the main tree: its package is not the main tree’s', OTHER, OTHER, {
    files: ignoring('.worktrees/'),
    arrange: nest,
    look: ({ repo }) => ({ env: { PYTHONPATH: path.join(nestedIn(repo), 'src') } }),
  }),
  checkout('tested in a worktree inside the main tree, whose package is installed', OTHER, OTHER, {
    files: ignoring('.worktrees/'),
    install: ({ repo, site }) => installEditable(site, 'demo', repo.dir, 'path'),
    arrange: nest,
    look: ({ repo }) => ({ cwd: nestedIn(repo) }),
  }),
  checkout('a link in the tree leads to another checkout', OTHER, undefined, {
    files: { 'tests/conftest.py': 'import os, sys\nsys.path.insert(0, "linked")\n' },
    arrange({ repo }) {
      fs.symlinkSync(path.join(repo.clone().dir, 'src'), path.join(repo.dir, 'linked'))
      repo.commit('Link')
    },
  }),
  checkout('an old build below the tree, ignored by git, is what was imported', OTHER, OUTSIDE, {
    files: ignoring('build/'),
    arrange: ({ repo }) => repo.write({ 'build/lib/demo/__init__.py': 'WHO = "old build"\n' }),
    look: () => ({ env: { PYTHONPATH: 'build/lib' } }),
  }),
  checkout('an extension module built in place is the tree’s', GREEN, OURS, {
    files: { ...FLAT_ONLY, ...ignoring('*.so') },
    arrange: ({ repo }) => repo.write({ 'demo/fast.so': 'not loaded' }),
  }),
  checkout('a package that was moved and not yet added is the tree’s', GREEN, OURS, {
    files: { ...FLAT_ONLY, 'pytest.ini': '[pytest]\npythonpath = src\n' },
    arrange({ repo }) {
      fs.mkdirSync(path.join(repo.dir, 'src'))
      fs.renameSync(path.join(repo.dir, 'demo'), path.join(repo.dir, 'src/demo'))
    },
    after: ({ repo }) => repo.commit('Moved'),
  }),
]
