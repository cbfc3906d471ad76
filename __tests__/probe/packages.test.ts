/** "Package installed": the origin decides, found without importing anything, against importlib and pip. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import { anyPython, errorsOf, type LookOptions, look } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { findInterpreters, type Interpreter } from '../support/python.ts'
import { createFolder, createRepo, type Files, writeFiles } from '../support/repo.ts'
import { plainEnv } from '../support/suite.ts'

type Package = NonNullable<NonNullable<NonNullable<Facts['packages']>['claimed']>[string]>

let base: Interpreter
let shared: string
beforeAll(async () => {
  base = await anyPython()
  shared = path.join(createFolder(), 'env')
  execFileSync(base.path, ['-m', 'venv', '--without-pip', shared])
})

const TRAP = 'import os\nopen(os.environ["RAN"], "a").write(__name__)\n'
/** A distribution as an installer leaves it. */
const installed = (name: string, version: string, files: Files, more: Files = {}): Files => ({
  ...files,
  [`${name}-${version}.dist-info/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
  [`${name}-${version}.dist-info/RECORD`]: Object.keys(files)
    .map((file) => `${file},,\n`)
    .join(''),
  [`${name}-${version}.dist-info/INSTALLER`]: 'pip\n',
  ...Object.fromEntries(
    Object.entries(more).map(([file, text]) => [`${name}-${version}.dist-info/${file}`, text]),
  ),
})
/** A copy of an empty environment with these files in its site-packages. */
const makeVenv = (files: Files) => {
  const dir = path.join(createFolder(), 'env')
  execFileSync('cp', ['-a', shared, dir])
  const [lib = ''] = fs.readdirSync(path.join(dir, 'lib'))
  const site = path.join(dir, 'lib', lib, 'site-packages')
  writeFiles(site, files)
  return { dir, site, python: path.join(dir, 'bin/python') }
}
async function claimed(name: string, cwd: string, options: LookOptions = {}): Promise<Package> {
  const ran = path.join(createFolder(), 'ran')
  const { facts } = await look(cwd, {
    only: 'packages',
    claims: { packages: [name] },
    ...options,
    env: { RAN: ran, ...options.env },
  })
  expect(errorsOf(facts)).toEqual({})
  expect(fs.existsSync(ran), 'nothing was imported').toBe(false)
  return facts.packages?.claimed?.[name] ?? {}
}

it('without a repository none of its packages is in the tree', async () => {
  const claims = { packages: [{ name: 'own', from: 'repo' }] }
  const { in_tree, importable } = await claimed('own', createFolder(), { claims })
  expect({ in_tree, importable }).toEqual({ in_tree: false, importable: false })
})

describe('from an environment', () => {
  const site = (options: Files) => makeVenv(options)
  const cases: Record<string, [name: string, files: Files, expected: object]> = {
    'a package': [
      'demo',
      installed('demo', '1.2', { 'demo/__init__.py': TRAP }),
      {
        importable: true,
        label: 'venv',
        loader: 'source',
        readable: true,
        distribution: 'demo',
        version: '1.2',
        installer: 'pip',
        direct_url: 'none',
        metadata_copies: 1,
        copies: [],
        in_tree: false,
        tracked: false,
      },
    ],
    'a module': [
      'demo',
      installed('demo', '1', { 'demo.py': TRAP }),
      { importable: true, loader: 'source', distribution: 'demo' },
    ],
    'a name spelled otherwise': [
      'Demo.Dist',
      installed('demo_dist', '1', { 'demo_dist/__init__.py': TRAP }),
      { importable: true, module: 'demo_dist', distribution: 'demo-dist' },
    ],
    'an import name of another distribution': [
      'yaml_demo',
      installed('PyYAML_demo', '6', { 'yaml_demo/__init__.py': TRAP, '_yaml_demo/__init__.py': TRAP }),
      { importable: true, distribution: 'pyyaml-demo', version: '6' },
    ],
    'a distribution of another import name': [
      'PyYAML-demo',
      installed('PyYAML_demo', '6', {
        '_yaml_demo/__init__.py': TRAP,
        'yaml_demo/__init__.py': TRAP,
        'tests/__init__.py': '',
      }),
      { importable: true, module: 'yaml_demo', version: '6' },
    ],
    'by top_level.txt': [
      'odd-name',
      installed('odd_name', '1', { 'even/__init__.py': TRAP }, { 'top_level.txt': 'even\n', RECORD: '' }),
      { importable: true, module: 'even' },
    ],
    'a part of a namespace': [
      'big-cloud-store',
      installed('big_cloud_store', '1', {
        'big/cloud/store/__init__.py': TRAP,
        'big/cloud/store/x/__init__.py': '',
      }),
      { importable: true, module: 'big.cloud.store', loader: 'source' },
    ],
    'a dotted name': [
      'big.cloud',
      installed('big.cloud', '1', { 'big/cloud/__init__.py': TRAP, 'big/cloud/x.py': '' }),
      { importable: true, module: 'big.cloud', loader: 'source', distribution: 'big-cloud' },
    ],
    'a dotted name below a package is found without its code': [
      'parent.child',
      { 'parent/__init__.py': TRAP, 'parent/child.py': TRAP },
      { importable: true, loader: 'source', distribution: '' },
    ],
    'a dotted name whose parent is not there': [
      'gone.child',
      {},
      { importable: false, path_origin: '', path_label: 'none' },
    ],
    'an empty folder': [
      'demo',
      { 'demo/x.txt': '' },
      { importable: true, loader: 'namespace', label: 'venv' },
    ],
    'a left-over cache': [
      'demo',
      { 'demo/__pycache__/x.pyc': '' },
      { importable: true, loader: 'namespace' },
    ],
    'metadata without code': [
      'demo',
      installed('demo', '0.1', {}),
      { importable: false, readable: true, distribution: 'demo', version: '0.1' },
    ],
    'two metadata folders': [
      'demo',
      { ...installed('demo', '0.1', { 'demo/__init__.py': '' }), ...installed('demo', '9.9', {}) },
      { metadata_copies: 2, distribution: 'demo' },
    ],
    'what an interrupted installer left': [
      'demo',
      { '~emo-1.0.dist-info/METADATA': '', 'demo.py': '' },
      { importable: true, distribution: '', metadata_copies: 0 },
    ],
    'egg-info': [
      'demo',
      { 'demo.py': '', 'demo-3.1-py3.12.egg-info/PKG-INFO': 'Name: demo\nVersion: 3.1\n' },
      { version: '3.1' },
    ],
    'not there': ['demo', {}, { importable: false, readable: true, distribution: '' }],
    'the standard library': ['json', {}, { importable: true, label: 'stdlib', loader: 'source' }],
    'a built-in module': [
      'sys',
      {},
      { importable: true, label: 'stdlib', loader: 'builtin', origin: 'built-in' },
    ],
    'by archive': [
      'demo',
      installed(
        'demo',
        '1',
        { 'demo.py': '' },
        { 'direct_url.json': '{"url":"https://example.invalid/x.whl","archive_info":{}}' },
      ),
      { direct_url: 'archive' },
    ],
    'by repository': [
      'demo',
      installed(
        'demo',
        '1',
        { 'demo.py': '' },
        { 'direct_url.json': '{"url":"https://example.invalid/x","vcs_info":{"vcs":"git"}}' },
      ),
      { direct_url: 'vcs' },
    ],
    'by folder': [
      'demo',
      installed('demo', '1', { 'demo.py': '' }, { 'direct_url.json': '{"url":"file:///x","dir_info":{}}' }),
      { direct_url: 'dir' },
    ],
    'with a broken record': [
      'demo',
      installed('demo', '1', { 'demo.py': '' }, { 'direct_url.json': '{"url":', INSTALLER: '\u0000\u0000' }),
      { direct_url: 'none' },
    ],
  }
  it.each(Object.entries(cases))('%s', async (_, [name, files, expected]) => {
    expect(await claimed(name, createFolder(), { python: site(files).python })).toMatchObject(expected)
  })

  it('compiled only, and in an archive', async () => {
    const venv = site({ 'demo.py': 'x = 1\n', 'other.py': '' })
    execFileSync(venv.python, ['-m', 'compileall', '-b', '-q', path.join(venv.site, 'demo.py')])
    fs.rmSync(path.join(venv.site, 'demo.py'))
    expect(await claimed('demo', createFolder(), { python: venv.python })).toMatchObject({
      importable: true,
      loader: 'bytecode',
    })
    const archive = path.join(createFolder(), 'lib.zip')
    execFileSync(venv.python, [
      '-c',
      `import zipfile; zipfile.ZipFile(${JSON.stringify(archive)}, "w").writestr("zipped.py", "")`,
    ])
    expect(
      await claimed('zipped', createFolder(), { python: venv.python, env: { PYTHONPATH: archive } }),
    ).toMatchObject({ importable: true, loader: 'zip', readable: true, label: 'pythonpath' })
  })

  needing('root', ['setpriv', '--version'], 'system python').it('unreadable is not missing', async () => {
    const dir = createFolder()
    fs.chmodSync(dir, 0o755)
    writeFiles(dir, { 'lib/demo/__init__.py': '', 'lib/open.py': '' })
    fs.chmodSync(path.join(dir, 'lib/demo'), 0o700)
    fs.chmodSync(path.join(dir, 'lib/open.py'), 0o600)
    const probe = path.join(dir, 'agent_probe.py')
    fs.copyFileSync('dist/agent_probe.py', probe)
    fs.chmodSync(probe, 0o644)
    const command = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '/usr/bin/python3', probe]
    const options = { command, env: { PYTHONPATH: path.join(dir, 'lib'), HOME: '/nonexistent' } }
    for (const name of ['demo', 'open'])
      expect(await claimed(name, dir, options)).toMatchObject({ readable: false, distribution: '' })
    expect(await claimed('absent', dir, options)).toMatchObject({ importable: false, readable: true })
  })
})

describe('another copy wins', () => {
  const venvWithDemo = () => makeVenv(installed('demo', '1.0', { 'demo/__init__.py': '' }))
  it('from PYTHONPATH, the working directory, the user’s site', async () => {
    const { python } = venvWithDemo()
    const stale = createFolder()
    writeFiles(stale, { 'demo/__init__.py': TRAP })
    const expected = { importable: true, copies: ['venv'] }
    expect(await claimed('demo', createFolder(), { python, env: { PYTHONPATH: stale } })).toMatchObject({
      ...expected,
      label: 'pythonpath',
      origin: '<other>/__init__.py',
    })
    expect(await claimed('demo', stale, { python })).toMatchObject({
      ...expected,
      label: 'cwd',
    })
    expect(await claimed('demo', stale, { python, flags: ['-I'] })).toMatchObject({
      label: 'venv',
      copies: [],
    })
    const HOME = createFolder()
    const user = execFileSync(base.path, ['-m', 'site', '--user-site'], {
      encoding: 'utf8',
      env: plainEnv({ HOME }),
    }).trim()
    writeFiles(user, { 'user_demo.py': 'assert False\n' })
    expect(await claimed('user_demo', createFolder(), { python: base.path, env: { HOME } })).toMatchObject({
      label: 'user-site',
    })
  })

  it('put there by a start-up hook: both what wins and what path finding would find are told', async () => {
    const repo = createRepo({ 'cli_helpers.py': '' })
    const hooks = createFolder()
    writeFiles(hooks, {
      'hooks/sitecustomize.py': `import sys\nsys.path.insert(0, ${JSON.stringify(path.join(hooks, 'old'))})\nimport cli_helpers\nsys.path.pop(0)\n`,
      'old/cli_helpers.py': '',
    })
    const found = await claimed('cli_helpers', repo.dir, { env: { PYTHONPATH: path.join(hooks, 'hooks') } })
    expect(found).toMatchObject({
      label: 'hook',
      origin: '<other>/cli_helpers.py',
      path_origin: '<repo>/cli_helpers.py',
      path_label: 'repo',
      in_tree: true,
      tracked: false,
    })
    fs.unlinkSync(path.join(repo.dir, 'cli_helpers.py'))
    const alone = await claimed('cli_helpers', repo.dir, { env: { PYTHONPATH: path.join(hooks, 'hooks') } })
    expect(alone).toMatchObject({ importable: true, label: 'hook', path_origin: '', path_label: 'none' })
  })

  it('another checkout, through an editable install by path or by finder', async () => {
    const [here, there] = [
      createRepo({ 'src/demo/__init__.py': '' }),
      createRepo({ 'src/demo/__init__.py': TRAP }),
    ]
    const direct = (dir: string) => ({
      'direct_url.json': JSON.stringify({ url: `file://${dir}`, dir_info: { editable: true } }),
    })
    const byPath = makeVenv({
      ...installed('demo', '1', {}, direct(there.dir)),
      '__editable__.demo-1.pth': `${there.dir}/src\n`,
    })
    const finder = '__editable___demo_1_finder'
    const byFinder = makeVenv({
      ...installed('demo', '1', { [`${finder}.py`]: '' }, direct(there.dir)),
      '__editable__.demo-1.pth': `import ${finder}; ${finder}.install()\n`,
      [`${finder}.py`]: `import sys\nfrom importlib.util import spec_from_file_location\nMAPPING = {'demo': '${there.dir}/src/demo'}\nclass F:\n    @classmethod\n    def find_spec(cls, name, path=None, target=None):\n        if name in MAPPING: return spec_from_file_location(name, MAPPING[name] + '/__init__.py')\ndef install(): sys.meta_path.append(F)\n`,
    })
    const expected = {
      importable: true,
      label: 'other-checkout',
      direct_url: 'editable',
      distribution: 'demo',
      in_tree: true,
    }
    expect(await claimed('demo', here.dir, { python: byPath.python })).toMatchObject({
      ...expected,
      path_label: 'other-checkout',
    })
    expect(await claimed('demo', here.dir, { python: byFinder.python })).toMatchObject({
      ...expected,
      path_origin: '',
    })
    // Seen from the checkout that it leads to, the same environment is in order.
    expect(await claimed('demo', there.dir, { python: byFinder.python })).toMatchObject({
      label: 'repo',
      tracked: true,
      direct_url: 'editable',
    })
    const tree = there.worktree({ branch: 'other' })
    expect(await claimed('demo', tree.dir, { python: byFinder.python })).toMatchObject({
      label: 'other-checkout',
    })
  })

  it('an editable install whose distribution is called otherwise still carries its module', async () => {
    const repo = createRepo({ 'src/cli_helpers/__init__.py': '' })
    const direct = JSON.stringify({ url: `file://${repo.dir}`, dir_info: { editable: true } })
    const venv = makeVenv({
      ...installed('my_project', '2', {}, { 'direct_url.json': direct }),
      '_my_project.pth': `${repo.dir}/src\n`,
    })
    expect(await claimed('cli_helpers', repo.dir, { python: venv.python })).toMatchObject({
      label: 'repo',
      distribution: 'my-project',
      version: '2',
      direct_url: 'editable',
    })
  })
})

