/** The tests ran, and the code under test was another tree's. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { writeFiles } from '../support/repo.ts'
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
import { install, installEditable } from './support/python.ts'
import type { Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'

const claims = suiteClaims({ packages: [{ name: 'demo', from: 'repo' }] })
const PYPROJECT = '[tool.pytest.ini_options]\npythonpath = ["src"]\n'

/** Another clone is installed; the edited tree is tested. */
async function playEditable(kind: 'path' | 'finder') {
  const scene = createProject(IN_SRC, claims)
  const venv = await ownPytestVenv(scene)
  installEditable(venv.site, 'demo', scene.repo.clone().dir, kind)
  scene.repo.commit('Edit', { 'src/demo/__init__.py': 'WHO = "edited"\n' })
  await scene.look('box', { python: venv.python, tests: 'auto' })
  return scene.judge()
}

/** An older setuptools' develop install: a line in easy-install.pth. */
async function playDevelop() {
  const scene = createProject(IN_SRC, claims)
  const venv = await ownPytestVenv(scene)
  const other = scene.repo.clone().dir
  writeFiles(venv.site, {
    'easy-install.pth': `${other}/src\n`,
    'demo.egg-link': `${other}/src\n../`,
  })
  writeFiles(other, { 'src/demo.egg-info/PKG-INFO': 'Metadata-Version: 2.1\nName: demo\nVersion: 0.1\n' })
  await scene.look('box', { python: venv.python, tests: 'auto' })
  return scene.judge()
}

/** The installed checkout is the main tree; place and probed tree are chosen by the caller. */
async function playWorktree(place: 'local' | 'box', files = {}) {
  const scene = createProject({ ...IN_SRC, ...files }, claims)
  const venv = await ownPytestVenv(scene)
  installEditable(venv.site, 'demo', scene.repo.dir, 'path')
  const tree = scene.repo.worktree({ branch: 'fix' })
  tree.commit('Edit', { 'src/demo/__init__.py': 'WHO = "edited"\n' })
  const inTree = { ...scene, repo: tree }
  await scene.look(place, { python: venv.python, cwd: tree.dir, tests: 'auto' })
  expect(onlyFacts(scene, place).git?.worktree).toBe(true)
  return { scene: inTree, tree }
}

