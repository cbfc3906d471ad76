/** "Package installed": the origin decides, found without importing anything, against importlib and pip. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import { onlyFacts } from '../cases/support/facts-of.ts'
import { directUrl, installedFiles } from '../cases/support/python.ts'
import { createScene } from '../cases/support/scene.ts'
import { anyPython, errorsOf, type LookOptions, look } from '../support/look.ts'
import { findInterpreters } from '../support/python.ts'
import { createFolder, createRepo, type Files, writeFiles } from '../support/repo.ts'
import { plainEnv } from '../support/suite.ts'
import { makeVenv } from '../support/venv.ts'

type Package = NonNullable<NonNullable<NonNullable<Facts['packages']>['claimed']>[string]>

const TRAP = 'import os\nopen(os.environ["RAN"], "a").write(__name__)\n'
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

/** A distribution of one module, of that version. */
const dist = (name: string, files: Files, more: Files = {}, version = '1.0'): Files =>
  installedFiles({ name, version, files }, more)
const EMPTY = { 'top_level.txt': '' }
const UNTOLD = { 'top_level.txt': null }
const many = (text: string, ...folders: string[]): Files =>
  Object.fromEntries(folders.map((folder) => [`${folder}/__init__.py`, text]))
const metadata = (name: string, more = '') => `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n${more}`
/** A wheel's tags. */
const tagged = (name: string, ...tags: string[]) =>
  dist(name, { [`${name}.py`]: '' }, { WHEEL: `Wheel-Version: 1.0\n${tags.map((tag) => `Tag: ${tag}\n`).join('')}` })
/** With this in direct_url.json. */
const from = (name: string, text: string) => dist(name, { [`${name}.py`]: '' }, { 'direct_url.json': text })

/** All in one environment, none of them in another's way. */
const SITE = (minor: string): Files => ({
  ...dist('whole', { 'whole/__init__.py': TRAP }, {}, '1.2'),
  ...dist('six_demo', { 'six_demo.py': TRAP }),
  'bare/__init__.py': TRAP,
  ...dist('demo_dist', { 'demo_dist/__init__.py': TRAP }),
  ...dist('PyYAML_demo', many(TRAP, 'yaml_demo', '_yaml_demo', 'tests'), UNTOLD, '6'),
  ...dist('my_demo', many(TRAP, 'demo_pkg'), { 'top_level.txt': 'demo_pkg\n', METADATA: metadata('My.Demo') }),
  ...dist('odd_name', many(TRAP, 'even'), { 'top_level.txt': 'even\n', RECORD: '' }),
  ...dist('other_name', { 'recorded.py': TRAP }, UNTOLD),
  ...dist('big_cloud_store', many(TRAP, 'big/cloud/store', 'big/cloud/store/x'), UNTOLD),
  ...dist('vast.cloud', { 'vast/cloud/__init__.py': TRAP, 'vast/cloud/x.py': '' }, UNTOLD),
  ...dist('acme_tools', many(TRAP, 'acme/tools'), { METADATA: metadata('acme-tools'), 'top_level.txt': 'acme\n' }),
  'parent/__init__.py': TRAP,
  'parent/child.py': TRAP,
  'hollow/x.txt': '',
  ...dist('cached', { 'cached/__pycache__/x.pyc': '' }),
  ...dist('codeless', {}, {}, '0.1'),
  ...dist('doubled', many('', 'doubled'), {}, '0.1'),
  ...dist('doubled', {}, {}, '9.9'),
  '~alved-1.0.dist-info/METADATA': '',
  'halved.py': '',
  'egged.py': '',
  'egged-3.1-py3.12.egg-info/PKG-INFO': 'Name: egged\nVersion: 3.1\n',
  'pydemo_code/__init__.py': TRAP,
  'PyDemo-6.0.egg-info/PKG-INFO': metadata('PyDemo'),
  'PyDemo-6.0.egg-info/top_level.txt': 'pydemo_code\n',
  ...from('archived', '{"url":"https://example.invalid/x.whl","archive_info":{}}'),
  ...from('cloned', '{"url":"https://example.invalid/x","vcs_info":{"vcs":"git"}}'),
  ...from('copied', directUrl('file:///x', false)),
  ...dist('broken', { 'broken.py': '' }, { 'direct_url.json': '{"url":', INSTALLER: '\u0000\u0000' }),
  ...dist('types_stubbed', { 'stubbed-stubs/__init__.pyi': '' }, { 'top_level.txt': 'stubbed-stubs\n' }),
  ...dist('list', {}, { ...EMPTY, METADATA: metadata('list', 'Requires-Dist: whole\n') }),
  ...dist('shout', { '../../../bin/shout': '#!/bin/sh\n' }, EMPTY),
  ...dist('shout_gone', { '../../../bin/shout-gone': '' }, EMPTY),
  ...dist('packed_nothing', {}, EMPTY),
  ...dist(
    'built_empty',
    {},
    {
      ...EMPTY,
      METADATA: metadata('built-empty', 'Requires-Dist: whole\n'),
      'direct_url.json': directUrl('file:///srv/demo', false),
    },
  ),
  ...tagged('tag_old', 'cp36-cp36m-manylinux1_x86_64'),
  ...tagged('tag_mac', `${minor}-${minor}-macosx_11_0_arm64`),
  ...tagged('tag_plain', 'py2-none-any', 'py3-none-any'),
  ...tagged('tag_stable', 'cp36-abi3-manylinux_2_17_x86_64', 'cp36-abi3-macosx_11_0_arm64'),
  ...tagged('tag_here', `${minor}-${minor}-linux_x86_64`, `${minor}-${minor}-macosx_11_0_arm64`),
})

