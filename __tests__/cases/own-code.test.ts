/** Whose code the tests ran: this tree's, byte for byte, or something that only has its name. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import { runAfterTests } from '../support/cli.ts'
import { needVenv, type Venv } from '../support/python.ts'
import { createFolder, type Files, type Repo, writeFiles } from '../support/repo.ts'
import { createSuite, PROBE, plainEnv, readRecord, start } from '../support/suite.ts'

let venv: Venv
/** Some extension module of the standard library: machine code that imports under any package. */
let compiled: string
beforeAll(async () => {
  venv = await needVenv()
  const find = 'import _bisect, _json, _csv\nfor one in (_bisect, _json, _csv): print(getattr(one, "__file__", ""))'
  compiled = execFileSync(venv.python, ['-c', find], { encoding: 'utf8' }).split('\n').find(Boolean) ?? ''
}, 180_000)

const COMMAND = ['python', '-m', 'pytest', '-q']

interface Scene {
  /** On the target branch; mypkg/__init__.py and its test are there unless they are taken away. */
  readonly base?: Files
  /** What this pull request commits. */
  readonly topic?: Files
  /** Below a site-packages on the path. */
  readonly site?: Files
  readonly own?: readonly []
  readonly prepare?: (repo: Repo, site: string) => void
  /** No branch of another repository is known: what this pull request changes nobody knows. */
  readonly alone?: boolean
  readonly env?: NodeJS.ProcessEnv
}

const GONE: Files = { 'mypkg/__init__.py': null, 'tests/test_answer.py': null }

async function saidOf({ base = {}, topic, site: files = {}, own, prepare, alone, env: more }: Scene) {
  const ignored = '__pycache__/\n.pytest_cache/\n*.so\n*.pyd\n*.pyc\nbuild/\n'
  const claims = { places: ['local'], tests: { command: COMMAND }, ...(own ? { own } : {}) }
  const repo = createSuite({ '.gitignore': ignored, ...base }, claims)
  if (!alone) {
    repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    repo.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
  }
  if (topic) repo.commit('Change it', topic)
  const site = path.join(createFolder(), 'lib/site-packages')
  writeFiles(site, { 'README.txt': '', ...files })
  prepare?.(repo, site)
  const env = { PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: '1', ...more }
  const ran = await start([venv.python, ...COMMAND.slice(1)], { cwd: repo.dir, env: plainEnv(env) })
  expect(ran.code, ran.stdout).toBe(0)
  return (await runAfterTests(repo.dir, venv.python, env)).tests
}