export const checkoutRows: readonly Row[] = [
  {
    id: 'C18',
    title: 'an editable install of another clone (path)',
    needs: ['pytest'],
    play: () => playEditable('path'),
    cells: { 'suite@box': 'fails OTHER_CHECKOUT', 'demo@box': 'fails OTHER_CHECKOUT' },
  },
  {
    id: 'C18',
    title: 'an editable install of another clone (finder)',
    needs: ['pytest'],
    play: () => playEditable('finder'),
    cells: { 'suite@box': 'fails OTHER_CHECKOUT', 'demo@box': 'fails OTHER_CHECKOUT' },
  },
  {
    title: 'a develop install of another clone (easy-install.pth)',
    needs: ['pytest'],
    play: playDevelop,
    cells: { 'suite@box': 'fails OTHER_CHECKOUT', 'demo@box': 'fails OTHER_CHECKOUT' },
  },
  ...(
    [
      ['another clone that says the same', (scene: Scene) => scene.repo.clone().dir, 'fails OTHER_CHECKOUT'],
      ['this very tree', (scene: Scene) => scene.repo.dir, 'holds'],
    ] as const
  ).map(
    ([what, tree, state]): Row => ({
      title: `a link in the environment leads to ${what}`,
      needs: ['pytest'],
      async play() {
        const scene = createProject(IN_SRC, claims)
        const venv = await ownPytestVenv(scene)
        fs.symlinkSync(path.join(tree(scene), 'src/demo'), path.join(venv.site, 'demo'))
        await scene.look('box', { python: venv.python, tests: 'auto' })
        return scene.judge()
      },
      cells:
        state === 'holds'
          ? { 'suite@box': 'holds GREEN', 'demo@box': 'holds IN_REPO' }
          : { 'suite@box': state, 'demo@box': state },
    }),
  ),
  ...(
    [
      ['', {}, { 'suite@box': 'holds GREEN', 'demo@box': 'holds IN_REPO' }],
      [
        ' and an old file among them',
        { 'demo/core.py': 'OLD = 1\n' },
        { 'suite@box': 'fails OTHER_CHECKOUT', 'demo@box': 'fails OUTSIDE_REPO' },
      ],
    ] as const
  ).map(
    ([more, old, cells]): Row => ({
      title: `a strict editable install: an ignored folder of links to the tree’s own files${more}`,
      needs: ['pytest'],
      async play() {
        const scene = createProject({ ...IN_SRC, '.gitignore': `${IN_SRC['.gitignore']}build/\n` }, claims)
        const venv = await ownPytestVenv(scene)
        const links = path.join(scene.repo.dir, 'build/__editable__.demo-1.0-py3-none-any')
        writeFiles(links, { 'demo/__pycache__/x': '', ...old })
        fs.symlinkSync(
          path.join(scene.repo.dir, 'src/demo/__init__.py'),
          path.join(links, 'demo/__init__.py'),
        )
        writeFiles(venv.site, { '__editable__.demo-1.0.pth': `${links}\n` })
        await scene.look('box', { python: venv.python, tests: 'auto' })
        return scene.judge()
      },
      cells,
    }),
  ),
  {
    id: 'C19',
    title: 'gates run in a worktree, the main checkout is installed',
    needs: ['pytest'],
    async play() {
      const { scene, tree } = await playWorktree('local')
      return scene.judge({ reference: await referTo(tree) })
    },
    cells: { 'suite@local': 'fails OTHER_CHECKOUT' },
  },
  {
    id: 'C20',
    title: 'the editable install points to a different worktree',
    needs: ['pytest'],
    async play() {
      const scene = createProject(IN_SRC, claims)
      const venv = await ownPytestVenv(scene)
      installEditable(venv.site, 'demo', scene.repo.worktree({ branch: 'other' }).dir, 'finder')
      await scene.look('box', { python: venv.python, tests: 'auto' })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT' },
  },
  {
    title: 'tests that import nothing of the project’s: whose code was tested is unknown',
    needs: ['pytest'],
    async play() {
      const scene = createProject(
        { ...IN_SRC, 'tests/test_demo.py': 'def test_it():\n    assert True\n' },
        claims,
      )
      await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto' })
      return scene.judge()
    },
    cells: { 'suite@box': 'unknown ORIGIN_UNKNOWN' },
  },
  {
    id: 'C22',
    title: 'with pythonpath = ["src"] the worktree is what is tested',
    needs: ['pytest'],
    async play() {
      const { scene, tree } = await playWorktree('box', { 'pyproject.toml': PYPROJECT })
      return scene.judge({ reference: await referTo(tree) })
    },
    cells: { 'suite@box': 'holds GREEN', 'demo@box': 'holds IN_REPO' },
  },
  {
    title: 'an editable install of this very worktree',
    needs: ['pytest'],
    async play() {
      const scene = createProject(IN_SRC, claims)
      const venv = await ownPytestVenv(scene)
      installEditable(venv.site, 'demo', scene.repo.dir, 'finder')
      await scene.look('box', { python: venv.python, tests: 'auto' })
      return scene.judge()
    },
    cells: { 'suite@box': 'holds GREEN', 'demo@box': 'holds IN_REPO' },
  },
  {
    title: 'the package was installed as a copy, and the copy was tested',
    needs: ['pytest'],
    async play() {
      const scene = createProject(IN_SRC, claims)
      const venv = await ownPytestVenv(scene)
      install(venv.site, { name: 'demo', version: '0.1', files: { 'demo/__init__.py': 'WHO = "copy"\n' } })
      await scene.look('box', { python: venv.python, tests: 'auto' })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT', 'demo@box': 'fails OUTSIDE_REPO' },
  },
  {
    title: 'the package was installed as a copy of this very tree, and the copy was tested',
    needs: ['pytest'],
    async play() {
      const scene = createProject(IN_SRC, claims)
      const venv = await ownPytestVenv(scene)
      const files = { 'demo/__init__.py': IN_SRC['src/demo/__init__.py'] ?? '' }
      install(venv.site, { name: 'demo', version: '0.1', files })
      await scene.look('box', { python: venv.python, tests: 'auto' })
      return scene.judge()
    },
    cells: { 'suite@box': 'holds GREEN', 'demo@box': 'holds IN_REPO' },
  },
  ...(
    [
      ['that the tree has no more', { 'acme/billing/old.py': 'RATE = 1\n' }, 'fails OTHER_CHECKOUT'],
      ['that another distribution brings', { 'acme/core/__init__.py': 'CORE = 1\n' }, 'holds GREEN'],
    ] as const
  ).map(
    ([what, more, cell]): Row => ({
      title: `a copy of our part of a namespace, installed from an index, and a module ${what}`,
      needs: ['pytest'],
      async play() {
        const files = {
          '.gitignore': IN_SRC['.gitignore'] ?? '',
          'src/acme/billing/__init__.py': 'RATE = 2\n',
          'tests/test_demo.py': 'import acme.billing\n\n\ndef test_demo():\n    assert acme.billing.RATE\n',
        }
        const scene = createProject(
          files,
          suiteClaims({ packages: [{ name: 'acme.billing', from: 'repo' }] }),
        )
        const venv = await ownPytestVenv(scene)
        const copy = { 'acme/billing/__init__.py': 'RATE = 2\n' }
        install(venv.site, { name: 'acme_billing', version: '1.0', files: { ...copy, ...more } })
        await scene.look('box', { python: venv.python, tests: 'auto' })
        return scene.judge()
      },
      cells: { 'suite@box': cell },
    }),
  ),
  {
    title: 'a test puts another checkout on the path while it runs',
    needs: ['pytest'],
    async play() {
      const scene = createProject(
        { ...IN_SRC, 'tests/conftest.py': 'import os, sys\nsys.path.insert(0, os.environ["DEMO_SRC"])\n' },
        claims,
      )
      const other = scene.repo.clone().dir
      const env = { DEMO_SRC: path.join(other, 'src') }
      await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto', env })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT' },
  },
  {
    title: 'one of two own packages came from another checkout',
    needs: ['pytest'],
    async play() {
      const two = {
        'other/__init__.py': 'WHO = 1\n',
        'tests/test_demo.py': 'import demo, other\n\ndef test_it():\n    assert demo.WHO\n',
      }
      const scene = createProject({ ...FLAT, ...two }, claims)
      const venv = await ownPytestVenv(scene)
      const clone = scene.repo.clone().dir
      writeFiles(venv.site, {
        'a.pth': `import sys; sys.path.insert(0, ${JSON.stringify(clone)}); import other; sys.path.pop(0)\n`,
      })
      await scene.look('box', { python: venv.python, tests: 'auto' })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT' },
  },
  {
    id: 'C24',
    title: 'edited in one worktree, tested in another',
    needs: ['pytest'],
    async play() {
      const command = ['python', 'run_tests.py']
      const run =
        'import os, sys, pytest\nos.chdir(os.environ.get("DEMO_TREE", "."))\nsys.path.insert(0, os.getcwd())\nsys.exit(pytest.main(["-q"]))\n'
      const scene = createProject({ ...FLAT, 'run_tests.py': run }, suiteClaims({ tests: { command } }))
      const tree = scene.repo.worktree({ branch: 'fix' })
      tree.commit('Edit', { 'demo/__init__.py': 'WHO = "edited"\n' })
      const env = { DEMO_TREE: scene.repo.dir }
      await scene.look('box', { python: (await pytestVenv()).python, cwd: tree.dir, tests: 'auto', env })
      return scene.judge({ reference: await referTo(tree) })
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT' },
  },
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
    cells: { 'suite@box': 'fails OTHER_CHECKOUT' },
  },
  {
    title: 'a worktree inside the main tree: its package is not the main tree’s',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...IN_SRC, '.gitignore': `${IN_SRC['.gitignore']}.worktrees/\n` }, claims)
      const nested = path.join(scene.repo.dir, '.worktrees/fix')
      scene.repo.git('worktree', 'add', '--quiet', '-b', 'fix', nested)
      const env = { PYTHONPATH: path.join(nested, 'src') }
      await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto', env })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT', 'demo@box': 'fails OTHER_CHECKOUT' },
  },
  {
    title: 'tested in a worktree inside the main tree, whose package is installed',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...IN_SRC, '.gitignore': `${IN_SRC['.gitignore']}.worktrees/\n` }, claims)
      const venv = await ownPytestVenv(scene)
      installEditable(venv.site, 'demo', scene.repo.dir, 'path')
      const nested = path.join(scene.repo.dir, '.worktrees/fix')
      scene.repo.git('worktree', 'add', '--quiet', '-b', 'fix', nested)
      await scene.look('box', { python: venv.python, tests: 'auto', cwd: nested })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT', 'demo@box': 'fails OTHER_CHECKOUT' },
  },
  {
    title: 'a link in the tree leads to another checkout',
    needs: ['pytest'],
    async play() {
      const scene = createProject(
        { ...IN_SRC, 'tests/conftest.py': 'import os, sys\nsys.path.insert(0, "linked")\n' },
        claims,
      )
      fs.symlinkSync(path.join(scene.repo.clone().dir, 'src'), path.join(scene.repo.dir, 'linked'))
      scene.repo.commit('Link')
      await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto' })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT' },
  },
  {
    title: 'an old build below the tree, ignored by git, is what was imported',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...IN_SRC, '.gitignore': `${IN_SRC['.gitignore']}build/\n` }, claims)
      scene.repo.write({ 'build/lib/demo/__init__.py': 'WHO = "old build"\n' })
      const env = { PYTHONPATH: 'build/lib' }
      await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto', env })
      return scene.judge()
    },
    cells: { 'suite@box': 'fails OTHER_CHECKOUT', 'demo@box': 'fails OUTSIDE_REPO' },
  },
  {
    title: 'an extension module built in place is the tree’s',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, '.gitignore': `${FLAT['.gitignore']}*.so\n` }, claims)
      scene.repo.write({ 'demo/fast.so': 'not loaded' })
      await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto' })
      return scene.judge()
    },
    cells: { 'suite@box': 'holds GREEN', 'demo@box': 'holds IN_REPO' },
  },
  {
    title: 'a package that was moved and not yet added is the tree’s',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, 'pytest.ini': '[pytest]\npythonpath = src\n' }, claims)
      fs.mkdirSync(path.join(scene.repo.dir, 'src'))
      fs.renameSync(path.join(scene.repo.dir, 'demo'), path.join(scene.repo.dir, 'src/demo'))
      await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto' })
      scene.repo.commit('Moved')
      return scene.judge()
    },
    cells: { 'suite@box': 'holds GREEN', 'demo@box': 'holds IN_REPO' },
  },
]
