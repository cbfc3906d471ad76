/** "Package installed" where a session is recorded: what the tests had is the answer, and honest set-ups hold. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Files, writeFiles } from '../support/repo.ts'
import { onlyFacts } from './support/facts-of.ts'
import { ownPytestVenv, RECORD, SUITE, suiteClaims, vendored, withTest } from './support/project.ts'
import { createVenv, demoWheel, type Env, install, installEditable } from './support/python.ts'
import { createScene, type Look, type Scene } from './support/scene.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

interface World {
  readonly scene: Scene
  readonly env: Env
}

/** A project with these claims and tests, in an environment of its own. */
async function arrange(packages: readonly unknown[], test: string, files: Files = {}): Promise<World> {
  const scene = createScene(suiteClaims({ packages }), { ...withTest(test), ...vendored(), ...files })
  return { scene, env: await ownPytestVenv(scene) }
}

const runTests = ({ scene, env }: World, look: Partial<Look> = {}) => scene.run([env.python, ...SUITE.slice(1)], look)

/** The cells of local by subject, and what its file says of the tests. */
async function judge({ scene, env }: World, look: Partial<Look> = {}) {
  await scene.look('local', { python: env.python, ...look })
  const { rows } = await scene.judge({ candidates: scene.candidates.slice(-1) })
  const cells = rows.map(({ subject, cells: { local } }) => [
    subject,
    `${local?.state} ${local?.reason}: ${local?.fact}`,
  ])
  return { tests: onlyFacts(scene, 'local').tests, ...Object.fromEntries(cells) } as {
    readonly [name: string]: unknown
  }
}

describe('an old copy on the PYTHONPATH of the tests, a new one in the environment', () => {
  let world: World
  beforeAll(async () => {
    world = await arrange(['lib', 'idle'], 'import lib\n\n\ndef test_lib():\n    assert lib.WHO\n')
    install(world.env.site, demoWheel('new', '2.0', 'lib'))
    install(world.env.site, demoWheel('new', '2.0', 'idle'))
    const old = demoWheel('old', '1.0', 'lib')
    writeFiles(path.join(world.scene.dir, 'vendor'), old.files)
    install(path.join(world.scene.dir, 'vendor'), old)
  })

  it('is what the tests had, although the step that probes has the new one', async () => {
    await runTests(world, { env: { PYTHONPATH: path.join(world.scene.dir, 'vendor') } })
    const { tests, ...cells } = await judge(world)
    expect(tests).toMatchObject({
      believed: true,
      packages: { lib: { imported: true, label: 'pythonpath', version: '1.0', distribution: 'lib' } },
    })
    expect(cells).toMatchObject({
      lib: 'fails SHADOWED: 1.0 in <other>/__init__.py, imported by the tests',
      idle: expect.stringMatching(/^holds IN_PREFIX: 2\.0 in .*, found, not imported$/),
    })
  })

  it('is nobody’s once the tests run without it, also where the probe still has it', async () => {
    await runTests(world)
    const cells = await judge(world, { env: { PYTHONPATH: path.join(world.scene.dir, 'vendor') } })
    expect(cells.lib).toMatch(/^holds IN_PREFIX: 2\.0 in .*, imported by the tests$/)
    expect(cells.suite).toMatch(/^holds GREEN/)
  })

  it('a record of an older plugin is read, and proves nothing of packages', async () => {
    await runTests(world)
    const file = path.join(world.scene.repo.dir, RECORD)
    const record = JSON.parse(fs.readFileSync(file, 'utf8'))
    delete record.session.packages
    fs.writeFileSync(file, JSON.stringify(record))
    const cells = await judge(world)
    expect(cells.lib).toMatch(/^unknown NOT_ASKED/)
    expect(cells.suite).toMatch(/^holds GREEN/)
  })

  it('gone from the environment after the tests: what they had is installed no more', async () => {
    await runTests(world)
    fs.rmSync(path.join(world.env.site, 'lib'), { recursive: true })
    const cells = await judge(world)
    expect(cells.lib).toMatch(/^fails METADATA_WITHOUT_CODE/)
    install(world.env.site, demoWheel('new', '2.0', 'lib'))
  })
})

