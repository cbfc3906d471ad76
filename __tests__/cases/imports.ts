/** Found, but which copy? PYTHONPATH, the user's site, the current directory, start-up hooks, .pth files. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { type Files, writeFiles } from '../support/repo.ts'
import { onlyFacts } from './support/facts-of.ts'
import { createProject, suiteClaims, withTest } from './support/project.ts'
import {
  createPrivatePython,
  createVenv,
  demoWheel,
  directUrl,
  install,
  installEditable,
  runPython,
} from './support/python.ts'
import { createScene, handOver, type Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'
import { NOBODY } from './support/under.ts'

const demo = { packages: ['demo'] }
const GHOST = { 'demo/__init__.py': 'WHO = "stale"\n' }
/** Imports the ghost at start-up and leaves no trace on sys.path. */
const haunt = (dir: string) =>
  `import sys; sys.path.insert(0, ${JSON.stringify(dir)}); import demo; sys.path.pop(0)`

async function sceneWithVenv(claims: object = demo, filled = true) {
  const scene = createScene(claims)
  const venv = await createVenv(path.join(scene.dir, 've'))
  if (filled) install(venv.site, demoWheel())
  return { scene, venv }
}

/** The user's site of that interpreter, asked from itself. */
const userSite = (program: string, home: string) =>
  runPython(program, ['-c', 'import site; print(site.getusersitepackages())'], { HOME: home })

const folder = (scene: Scene, name: string, files: Record<string, string>): string => {
  writeFiles(path.join(scene.dir, name), files)
  return path.join(scene.dir, name)
}