describe('all distributions', () => {
  it('are those of importlib.metadata, for every interpreter', async () => {
    const dir = createFolder()
    const code = `import importlib.metadata as m, re, json
print(json.dumps(sorted({"%s==%s" % (re.sub(r"[-_.]+", "-", d.metadata["Name"]).lower(), d.version) for d in m.distributions() if d.metadata["Name"]})))`
    for (const { path: python } of await findInterpreters()) {
      const expected = JSON.parse(
        execFileSync(python, ['-c', code], { encoding: 'utf8', cwd: dir, env: plainEnv() }),
      )
      const { facts } = await look(dir, { python, only: 'packages' })
      expect(facts.packages?.distributions).toEqual(expected)
      expect(facts.packages?.count).toBe(expected.length)
    }
  })
})

it('own packages: the tracked top-level names, claimed when nothing is', async () => {
  const repo = createRepo({
    'demo/__init__.py': '',
    'src/inner/__init__.py': '',
    'single.py': '',
    'src/mod.py': '',
    'setup.py': '',
    'conftest.py': '',
    'test_x.py': '',
    'x_test.py': '',
    'tests/__init__.py': '',
    'docs/__init__.py': '',
    'no_init/x.py': '',
    'deep/a/__init__.py': '',
    'agent_probe.py': '',
    'sub/project/__init__.py': '',
    'sub/src/lib/__init__.py': '',
  })
  repo.write({ 'untracked/__init__.py': '' })
  const { facts } = await look(repo.dir, { only: 'packages' })
  const own = ['demo', 'inner', 'mod']
  expect(facts.packages?.own).toEqual(own)
  expect(Object.keys(facts.packages?.claimed ?? {})).toEqual(own)
  const { facts: below } = await look(path.join(repo.dir, 'sub'), { only: 'packages' })
  expect(below.packages?.own).toEqual(['lib', 'project'])
})