const WHOLE = {
  ...{ importable: true, label: 'venv', loader: 'source', readable: true, module: 'whole' },
  ...{ distribution: 'whole', version: '1.2', installer: 'pip', direct_url: 'none' },
  ...{ copies: [], in_tree: false, tracked: false },
}
const source = { importable: true, loader: 'source' }
const missing = { importable: false, readable: true, distribution: '' }
const builtin = { label: 'stdlib', loader: 'builtin', origin: 'built-in' }

/** The cell, then what it is, the claimed name and what the probe says. */
const CASES: { readonly [cell: string]: readonly (readonly [title: string, name: string, facts: object])[] } = {
  'holds IN_PREFIX': [
    ['a package', 'whole', WHOLE],
    ['a module', 'six_demo', { ...source, distribution: 'six-demo' }],
    ['code without metadata', 'bare', { ...source, distribution: '' }],
    ['a name spelled otherwise', 'Demo.Dist', { ...source, module: 'demo_dist', distribution: 'demo-dist' }],
    ['an import name of another distribution', 'yaml_demo', { ...source, distribution: 'pyyaml-demo', version: '6' }],
    ['a distribution of another import name', 'PyYAML-demo', { ...source, module: 'yaml_demo', version: '6' }],
    ['other dashes, case and import name', 'My-Demo', { ...source, module: 'demo_pkg' }],
    ['the same by its import name', 'demo_pkg', { ...source, distribution: 'my-demo' }],
    ['by top_level.txt', 'odd-name', { ...source, module: 'even' }],
    ['a wheel that lists its modules only in RECORD', 'other-name', { ...source, module: 'recorded' }],
    ['a part of a namespace', 'big-cloud-store', { ...source, module: 'big.cloud.store' }],
    ['a dotted name', 'vast.cloud', { ...source, module: 'vast.cloud', distribution: 'vast-cloud' }],
    ['a part of a namespace, by the name of its distribution', 'acme-tools', { distribution: 'acme-tools' }],
    ['the same by the dotted name of the part', 'acme.tools', source],
    ['a dotted name below a package is found without its code', 'parent.child', { ...source, distribution: '' }],
    ['two metadata folders', 'doubled', { distribution: 'doubled' }],
    ['what an interrupted installer left', 'halved', { ...source, distribution: '' }],
    ['egg-info', 'egged', { version: '3.1' }],
    ['metadata as the older tools and Debian write it', 'PyDemo', { ...source, module: 'pydemo_code' }],
    ['by archive', 'archived', { direct_url: 'archive' }],
    ['by repository', 'cloned', { direct_url: 'vcs' }],
    ['by folder, not editable: a copy in the prefix', 'copied', { direct_url: 'dir' }],
    ['with a broken record', 'broken', { direct_url: 'none' }],
    ['stubs, with nothing to import', 'types-stubbed', {}],
    ['a list of others', 'list', {}],
    ['a command', 'shout', {}],
    ['a wheel of every Python', 'tag_plain', {}],
    ['a wheel of the stable interface', 'tag_stable', {}],
    ['a wheel of this Python, here and elsewhere', 'tag_here', {}],
  ],
  'fails METADATA_WITHOUT_CODE': [
    ['metadata without code', 'codeless', { ...missing, distribution: 'codeless', version: '0.1' }],
    ['a command that is gone', 'shout-gone', {}],
    ['packed with nothing', 'packed-nothing', {}],
    ['built from a folder, with nothing in it', 'built-empty', {}],
    ['a wheel of another Python', 'tag_old', {}],
    ...(process.platform === 'linux' ? [['a wheel of another system', 'tag_mac', {}] as const] : []),
  ],
  'fails NAMESPACE_ONLY': [
    ['an empty folder', 'hollow', { importable: true, loader: 'namespace', label: 'venv' }],
    ['a left-over cache', 'cached', { importable: true, loader: 'namespace' }],
  ],
  'fails MISSING': [
    ['a dotted name whose parent is not there', 'gone.child', { ...missing, path_origin: '' }],
    ['not there', 'absent', missing],
    ['a name that JavaScript has', 'constructor', missing],
    ['the program itself', '__main__', { importable: false }],
  ],
  'holds IN_STDLIB': [
    ['the standard library', 'json', { ...source, label: 'stdlib' }],
    ['a built-in module', 'sys', builtin],
  ],
}
const ROWS = Object.entries(CASES).flatMap(([cell, cases]) =>
  cases.map(([title, name, facts]) => [title, cell, name, facts] as const),
)

