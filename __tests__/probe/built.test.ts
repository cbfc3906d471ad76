/** Copies of the repository's own code in site-packages: built from this tree, an old build, somebody else's. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runAfterTests } from '../support/cli.ts'
import { needVenv, type Venv } from '../support/python.ts'
import { createFolder, type Files, writeFiles } from '../support/repo.ts'
import { createSuite, PLUGIN_FOLDER, plainEnv, start } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

interface Installed {
  /** Below site-packages. */
  readonly files: Files
  readonly name?: string
  /** direct_url.json; false: none, as for what comes from an index. */
  readonly url?: string | false
}

/** What pip writes beside the files (PEP 376, PEP 610). */
function install(site: string, dir: string, { files, name = 'mypkg', url = `file://${dir}` }: Installed): void {
  const info = `${name}-1.0.dist-info`
  const record = [...Object.keys(files), `${info}/METADATA`].map((file) => `${file},sha256=x,8\n`).join('')
  writeFiles(site, {
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`,
    [`${info}/RECORD`]: record,
    ...(url ? { [`${info}/direct_url.json`]: JSON.stringify({ url, dir_info: {} }) } : {}),
  })
}

interface Scene {
  readonly files?: Files
  readonly installed?: Installed
  readonly command?: readonly string[]
  /** On PYTHONPATH, seen from the repository. */
  readonly paths?: readonly string[]
  readonly from?: string
  /** Given a folder that is on PATH. */
  readonly prepare?: (folder: string) => void
}

/** `python -m pytest`, started by hand without the working directory on the path, and what the CLI says then. */
async function saidOf({
  files = {},
  installed,
  command = ['pytest', '-q'],
  paths = [],
  from = 'mypkg',
  prepare = () => {},
}: Scene) {
  const { dir } = createSuite(
    {
      'pyproject.toml': '[project]\nname = "mypkg"\nversion = "1.0"\n',
      'conftest.py': null,
      'mypkg/__init__.py': null,
      'src/mypkg/__init__.py': 'ANSWER = 42\n',
      ...files,
    },
    { places: ['local'], packages: [{ name: from, from: 'repo' }], tests: { command } },
  )
  const bin = createFolder()
  prepare(bin)
  const site = path.join(bin, 'lib/site-packages')
  fs.mkdirSync(site, { recursive: true })
  if (installed) install(site, dir, installed)
  const env = {
    PATH: `${path.dirname(venv.python)}:${bin}:${process.env.PATH}`,
    PYTHONPATH: [...paths.map((one) => path.resolve(dir, one)), site, PLUGIN_FOLDER].join(':'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const [program = '', ...args] = command
  const words = [program === 'python' ? venv.python : path.join(path.dirname(venv.python), program), ...args]
  await start([...words, '-p', 'agent_probe'], { cwd: dir, env: plainEnv(env) })
  const { rows } = await runAfterTests(dir, venv.python, env)
  const cell = (claim: string) => rows.find((row) => row.claim === claim)?.cells.local
  return { tests: cell('tests green'), package: cell('package installed') }
}

const holds = { tests: { state: 'holds', reason: 'GREEN' }, package: { state: 'holds', reason: 'IN_REPO' } }
const copy = (more: Files = {}, rest: Partial<Installed> = {}): Installed => ({
  files: { 'mypkg/__init__.py': 'ANSWER = 42\n', ...more },
  ...rest,
})

describe.concurrent('pip install . of a src layout', () => {
  it.each<[string, Scene]>([
    ['as the tree has it', { installed: copy() }],
    ['without metadata of where it came from', { installed: copy({}, { url: false }) }],
    [
      'with what was made while building: the version, and a module that git ignores',
      {
        files: {
          '.gitignore': '__pycache__/\n.pytest_cache/\nmade.py\n',
          'src/mypkg/_version.py': 'version = "from git"\n',
        },
        installed: copy({ 'mypkg/_version.py': 'version = "1.0"\n', 'mypkg/made.py': 'X = 1\n' }),
      },
    ],
    ['with data that only the build has', { installed: copy({ 'mypkg/data.bin': 'x' }) }],
    [
      'a namespace that others share',
      {
        files: {
          'src/mypkg/__init__.py': null,
          'src/acme/pay/__init__.py': 'ANSWER = 42\n',
          'tests/test_answer.py': 'import acme.pay\n\ndef test_answer():\n    assert acme.pay.ANSWER\n',
        },
        installed: { files: { 'acme/pay/__init__.py': 'ANSWER = 42\n', 'acme/core/__init__.py': 'OTHERS = 1\n' } },
        from: 'acme.pay',
      },
    ],
  ])('%s: holds', async (_, scene) => {
    expect(await saidOf(scene)).toMatchObject(holds)
  })

  it('says that its Python code is that of this tree', async () => {
    const said = await saidOf({ installed: copy() })
    expect(said.package?.fact).toBe('<other>/__init__.py in the test process, its Python code is that of this tree')
  })

  it.each<[string, Files, Files]>([
    ['another __init__.py', {}, { 'mypkg/__init__.py': 'ANSWER = 42  # once\n' }],
    ['from an index, by a distribution of another name', {}, { 'mypkg/__init__.py': 'ANSWER = 42  # once\n' }],
    ['another module', { 'src/mypkg/a.py': 'A = 2\n' }, { 'mypkg/a.py': 'A = 1\n' }],
    ['other data', { 'src/mypkg/rates.json': '2' }, { 'mypkg/rates.json': '1' }],
    ['a module that has gone from the tree', {}, { 'mypkg/gone.py': 'X = 1\n' }],
  ])('an old build, %s: fails', async (title, files, old) => {
    const from = title.startsWith('from an index') ? { name: 'fork', url: false as const } : {}
    const said = await saidOf({ files, installed: copy(old, from) })
    expect(said).toMatchObject({
      tests: { reason: 'OTHER_CHECKOUT', fact: expect.stringContaining('an old build of it') },
      package: { state: 'fails' },
    })
  })
})

describe.concurrent('a distribution that only has the name of a script here', () => {
  const scene = (name: string, url: string | false): Scene => ({
    files: {
      'mypkg/__init__.py': 'ANSWER = 42\n',
      'src/mypkg/__init__.py': null,
      'release.py': 'print("ours")\n',
      'tests/test_answer.py': 'import mypkg, release\n\ndef test_answer():\n    assert mypkg.ANSWER and release.X\n',
      'pytest.ini': '[pytest]\npythonpath = lib\n',
      'lib/mypkg.py': 'ANSWER = 42\n',
    },
    installed: { files: { 'release/__init__.py': 'X = 1\n' }, name, url },
    paths: ['lib'],
  })
  it('from an index: holds', async () => {
    const { tests } = await saidOf(scene('release', false))
    expect(tests).toMatchObject({ state: 'holds' })
  })

  it.each<[string, string, string | false]>([
    ['this project’s own, from an index', 'mypkg', false],
    ['built from a folder', 'release', 'file:///somewhere'],
  ])('%s: fails', async (_, name, url) => {
    const { tests } = await saidOf(scene(name, url))
    expect(tests).toMatchObject({ state: 'fails', reason: 'OTHER_CHECKOUT' })
  })

  it('beside products in src no script is claimed', async () => {
    const files = { 'release.py': 'print("ours")\n', 'probes/claims.json': null }
    const said = await saidOf({
      files,
      installed: copy({ 'release/__init__.py': 'X = 1\n' }, { url: false }),
      command: ['python', '-m', 'pytest'],
    })
    expect(said).toMatchObject(holds)
  })
})

/** `import mypkg` by a command that the test starts elsewhere: the working directory is on nobody's path. */
const BY_COMMAND = `import subprocess, sys

def test_answer(tmp_path):
    code = "import mypkg; assert mypkg.ANSWER == 42"
    subprocess.run([sys.executable, "-c", code], cwd=str(tmp_path), check=True)
`

describe.concurrent('tests that start commands', () => {
  const flat: Files = {
    'src/mypkg/__init__.py': null,
    'mypkg/__init__.py': 'ANSWER = 41\n',
    'tests/test_imports.py': 'import mypkg\n\ndef test_imports():\n    assert mypkg.ANSWER\n',
  }
  const command = ['python', '-m', 'pytest']

  it('an old build that only they import: fails', async () => {
    const said = await saidOf({ files: { ...flat, 'tests/test_answer.py': BY_COMMAND }, installed: copy(), command })
    expect(said.tests).toMatchObject({
      state: 'fails',
      reason: 'OTHER_CHECKOUT',
      fact: expect.stringContaining('mypkg in commands that tests start from '),
    })
  })

  it('an old build that nobody imports does no harm', async () => {
    const files = { ...flat, 'tests/test_answer.py': null }
    expect((await saidOf({ files, installed: copy(), command })).tests).toMatchObject({ state: 'holds' })
  })

  it('and do nothing else: holds where the only copy is this tree’s', async () => {
    const { tests } = await saidOf({ files: { 'tests/test_answer.py': BY_COMMAND }, paths: ['src'] })
    expect(tests).toMatchObject({ state: 'holds', reason: 'GREEN' })
  })

  it('and do nothing else: unknown where their command is another interpreter’s', async () => {
    const { tests } = await saidOf({
      files: {
        'tests/test_answer.py': BY_COMMAND,
        'pyproject.toml': '[project]\nname = "mypkg"\n[project.scripts]\nmycli = "mypkg:main"\n',
      },
      paths: ['src'],
      prepare: (dir) => {
        const python = fs.realpathSync(venv.python)
        fs.writeFileSync(path.join(dir, 'mycli'), `#!${python}\n`, { mode: 0o755 })
      },
    })
    expect(tests).toMatchObject({ state: 'unknown', reason: 'ORIGIN_UNKNOWN' })
  })

  it('and do nothing else: unknown where another copy lies behind it', async () => {
    const other = path.join(createFolder(), 'mypkg')
    writeFiles(other, { '__init__.py': 'ANSWER = 42\n' })
    const { tests } = await saidOf({
      files: { 'tests/test_answer.py': BY_COMMAND },
      paths: ['src', path.dirname(other)],
    })
    expect(tests).toMatchObject({ state: 'unknown', reason: 'ORIGIN_UNKNOWN' })
  })
})