export const importRows: readonly Row[] = [
  {
    id: 'C12',
    title: 'the environment manager’s PYTHONPATH overrides the project’s venv',
    needs: ['namespaces'],
    async play() {
      const { scene, venv } = await sceneWithVenv()
      const old = folder(scene, 'old', GHOST)
      await scene.look('local', { python: venv.python, env: { PYTHONPATH: old } })
      await scene.look('ci', { python: venv.python, under: { machine: 'runner' } })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED', 'demo@ci': 'holds IN_PREFIX' },
    signals: ['dirty-home'],
  },
  {
    title: 'PYTHONPATH is set and ignored under -I',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      const old = folder(scene, 'old', GHOST)
      const launch = (script: readonly string[]) => [venv.python, '-I', ...script]
      await scene.look('local', { python: '', launch, env: { PYTHONPATH: old } })
      expect(onlyFacts(scene, 'local').path).toMatchObject({ pythonpath: [], pythonpath_ignored: true })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'a zip archive on PYTHONPATH wins',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      const archive = path.join(scene.dir, 'old.zip')
      const code = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").writestr("demo.py", "WHO = 1")'
      await runPython(venv.python, ['-c', code, archive])
      await scene.look('local', { python: venv.python, env: { PYTHONPATH: archive } })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED' },
  },
  {
    title: 'an empty PYTHONPATH entry is the current directory: a stray file there wins',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      scene.repo.write({ 'demo.py': 'WHO = "stray"\n' })
      await scene.look('local', { python: venv.python, env: { PYTHONPATH: ':' } })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED' },
  },
  {
    title: 'a stray module in the current directory wins over the installed package',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      scene.repo.write({ 'demo.py': 'WHO = "stray"\n' })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED' },
  },
  {
    id: 'C14',
    title: 'a copy in the user’s site of the same minor version wins over the runtime’s own',
    needs: ['namespaces', 'python 3.10'],
    async play() {
      const scene = createScene(demo)
      const runtime = await createPrivatePython(path.join(scene.dir, 'runtime'), '3.10')
      install(runtime.site, demoWheel())
      writeFiles(await userSite(runtime.python, scene.home), { 'demo.py': 'assert False\n' })
      const clean = { HOME: path.join(scene.dir, 'clean') }
      fs.mkdirSync(clean.HOME)
      await scene.look('local', { python: runtime.python })
      await scene.look('box', { python: runtime.python, env: clean, under: { machine: 'box' } })
      await scene.look('ci', { python: runtime.python, env: clean, under: { machine: 'runner' } })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED', 'demo@box': 'holds IN_PREFIX', 'demo@ci': 'holds IN_PREFIX' },
    signals: ['dirty-home'],
  },
  ...(
    [
      ['nothing else has it: that is where it is installed', {}, 'holds IN_USER_SITE'],
      ['switched off by PYTHONNOUSERSITE', { PYTHONNOUSERSITE: '1' }, 'fails MISSING'],
    ] as const
  ).map(
    ([what, env, cell]): Row => ({
      title: `the user’s site: ${what}`,
      async play() {
        const scene = createScene(demo)
        const runtime = await createPrivatePython(path.join(scene.dir, 'runtime'))
        install(await userSite(runtime.python, scene.home), demoWheel())
        await scene.look('local', { python: runtime.python, env })
        return scene.judge()
      },
      cells: { 'demo@local': cell },
    }),
  ),
  {
    title: 'the user’s site of another minor version is nobody’s',
    needs: ['python 3.10', 'python 3.12'],
    async play() {
      const scene = createScene(demo)
      const [one, other] = await Promise.all([
        createPrivatePython(path.join(scene.dir, 'one'), '3.10'),
        createPrivatePython(path.join(scene.dir, 'other'), '3.12'),
      ])
      install(await userSite(one.python, scene.home), demoWheel())
      await scene.look('local', { python: other.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails MISSING' },
  },
  {
    title: 'a venv does not see the user’s site',
    async play() {
      const { scene, venv } = await sceneWithVenv(demo, false)
      const base = await createPrivatePython(path.join(scene.dir, 'base'))
      install(await userSite(base.python, scene.home), demoWheel())
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails MISSING' },
  },
  {
    title: 'a venv with system site packages sees the base’s',
    async play() {
      const scene = createScene(demo)
      const base = await createPrivatePython(path.join(scene.dir, 'base'))
      install(base.site, demoWheel())
      const venv = await createVenv(path.join(scene.dir, 've'), { base: base.python, systemSite: true })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_SYSTEM_SITE' },
  },
  {
    title: 'a sitecustomize on PYTHONPATH imported a ghost first',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      const old = folder(scene, 'old', GHOST)
      const hooks = folder(scene, 'hooks', { 'sitecustomize.py': `${haunt(old)}\n` })
      await scene.look('local', { python: venv.python, env: { PYTHONPATH: hooks } })
      expect(onlyFacts(scene, 'local').path?.sitecustomize).toMatchObject({ loaded: true, premade: ['demo'] })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED' },
  },
  {
    title: 'a line in a .pth file imported a ghost first',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      const old = folder(scene, 'old', GHOST)
      writeFiles(venv.site, { 'zz-haunt.pth': `${haunt(old)}\n` })
      await scene.look('local', { python: venv.python })
      expect(onlyFacts(scene, 'local').path?.pth_import_lines).toBe(1)
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED' },
  },
  {
    title: 'a .pth file puts an old folder in front of everything',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      const old = folder(scene, 'old', GHOST)
      writeFiles(venv.site, { 'front.pth': `import sys; sys.path.insert(0, ${JSON.stringify(old)})\n` })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED' },
  },
  {
    title: 'a finder installed at start-up wins over every path',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      const old = folder(scene, 'old', GHOST)
      const finder = `import sys
from importlib.util import spec_from_file_location
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return spec_from_file_location(name, ${JSON.stringify(`${old}/demo/__init__.py`)}) if name == "demo" else None
sys.meta_path.insert(0, Finder)
`
      writeFiles(venv.site, { 'sitecustomize.py': finder })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails SHADOWED' },
  },
  {
    title: 'metadata without the code',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      fs.rmSync(path.join(venv.site, 'demo'), { recursive: true })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails METADATA_WITHOUT_CODE' },
  },
  {
    title: 'distributions with nothing to import: commands, stubs and a list of others, whole and not',
    async play() {
      const names = ['types-demo', 'list', 'shout', 'shout-gone', 'packed-nothing', 'built-empty']
      const { scene, venv } = await sceneWithVenv({ packages: names }, false)
      const put = (name: string, files: Files, more: Files = {}) =>
        install(venv.site, { name, version: '1.0', files }, { 'top_level.txt': '', ...more })
      const metadata = (name: string) => `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`
      put('types_demo', { 'demo-stubs/__init__.pyi': '' }, { 'top_level.txt': 'demo-stubs\n' })
      put('list', {}, { METADATA: `${metadata('list')}Requires-Dist: demo\n` })
      put('shout', { '../../../bin/shout': '#!/bin/sh\n' })
      put('shout_gone', { '../../../bin/shout-gone': '#!/bin/sh\n' })
      fs.rmSync(path.join(venv.dir, 'bin/shout-gone'))
      put('packed_nothing', {}, {})
      const built = { METADATA: `${metadata('built-empty')}Requires-Dist: demo\n` }
      put('built_empty', {}, { ...built, 'direct_url.json': directUrl('file:///srv/demo', false) })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: {
      'types-demo@local': 'holds IN_PREFIX',
      'list@local': 'holds IN_PREFIX',
      'shout@local': 'holds IN_PREFIX',
      'shout-gone@local': 'fails METADATA_WITHOUT_CODE',
      'packed-nothing@local': 'fails METADATA_WITHOUT_CODE',
      'built-empty@local': 'fails METADATA_WITHOUT_CODE',
    },
  },
  {
    title: 'copied from the environment of another Python or system: its wheel was built for that',
    async play() {
      const { scene, venv } = await sceneWithVenv(
        { packages: ['old', 'mac', 'plain', 'stable', 'here'] },
        false,
      )
      const put = (name: string, ...tags: string[]) =>
        install(
          venv.site,
          { name, version: '1.0', files: { [`${name}/__init__.py`]: 'WHO = 1\n' } },
          { WHEEL: `Wheel-Version: 1.0\n${tags.map((tag) => `Tag: ${tag}\n`).join('')}` },
        )
      const minor = await runPython(venv.python, ['-c', 'import sys; print("cp%d%d" % sys.version_info[:2])'])
      put('old', 'cp36-cp36m-manylinux1_x86_64')
      put('mac', `${minor}-${minor}-macosx_11_0_arm64`)
      put('plain', 'py2-none-any', 'py3-none-any')
      put('stable', 'cp36-abi3-manylinux_2_17_x86_64', 'cp36-abi3-macosx_11_0_arm64')
      put('here', `${minor}-${minor}-linux_x86_64`, `${minor}-${minor}-macosx_11_0_arm64`)
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: {
      'old@local': 'fails METADATA_WITHOUT_CODE',
      ...(process.platform === 'linux' ? { 'mac@local': 'fails METADATA_WITHOUT_CODE' } : {}),
      'plain@local': 'holds IN_PREFIX',
      'stable@local': 'holds IN_PREFIX',
      'here@local': 'holds IN_PREFIX',
    },
  },
  {
    title: 'only a left-over folder of that name',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      fs.rmSync(path.join(venv.site, 'demo/__init__.py'))
      fs.mkdirSync(path.join(venv.site, 'demo/__pycache__'), { recursive: true })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails NAMESPACE_ONLY' },
  },
  {
    title: 'an empty folder in the current directory does not hide the installed package',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      fs.mkdirSync(path.join(scene.repo.dir, 'demo'))
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'installed by root under umask 077: there, and not for this user',
    needs: ['another user', 'a system python'],
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'), { base: '/usr/bin/python3' })
      install(venv.site, demoWheel())
      fs.chmodSync(path.join(venv.site, 'demo'), 0o700)
      handOver(scene)
      await scene.look('local', { python: venv.python, under: { uid: NOBODY } })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails UNREADABLE' },
  },
  {
    title: 'distribution and import name differ, and so do dashes and case',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: ['My-Demo', 'demo_pkg'] }, false)
      const wheel = { name: 'my_demo', version: '2.0', files: { 'demo_pkg/__init__.py': 'WHO = 1\n' } }
      install(venv.site, wheel, {
        'top_level.txt': 'demo_pkg\n',
        METADATA: 'Metadata-Version: 2.1\nName: My.Demo\nVersion: 2.0\n',
      })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'My-Demo@local': 'holds IN_PREFIX', 'demo_pkg@local': 'holds IN_PREFIX' },
  },
  {
    title: 'a module of the standard library is there; one that was taken out of it is not',
    needs: ['python 3.13'],
    async play() {
      const scene = createScene({ packages: ['sqlite3', 'telnetlib', 'sys'] })
      const venv = await createVenv(path.join(scene.dir, 've'), { version: '3.13' })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: {
      'sqlite3@local': 'holds IN_STDLIB',
      'telnetlib@local': 'fails MISSING',
      'sys@local': 'holds IN_STDLIB',
    },
  },
  {
    title: 'a claimed name that no import system likes',
    async play() {
      const { scene, venv } = await sceneWithVenv({
        packages: ['__main__', 'demo.missing', 'constructor'],
      })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'constructor@local': 'fails MISSING' },
  },
  {
    id: 'C26',
    title: 'a .pth line that fails at every start of this minor version',
    needs: ['python 3.13'],
    beyond: {
      local:
        'the report names no package; ours is installed, and the failing line is a fact of this interpreter',
    },
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'), { version: '3.13' })
      install(venv.site, demoWheel())
      writeFiles(venv.site, { 'broken.pth': 'import no_such_module_of_ours\n' })
      await scene.look('local', { python: venv.python })
      const { path: paths } = onlyFacts(scene, 'local')
      expect(paths?.pth_import_lines).toBe(1)
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'an editable install of this very tree is installed',
    async play() {
      const { scene, venv } = await sceneWithVenv(demo, false)
      scene.repo.commit('Package', { 'src/demo/__init__.py': 'WHO = "tree"\n' })
      installEditable(venv.site, 'demo', scene.repo.dir, 'path')
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_REPO' },
  },
  ...(['path', 'finder'] as const).map(
    (kind): Row => ({
      title: `an editable install of another clone is another checkout (${kind})`,
      async play() {
        const { scene, venv } = await sceneWithVenv(demo, false)
        scene.repo.commit('Package', { 'src/demo/__init__.py': 'WHO = "tree"\n' })
        installEditable(venv.site, 'demo', scene.repo.clone().dir, kind)
        await scene.look('local', { python: venv.python })
        return scene.judge()
      },
      cells: { 'demo@local': 'fails OTHER_CHECKOUT' },
    }),
  ),
  {
    title: 'installed from a local folder, not editable: a copy in the prefix',
    async play() {
      const { scene, venv } = await sceneWithVenv(demo, false)
      install(venv.site, demoWheel(), { 'direct_url.json': directUrl(`file://${scene.repo.dir}`, false) })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'a package that should come from the repository was installed as a copy',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: [{ name: 'demo', from: 'repo' }] })
      scene.repo.commit('Package', { 'src/demo/__init__.py': 'WHO = "tree"\n' })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails OUTSIDE_REPO' },
  },
  {
    title: 'a package in src that nothing put on the path',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: [{ name: 'demo', from: 'repo' }] }, false)
      scene.repo.commit('Package', { 'src/demo/__init__.py': 'WHO = "tree"\n' })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'unknown NOT_IMPORTABLE_HERE' },
  },
  {
    title: 'a package in a folder of its own that nothing put on the path, and one that is nowhere',
    async play() {
      const names = ['demo', 'gone'].map((name) => ({ name, from: 'repo' }))
      const { scene, venv } = await sceneWithVenv({ packages: names }, false)
      scene.repo.commit('Package', { 'python/demo/__init__.py': 'WHO = "tree"\n' })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'unknown NOT_IMPORTABLE_HERE', 'gone@local': 'fails MISSING' },
  },
  {
    title: 'linked into the environment from a cache of packages that lies in the tree and is ignored',
    async play() {
      const scene = createScene(demo, { '.gitignore': '.venv/\n.uv-cache/\nprobes/*.log\n' })
      const venv = await createVenv(path.join(scene.repo.dir, '.venv'))
      install(venv.site, demoWheel())
      const cached = path.join(scene.repo.dir, '.uv-cache/archive-v0/x/demo')
      writeFiles(cached, { '__init__.py': 'WHO = 1\n' })
      fs.rmSync(path.join(venv.site, 'demo/__init__.py'))
      fs.symlinkSync(path.join(cached, '__init__.py'), path.join(venv.site, 'demo/__init__.py'))
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'a venv in the repository is the venv, not the repository',
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.repo.dir, '.venv'))
      install(venv.site, demoWheel())
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'PYTHONSAFEPATH keeps the current directory out',
    needs: ['python 3.11'],
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'), { version: '3.11' })
      install(venv.site, demoWheel())
      scene.repo.write({ 'demo.py': 'WHO = "stray"\n' })
      await scene.look('local', { python: venv.python, env: { PYTHONSAFEPATH: '1' } })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'PYTHONPATH inside the tree is the tree',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: [{ name: 'demo', from: 'repo' }] }, false)
      scene.repo.commit('Package', { 'src/demo/__init__.py': 'WHO = "tree"\n' })
      await scene.look('local', { python: venv.python, env: { PYTHONPATH: 'src' } })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_REPO' },
  },
  {
    title: 'a stray json.py in the current directory stands before the standard library',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: ['json'] }, false)
      scene.repo.write({ 'json.py': 'raise SystemExit("somebody ran me")\n' })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'json@local': 'fails SHADOWED' },
  },
  {
    title: 'two versions of the metadata, one of the code',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      writeFiles(venv.site, {
        'demo-9.9.dist-info/METADATA': 'Metadata-Version: 2.1\nName: demo\nVersion: 9.9\n',
      })
      await scene.look('local', { python: venv.python })
      expect(onlyFacts(scene, 'local').packages?.claimed?.demo?.metadata_copies).toBe(2)
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'started with -S: no site-packages, no package',
    async play() {
      const { scene, venv } = await sceneWithVenv()
      const launch = (script: readonly string[]) => [venv.python, '-S', ...script]
      await scene.look('local', { python: '', launch })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails MISSING' },
  },
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
      const old = folder(scene, 'old', GHOST)
      writeFiles(await userSite(laptop.python, scene.home), { 'sitecustomize.py': `${haunt(old)}\n` })
      const clean = path.join(scene.dir, 'clean')
      fs.mkdirSync(clean)
      await scene.look('local', { python: laptop.python, tests: 'auto' })
      await scene.look('box', {
        python: laptop.python,
        tests: 'auto',
        env: { HOME: clean },
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
  {
    title:
      'a distribution that brings a part of a namespace: by its name, and by the dotted name of the part',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: ['acme-tools', 'acme.tools'] }, false)
      const wheel = { name: 'acme_tools', version: '1.0', files: { 'acme/tools/__init__.py': 'WHO = 1\n' } }
      install(venv.site, wheel, {
        METADATA: 'Metadata-Version: 2.1\nName: acme-tools\nVersion: 1.0\n',
        'top_level.txt': 'acme\n',
      })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'acme-tools@local': 'holds IN_PREFIX', 'acme.tools@local': 'holds IN_PREFIX' },
  },
  {
    title: 'a package of the repository without __init__.py',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: [{ name: 'demo', from: 'repo' }] }, false)
      scene.repo.commit('Package', { 'demo/core.py': 'WHO = "tree"\n' })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_REPO' },
  },
  {
    title: 'a wheel that lists its modules only in RECORD',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: ['other-name'] }, false)
      install(venv.site, { name: 'other_name', version: '1.0', files: { 'demo.py': 'WHO = 1\n' } })
      fs.rmSync(path.join(venv.site, 'other_name-1.0.dist-info/top_level.txt'))
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'other-name@local': 'holds IN_PREFIX' },
  },
  {
    title: 'metadata as the older tools and Debian write it',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: ['PyDemo'] }, false)
      writeFiles(venv.site, {
        ...GHOST,
        'PyDemo-6.0.egg-info/PKG-INFO': 'Metadata-Version: 2.1\nName: PyDemo\nVersion: 6.0\n',
        'PyDemo-6.0.egg-info/top_level.txt': 'demo\n',
      })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'PyDemo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'a single module, and code without metadata',
    async play() {
      const { scene, venv } = await sceneWithVenv({ packages: ['six', 'bare'] }, false)
      install(venv.site, { name: 'six', version: '1.0', files: { 'six.py': 'WHO = 1\n' } })
      writeFiles(venv.site, { 'bare/__init__.py': 'WHO = 1\n' })
      await scene.look('local', { python: venv.python })
      return scene.judge()
    },
    cells: { 'six@local': 'holds IN_PREFIX', 'bare@local': 'holds IN_PREFIX' },
  },
]