/** Each with a name of its own, all in one environment: what people have, and nothing is wrong with. */
describe('honest set-ups', () => {
  const NAMES = ['py-yaml', 'acme.cloud', 'acme-cloud', 'types-stubbed', 'bare', 'mocked', 'optional', 'beside']
  let cells: { readonly [name: string]: unknown }
  beforeAll(async () => {
    const code = [
      'import sys, types',
      'import yamlish, acme.cloud, bare, mocked, beside',
      'sys.modules["mocked"] = types.ModuleType("mocked")',
      'try:\n    import extra\nexcept ImportError:\n    extra = None',
      'def test_more():\n    assert yamlish.WHO and extra is None',
    ]
    const world = await arrange(NAMES, `${code.join('\n')}\n`, {
      'vendor/beside/src/beside/__init__.py': '',
      'vendor/beside/pyproject.toml': '[project]\nname = "beside"\nversion = "0.1"\n',
    })
    const { site } = world.env
    install(
      site,
      { name: 'py_yaml', version: '6', files: { 'yamlish/__init__.py': 'WHO = 1\n' } },
      { 'top_level.txt': 'yamlish\n' },
    )
    install(
      site,
      { name: 'acme_cloud', version: '1.0', files: { 'acme/cloud/__init__.py': '' } },
      { 'top_level.txt': null },
    )
    install(
      site,
      { name: 'types_stubbed', version: '1.0', files: { 'stubbed-stubs/__init__.pyi': '' } },
      { 'top_level.txt': 'stubbed-stubs\n' },
    )
    // As Debian packs it: metadata of the older kind, and no RECORD.
    writeFiles(site, { 'bare.py': '', 'bare-1.0.egg-info/PKG-INFO': 'Name: bare\nVersion: 1.0\n' })
    for (const name of ['mocked', 'optional']) install(site, demoWheel('x', '1.0', name))
    installEditable(site, 'beside', path.join(world.scene.repo.dir, 'vendor/beside'), 'path')
    await runTests(world)
    cells = await judge(world)
  })

  it.each([
    ['a distribution of another import name', 'py-yaml', 'holds IN_PREFIX: 6 in'],
    ['a part of a namespace', 'acme.cloud', 'holds IN_PREFIX: 1.0 in'],
    ['the same by its distribution', 'acme-cloud', 'holds IN_PREFIX: 1.0 in'],
    ['stubs, which nothing imports', 'types-stubbed', 'holds IN_PREFIX: 1.0 in'],
    ['without a RECORD', 'bare', 'holds IN_PREFIX: 1.0 in'],
    ['put aside by the tests for one of theirs', 'mocked', 'holds IN_PREFIX: 1.0 in'],
    ['installed and not needed by these tests', 'optional', 'holds IN_PREFIX: 1.0 in'],
    ['editable, of a folder in this tree', 'beside', 'holds IN_REPO: 0.1 in'],
    ['and the suite is green', 'suite', 'holds GREEN: 2 passed'],
  ])('%s', (_, name, cell) => {
    expect(String(cells[name])).toContain(cell)
  })

  it.each([
    ['acme.cloud', true],
    ['py-yaml', true],
    ['optional', false],
    ['types-stubbed', false],
  ])('%s was imported: %s', (name, imported) => {
    expect(String(cells[name])).toContain(imported ? ', imported by the tests' : ', found, not imported')
  })
})