/** What pip writes beside the files of a distribution that comes from an index. */
const distribution = (name: string, files: Files): Files => ({
  ...files,
  [`${name}-1.0.dist-info/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`,
  [`${name}-1.0.dist-info/RECORD`]: Object.keys(files)
    .map((file) => `${file},,\n`)
    .join(''),
})

const GREEN = { state: 'holds', reason: 'GREEN' }
const OTHER = { state: 'fails', reason: 'OTHER_CHECKOUT' }
const UNKNOWN = { state: 'unknown', reason: 'ORIGIN_UNKNOWN' }

const test = (imports: string, check: string): Files => ({
  'tests/test_it.py': `${imports}\n\ndef test_it():\n    assert ${check}\n`,
})

describe.concurrent('a package deep in the tree, which requirements bring from an index', () => {
  const base: Files = {
    ...GONE,
    'python/pyproject.toml': '[project]\nname = "mylib"\n',
    'python/mylib/__init__.py': 'def add(a, b):\n    return a + b\n',
    ...test('import mylib', 'mylib.add(2, 2) == 4'),
  }
  const published = distribution('mylib', { 'mylib/__init__.py': 'def add(a, b):\n    return a + b\n' })
  it('as it was before this pull request broke it', async () => {
    const topic = { 'python/mylib/__init__.py': 'def add(a, b):\n    return a - b\n' }
    expect(await saidOf({ base, topic, site: published })).toMatchObject(OTHER)
  })
  it('as this tree has it: holds', async () => {
    expect(await saidOf({ base, site: published })).toMatchObject(GREEN)
  })
  it('beside it, one that only has the name of a folder here: holds', async () => {
    const plugin = { 'plugins/redis/__init__.py': 'X = 1\n', ...test('import mylib, redis', 'redis.Y') }
    const site = { ...published, ...distribution('redis', { 'redis/__init__.py': 'Y = 1\n' }) }
    expect(await saidOf({ base: { ...base, ...plugin }, site })).toMatchObject(GREEN)
  })
})

describe.concurrent('a folder here and a package of that name which a dependency brings', () => {
  it.each(['tests', 'utils'])('%s', async (name) => {
    const ours = { [`${name}/helpers.py`]: 'VALUE = 43\n' }
    const base = { ...ours, ...test(`import mypkg\nfrom ${name}.helpers import VALUE`, 'VALUE') }
    const theirs = { [`${name}/__init__.py`]: '', [`${name}/helpers.py`]: 'VALUE = 42\n' }
    const said = await saidOf({ base, site: distribution('sloppy', theirs) })
    expect(said).toMatchObject({ ...OTHER, fact: expect.stringContaining(`${name}.helpers from `) })
  })
  it('that the tests take from here, by its __init__.py: holds', async () => {
    const ours = { 'tests/__init__.py': '', 'tests/helpers.py': 'VALUE = 43\n' }
    const base = { ...ours, ...test('import mypkg\nfrom tests.helpers import VALUE', 'VALUE == 43') }
    const theirs = { 'tests/__init__.py': '', 'tests/helpers.py': 'VALUE = 42\n' }
    const first = (_: Repo, site: string) => writeFiles(site, distribution('sloppy', theirs))
    expect(await saidOf({ base, prepare: first })).toMatchObject(GREEN)
  })
  it('vendored here, and installed in another version: holds', async () => {
    const base = {
      'mypkg/_vendor/__init__.py': '',
      'mypkg/_vendor/six/__init__.py': 'V = 1\n',
      'third_party/yaml/__init__.py': 'V = 1\n',
      ...test('import mypkg, six, yaml', 'six.V == yaml.V == 2'),
    }
    const site = { ...distribution('six', { 'six/__init__.py': 'V = 2\n' }), 'yaml/__init__.py': 'V = 2\n' }
    expect(await saidOf({ base, site })).toMatchObject(GREEN)
  })
})

describe.concurrent('an installed copy from before this pull request', () => {
  const base: Files = {
    'mypkg/__init__.py': null,
    'src/mypkg/__init__.py': 'ANSWER = 42\n',
    'src/mypkg/a.py': 'A = 1\n',
    'src/mypkg/tests/__init__.py': '',
    'src/mypkg/old.py': 'OLD = 1\n',
  }
  const site = distribution('mypkg', { 'mypkg/__init__.py': 'ANSWER = 42\n', 'mypkg/a.py': 'A = 1\n' })
  it('lacks a module that it adds', async () => {
    const topic = { 'src/mypkg/added.py': 'B = 1 / 0\n' }
    expect(await saidOf({ base, topic, site })).toMatchObject(OTHER)
    expect(await saidOf({ base, topic, site, alone: true })).toMatchObject(GREEN)
  })
  it.each<[string, Files]>([
    ['tests that it adds, which wheels leave out', { 'src/mypkg/test_a.py': '', 'src/mypkg/tests/helpers.py': '' }],
    ['a module that the base has, too', { 'NOTES.md': 'x\n' }],
    ['a folder of which it has nothing', { 'src/mypkg/dev/__init__.py': '', 'src/mypkg/dev/tool.py': '' }],
  ])('lacks %s: holds', async (_, topic) => {
    expect(await saidOf({ base, topic, site })).toMatchObject(GREEN)
  })
})

describe.concurrent('code under an own name that is none of this tree', () => {
  it('behind a tracked link that leads out of it', async () => {
    const prepare = (repo: Repo) => {
      const out = createFolder()
      writeFiles(out, { '__init__.py': 'X = 1\n' })
      fs.symlinkSync(out, path.join(repo.dir, 'linked'))
      repo.commit('Link')
    }
    expect(await saidOf({ base: test('import mypkg, linked', 'linked.X'), prepare })).toMatchObject(OTHER)
  })
  it('put into sys.modules by the tests', async () => {
    const mock =
      'import sys\nfrom unittest.mock import MagicMock\nsys.modules["other"] = MagicMock()\nimport mypkg, other'
    const base = { 'other/__init__.py': '', ...test(mock, 'other.x') }
    expect(await saidOf({ base })).toMatchObject(UNKNOWN)
  })
  it('in place of a module of a package: told by nobody, and holds', async () => {
    const mock =
      'import sys\nfrom unittest.mock import MagicMock\nsys.modules["mypkg.fast"] = MagicMock()\nimport mypkg'
    expect(await saidOf({ base: { 'mypkg/fast.py': '', ...test(mock, 'mypkg.ANSWER') } })).toMatchObject(GREEN)
  })
  it('that is only there as bytecode which git ignores', async () => {
    const prepare = (repo: Repo) => {
      writeFiles(repo.dir, { 'only/__init__.py': 'X = 1\n' })
      const file = path.join(repo.dir, 'only/__init__.py')
      const code = `import py_compile; py_compile.compile(${JSON.stringify(file)}, ${JSON.stringify(`${file}c`)})`
      execFileSync(venv.python, ['-c', code])
      fs.rmSync(file)
    }
    expect((await saidOf({ base: test('import only', 'only.X'), prepare })).state).not.toBe('holds')
  })
})

describe.concurrent('tests that import no code of their repository', () => {
  const base: Files = { ...GONE, 'roles/web/main.yml': 'x\n', ...test('import os', 'os.path.exists("roles")') }
  it('are unknown, unless the claims say so', async () => {
    expect(await saidOf({ base })).toMatchObject(UNKNOWN)
    expect(await saidOf({ base, own: [] })).toMatchObject(GREEN)
  })
  it('nothing of a package that is there: unknown; started as a command: holds', async () => {
    const nothing = { 'tests/test_answer.py': null, ...test('import os', 'os') }
    expect(await saidOf({ base: nothing })).toMatchObject(UNKNOWN)
    const started = test(
      'import subprocess, sys',
      'subprocess.run([sys.executable, "-c", "import mypkg"]).returncode == 0',
    )
    expect(await saidOf({ base: { ...nothing, ...started } })).toMatchObject(GREEN)
  })
  it('of two packages, one: holds', async () => {
    const two = { 'a/src/alpha/__init__.py': 'A = 1\n', 'b/src/beta/__init__.py': '' }
    const prepare = (repo: Repo, site: string) => writeFiles(site, { 'alpha.pth': `${repo.dir}/a/src\n` })
    const env = (dir: string) => `import sys; sys.path.insert(0, ${JSON.stringify(dir)})`
    const local = test(`${env('a/src')}\nimport alpha`, 'alpha.A')
    expect(await saidOf({ base: { ...GONE, ...two, ...local }, prepare })).toMatchObject(GREEN)
  })
  it('a namespace package: holds', async () => {
    const code = { 'src/acme/pay/__init__.py': 'A = 1\n' }
    const tests = test('import sys; sys.path.insert(0, "src")\nimport acme.pay', 'acme.pay.A')
    expect(await saidOf({ base: { ...GONE, ...code, ...tests } })).toMatchObject(GREEN)
  })
  it('scripts that they start: holds', async () => {
    const tests = test('import subprocess, sys', 'subprocess.run([sys.executable, "tool.py"]).returncode == 0')
    expect(await saidOf({ base: { ...GONE, 'tool.py': 'print(1)\n', ...tests } })).toMatchObject(GREEN)
  })
  it('applications at the top, with tests in them: holds', async () => {
    const app = { 'polls/__init__.py': '', 'polls/models.py': 'M = 1\n', 'site_/__init__.py': '' }
    const tests = { 'polls/test_models.py': 'from polls import models\n\ndef test_it():\n    assert models.M\n' }
    expect(await saidOf({ base: { ...GONE, ...app, ...tests } })).toMatchObject(GREEN)
  })
})

describe.concurrent('a compiled module', () => {
  const HOUR = 3600
  const age = (file: string, seconds: number) => fs.utimesSync(file, seconds, seconds)
  const now = () => Math.floor(Date.now() / 1000)
  const NAME = () => path.basename(compiled).split('.')[0]
  const base = (): Files => ({
    'pyproject.toml': '[project]\nname = "mypkg"\n',
    'csrc/native.c': 'int x = 1;\n',
    'csrc/other.c': 'int y = 1;\n',
    'docs/extra.c': 'int z = 1;\n',
    'mypkg/__init__.py': '',
    ...GONE_TEST,
    ...test(`import mypkg.${NAME()}`, `mypkg.${NAME()}`),
  })
  const GONE_TEST: Files = { 'tests/test_answer.py': null }
  /** Built an hour ago in the tree, as `build_ext --inplace` and editable installs do. */
  const built = (seconds: number) => (repo: Repo) => {
    const file = path.join(repo.dir, 'mypkg', path.basename(compiled))
    fs.copyFileSync(compiled, file)
    age(file, seconds)
  }
  const topic: Files = { 'csrc/native.c': 'int x = 2;\n' }
  const STALE = { state: 'unknown', reason: 'STALE_BUILD' }
  it('from before a source that this pull request changes', async () => {
    const said = await saidOf({ base: base(), topic, prepare: built(now() - HOUR) })
    expect(said).toMatchObject({ ...STALE, fact: expect.stringContaining(path.basename(compiled)) })
  })
  it('from before a source that somebody changed since the last commit', async () => {
    const prepare = (repo: Repo) => {
      built(now() - HOUR)(repo)
      repo.write({ 'csrc/other.c': 'int y = 2;\n' })
    }
    const said = await saidOf({ base: base(), topic: { 'NOTES.md': 'x\n' }, prepare })
    expect(said.state).toBe('unknown')
  })
  it('installed, from before such a source', async () => {
    const prepare = (repo: Repo, site: string) => {
      writeFiles(site, {
        ...distribution('mypkg', {
          'mypkg/__init__.py': '',
          [`mypkg/${path.basename(compiled)}`]: fs.readFileSync(compiled),
        }),
        'mypkg-1.0.dist-info/direct_url.json': JSON.stringify({ url: `file://${repo.dir}`, dir_info: {} }),
      })
      age(path.join(site, 'mypkg', path.basename(compiled)), now() - HOUR)
    }
    const files = { ...base(), 'mypkg/__init__.py': null, 'src/mypkg/__init__.py': '' }
    expect(await saidOf({ base: files, topic, prepare })).toMatchObject(STALE)
  })
  it.each<[string, Files, number]>([
    ['built by this content', topic, HOUR],
    ['brought by a cache, where no source of it changes', { 'mypkg/more.py': 'x = 1\n' }, -HOUR],
    ['from before a source that nothing is built from', { 'docs/extra.c': 'int z = 2;\n' }, -HOUR],
  ])('%s: holds', async (_, changed, after) => {
    expect(await saidOf({ base: base(), topic: changed, prepare: built(now() + after) })).toMatchObject(GREEN)
  })
  it('that has the time of the commit, as builds with SOURCE_DATE_EPOCH give it: holds', async () => {
    const prepare = (repo: Repo) => built(Number(repo.git('log', '-1', '--format=%ct')))(repo)
    expect(await saidOf({ base: base(), topic, prepare })).toMatchObject(GREEN)
  })
  it('of somebody else, however old: holds', async () => {
    const theirs = { 'fastlib/__init__.py': '', [`fastlib/${path.basename(compiled)}`]: fs.readFileSync(compiled) }
    const prepare = (_: Repo, site: string) => {
      writeFiles(site, distribution('fastlib', theirs))
      age(path.join(site, 'fastlib', path.basename(compiled)), now() - HOUR)
    }
    const files = { ...base(), ...test(`import mypkg, fastlib.${NAME()}`, 'mypkg') }
    expect(await saidOf({ base: files, topic, prepare })).toMatchObject(GREEN)
  })
  it.each<[string, NodeJS.ProcessEnv, readonly unknown[]]>([
    ['in CI nothing is said', { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '1', CI: 'true' }, []],
    ['elsewhere every source counts', {}, [expect.stringContaining('mypkg')]],
  ])('where the clone does not tell what changed: %s', async (_, env, stale) => {
    let dir = ''
    const prepare = (repo: Repo) => {
      dir = repo.dir
      built(now() - HOUR)(repo)
    }
    await saidOf({ base: base(), topic, prepare, alone: true, env })
    expect(readRecord(dir).session['stale']).toEqual(stale)
  })
})

describe.concurrent('an editable install whose finder builds when it is asked, as meson-python makes it', () => {
  const found = async (tool: string) => {
    const { dir } = createSuite({ 'demo_own/__init__.py': '' }, { packages: ['demo_own'] })
    const site = path.join(createFolder(), 'lib/site-packages')
    const built = path.join(site, 'built')
    const loader = `import sys
class Finder:
    _top_level_modules = {"demo_own"}
    _build_cmd = [${JSON.stringify(tool)}]
    def find_spec(self, name, path=None, target=None):
        if name == "demo_own":
            open(${JSON.stringify(built)}, "w").close()
sys.meta_path.insert(0, Finder())
`
    const files = { '_demo_own_editable_loader.py': loader, 'demo_own-editable.pth': '' }
    const hook = { 'sitecustomize.py': 'import _demo_own_editable_loader\n' }
    writeFiles(site, { ...distribution('demo_own', files), ...hook })
    const words = [venv.python, PROBE, 'local', '--only', 'packages', '--stdout']
    const { stdout } = await start(words, { cwd: dir, env: plainEnv({ PYTHONPATH: site }) })
    const reading = readProbeFile(stdout)
    expect(fs.existsSync(built)).toBe(false)
    return reading.ok ? reading.facts.packages?.claimed?.['demo_own'] : reading.problems
  }
  it('is not asked, and its loader is not taken for the module', async () => {
    expect(await found(venv.python)).toMatchObject({ module: 'demo_own', importable: true, label: 'repo' })
  })
  it('fails where its tool is gone, as it does behind an isolated build', async () => {
    expect(await found('/tmp/pip-build-env-gone/bin/ninja')).toMatchObject({ module: 'demo_own', importable: false })
  })
})