describe('from an environment', async () => {
  const { path: base, version } = await anyPython()
  const minor = `cp${version.split('.').slice(0, 2).join('')}`
  let seen: NonNullable<Facts['packages']>['claimed']
  let verdict: Verdict
  beforeAll(async () => {
    const scene = createScene({ packages: ROWS.map(([, , name]) => name) })
    const { python, dir } = makeVenv(base, SITE(minor))
    fs.rmSync(path.join(dir, 'bin/shout-gone'))
    const ran = path.join(scene.dir, 'ran')
    await scene.look('local', { python, env: { RAN: ran } })
    expect(fs.existsSync(ran), 'nothing was imported').toBe(false)
    seen = onlyFacts(scene, 'local').packages?.claimed
    verdict = await scene.judge()
  })

  it.each(ROWS)('%s: %s', (_, cell, name, facts) => {
    expect(seen?.[name]).toMatchObject(facts)
    const { state, reason } = verdict.rows.find(({ subject }) => subject === name)?.cells.local ?? {}
    expect(`${state} ${reason}`).toBe(cell)
  })

  it('compiled only', async () => {
    const venv = makeVenv(base, { 'demo.py': 'x = 1\n', 'other.py': '' })
    execFileSync(venv.python, ['-m', 'compileall', '-b', '-q', path.join(venv.site, 'demo.py')])
    fs.rmSync(path.join(venv.site, 'demo.py'))
    const found = await claimed('demo', createFolder(), { python: venv.python })
    expect(found).toMatchObject({ importable: true, loader: 'bytecode' })
  })

  it('another copy in the working directory, which is no repository', async () => {
    const { python } = makeVenv(base, dist('demo', { 'demo/__init__.py': '' }))
    const stale = createFolder()
    writeFiles(stale, { 'demo/__init__.py': TRAP })
    expect(await claimed('demo', stale, { python })).toMatchObject({ label: 'cwd', copies: ['venv'] })
    expect(await claimed('demo', stale, { python, flags: ['-I'] })).toMatchObject({ label: 'venv', copies: [] })
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
    in_tree: true,
    tracked: false,
  })
  fs.unlinkSync(path.join(repo.dir, 'cli_helpers.py'))
  const alone = await claimed('cli_helpers', repo.dir, { env: { PYTHONPATH: path.join(hooks, 'hooks') } })
  expect(alone).toMatchObject({ importable: true, label: 'hook', path_origin: '' })
})

describe('all distributions', () => {
  it('are those of importlib.metadata, for every interpreter', async () => {
    const dir = createFolder()
    const code = `import importlib.metadata as m, re, json
print(json.dumps(sorted({"%s==%s" % (re.sub(r"[-_.]+", "-", d.metadata["Name"]).lower(), d.version) for d in m.distributions() if d.metadata["Name"]})))`
    for (const { path: python } of await findInterpreters()) {
      const expected = JSON.parse(execFileSync(python, ['-c', code], { encoding: 'utf8', cwd: dir, env: plainEnv() }))
      const { facts } = await look(dir, { python, only: 'packages' })
      expect(facts.packages?.distributions).toEqual(expected)
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