describe('a throw-away overlay in front of the environment, as uv run --with makes it', () => {
  let cells: { readonly [name: string]: unknown }
  beforeAll(async () => {
    const world = await arrange(['below', 'added'], 'import below, added\n\n\ndef test_more():\n    assert added.WHO\n')
    const { scene, env } = world
    install(env.site, demoWheel('x', '1.0', 'below'))
    const cache = path.join(scene.dir, 'cache/lib/site-packages')
    install(cache, demoWheel('x', '2.0', 'added'))
    const overlay = await createVenv(path.join(scene.dir, 'tmp1'))
    const add = (folder: string) => `site.addsitedir(__import__("os").fsdecode(b"${folder}"))`
    const line = `import site; ${add(cache)}; ${add(env.site)}`
    writeFiles(overlay.site, { '_uv_ephemeral_overlay.pth': line })
    await runTests({ scene, env: overlay })
    cells = await judge({ scene, env: overlay })
  })

  it('a package of the environment below is in that environment', () => {
    expect(cells.below).toMatch(/^holds IN_PREFIX: 1\.0 in <other>\/__init__\.py, imported by the tests$/)
  })

  it('a package of the overlay alone is told to be there', () => {
    expect(cells.added).toMatch(/^holds IN_PREFIX: 2\.0 in .* \(a throw-away overlay, as of uv run --with\), imported/)
  })

  it('and the suite is green', () => expect(cells.suite).toMatch(/^holds GREEN/))
})

describe('modules that an installer recorded are gone', () => {
  let cells: { readonly [name: string]: unknown }
  beforeAll(async () => {
    const names = ['used', 'idle', 'lean', 'foreign', 'older']
    const world = await arrange(names, 'import used\n\n\ndef test_more():\n    assert used.WHO\n')
    const { site } = world.env
    const recorded = (name: string, ...lost: readonly string[]) =>
      install(site, demoWheel('x', '1.0', name), {
        RECORD: [`${name}/__init__.py`, ...lost].map((file) => `${file},,\n`).join(''),
      })
    recorded('used', 'used/core.py')
    recorded('idle', 'idle/_speed.so')
    // As conda and others pack wheels anew: tests left away, bytecode listed, scripts elsewhere, Windows separators.
    recorded(
      'lean',
      'lean/tests/test_x.py',
      'lean/test/__init__.py',
      'lean/__pycache__/x.cpython-312.pyc',
      'lean/x.pyi',
    )
    recorded('foreign', '../../../bin/foreign', 'foreign\\\\__init__.py', 'other/gone.py', 'foreign/conftest.py')
    recorded('older', 'older/gone.py')
    install(site, demoWheel('x', '0.9', 'older'))
    await runTests(world)
    cells = await judge(world)
  })

  it.each([
    ['imported by the tests: told', 'used', /^holds IN_PREFIX: .*, imported by the tests, without used\/core\.py/],
    ['and not imported by them', 'idle', /^fails BROKEN_INSTALL: idle 1\.0: idle\/_speed\.so is gone$/],
    ['what was packed anew without its tests is whole', 'lean', /^holds IN_PREFIX/],
    ['so is what lies beside it, or is another one\u2019s', 'foreign', /^holds IN_PREFIX/],
    ['with two records nobody knows which one is right', 'older', /^holds IN_PREFIX/],
  ])('%s', (_, name, cell) => expect(cells[name]).toMatch(cell))
})

describe('a lock file', () => {
  it.each<[string, Files, string | undefined]>([
    [
      'of uv says another version',
      { 'uv.lock': '[[package]]\nname = "lib"\nversion = "8.3.1"\n' },
      '2.0, locked is 8.3.1',
    ],
    [
      'pins in requirements.txt',
      { 'requirements.txt': 'Lib[x] == 8.3.1 ; python_version > "3"\n' },
      '2.0, locked is 8.3.1',
    ],
    ['that agrees', { 'poetry.lock': '[[package]]\nname = "lib"\nversion = "2.0"\n' }, undefined],
    ['of another package', { 'uv.lock': '[[package]]\nname = "libs"\nversion = "1"\n' }, undefined],
  ])('%s', async (_, files, told) => {
    const world = await arrange(['lib'], 'def test_more():\n    pass\n', files)
    install(world.env.site, demoWheel('x', '2.0', 'lib'))
    await world.scene.look('local', { python: world.env.python })
    const { differences } = await world.scene.judge()
    const found = differences.find(({ key }) => key === 'packages.claimed.lib.version')
    expect(found?.values).toEqual(told && { local: told })
  })
})
