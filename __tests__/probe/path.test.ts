/** Where imports come from: against `sys.path`, `site` and what really ran at start-up. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyPython, errorsOf, type LookOptions, look } from '../support/look.ts'
import { findInterpreters, type Interpreter } from '../support/python.ts'
import { createFolder, createRepo, type Files, writeFiles } from '../support/repo.ts'
import { PLUGIN_FOLDER, plainEnv } from '../support/suite.ts'
import { makeVenv } from '../support/venv.ts'

let base: Interpreter
beforeAll(async () => {
  base = await anyPython()
})

const facts = async (cwd: string, options: LookOptions = {}) => {
  const looked = await look(cwd, { only: 'path', ...options })
  expect(errorsOf(looked.facts)).toEqual({})
  return looked.facts.path ?? {}
}
const venvWith = (files: Files, python = base.path) => makeVenv(python, files)
const hashOf = (file: string) => createHash('sha256').update(fs.readFileSync(file)).digest('hex').slice(0, 12)

describe('sys.path', () => {
  it('is what `python -m` would have, whatever folder the script lies in', async () => {
    const repo = createRepo({ 'sub/x.py': '' })
    for (const { path: python } of await findInterpreters()) {
      const code = 'import sys, json; print(json.dumps(sys.path[1:]))'
      const rest = JSON.parse(execFileSync(python, ['-c', code], { encoding: 'utf8', env: plainEnv() })) as string[]
      const { entries = [] } = await facts(path.join(repo.dir, 'sub'), { python })
      expect(entries[0]).toEqual({ path: '<repo>/sub', label: 'repo' })
      expect(entries.slice(1).map((one) => path.basename(one.path ?? ''))).toEqual(
        rest.map((one) => path.basename(one)),
      )
      expect(entries.slice(1, 4).map((one) => one.label)).toEqual(['stdlib', 'stdlib', 'stdlib'])
    }
  })

  it.each([['-I'], ['-P']])('with %s nothing is put before the standard library', async (flag) => {
    const { entries = [] } = await facts(createRepo({ x: '' }).dir, { flags: [flag] })
    expect(entries[0]?.label).toBe('stdlib')
  })

  it('entries are labelled by what they are', async () => {
    const repo = createRepo({ 'lib/x.py': '', '.gitignore': 'env\n' })
    const other = createRepo({ 'x.py': '' })
    const plain = createFolder()
    const venv = venvWith({ 'extra.pth': `${plain}\n` })
    const user = path.join(createFolder(), 'home')
    const PYTHONPATH = [path.join(repo.dir, 'lib'), other.dir, plain, '/gone/away'].join(':')
    const { entries = [], pythonpath } = await facts(repo.dir, { python: venv.python, env: { PYTHONPATH, HOME: user } })
    expect(entries.slice(0, 5)).toEqual([
      { path: '<repo>', label: 'repo' },
      { path: '<repo>/lib', label: 'repo' },
      { path: `<other>/${path.basename(other.dir)}`, label: 'pythonpath' },
      { path: `<other>/${path.basename(plain)}`, label: 'pythonpath' },
      { path: '<other>/away', label: 'missing' },
    ])
    expect(pythonpath).toEqual(entries.slice(1, 5).map((one) => one.path))
    expect(entries.find((one) => one.path?.endsWith('site-packages'))?.label).toBe('venv')
    expect((await facts(plain, { python: venv.python })).entries?.[0]?.label).toBe('cwd')
  })

  it('relative and empty entries of PYTHONPATH mean the working directory', async () => {
    const repo = createRepo({ 'lib/x.py': '' })
    expect((await facts(repo.dir, { env: { PYTHONPATH: 'lib:' } })).pythonpath).toEqual(['<repo>/lib', '<repo>'])
  })

  it('PYTHONPATH that is ignored is none, and the probe’s own entry is not told', async () => {
    const { dir } = createRepo({ 'x.py': '' })
    const env = { PYTHONPATH: `${PLUGIN_FOLDER}:${dir}` }
    expect(await facts(dir, { env, flags: ['-I'] })).toMatchObject({ pythonpath: [] })
    const command = [base.path, '-m', 'agent_probe']
    expect(await facts(dir, { env, command })).toMatchObject({ pythonpath: ['<repo>'] })
  })
})

describe('the user’s site directory: the effect, not the variable', () => {
  const home = () => {
    const HOME = createFolder()
    const site = execFileSync(base.path, ['-m', 'site', '--user-site'], {
      encoding: 'utf8',
      env: plainEnv({ HOME }),
    }).trim()
    fs.mkdirSync(site, { recursive: true })
    return { HOME, site }
  }
  it('takes part, is switched off, or does in an environment not', async () => {
    const { HOME } = home()
    const dir = createFolder()
    const on = { user_site: 'enabled', user_site_on_path: true }
    const off = { user_site: 'disabled', user_site_on_path: false }
    expect(await facts(dir, { env: { HOME } })).toMatchObject(on)
    expect((await facts(dir, { env: { HOME } })).entries?.some((one) => one.label === 'user-site')).toBe(true)
    for (const options of [{ flags: ['-s'] }, { flags: ['-I'] }, { flags: ['-S'] }])
      expect(await facts(dir, { ...options, env: { HOME } })).toMatchObject(off)
    // From 3.7 on 0 is no, and any other text is yes.
    expect(await facts(dir, { env: { HOME, PYTHONNOUSERSITE: '0' } })).toMatchObject(on)
    expect(await facts(dir, { env: { HOME, PYTHONNOUSERSITE: 'x' } })).toMatchObject(off)
    expect(await facts(dir, { env: { HOME, PYTHONNOUSERSITE: '' } })).toMatchObject(on)
    expect(await facts(dir, { env: { HOME }, python: venvWith({}).python })).toMatchObject(off)
    expect(await facts(dir, { env: { HOME: createFolder() } })).toMatchObject({ user_site_on_path: false })
  })

  it('a sitecustomize.py that lies there and is never loaded is not present', async () => {
    const { HOME, site } = home()
    writeFiles(site, { 'usercustomize.py': '' })
    const dir = createFolder()
    expect((await facts(dir, { env: { HOME } })).usercustomize).toMatchObject({
      present: true,
      loaded: true,
      error: '',
    })
    expect((await facts(dir, { env: { HOME }, flags: ['-s'] })).usercustomize).toEqual({
      present: false,
      loaded: false,
      error: '',
    })
  })
})

describe('start-up hooks', () => {
  it('sitecustomize: file, hash, that it ran and what it brought in', async () => {
    const repo = createRepo({ 'x.py': '' })
    const hooks = createFolder()
    writeFiles(hooks, { 'sitecustomize.py': 'import ghost\n', 'ghost.py': '' })
    const { sitecustomize, usercustomize } = await facts(repo.dir, { env: { PYTHONPATH: hooks } })
    expect(sitecustomize).toEqual({
      present: true,
      file: '<other>/sitecustomize.py',
      hash: hashOf(path.join(hooks, 'sitecustomize.py')),
      loaded: true,
      error: '',
    })
    expect(usercustomize).toMatchObject({ present: false, loaded: false })
  })

  const failing: [title: string, code: string, error: RegExp][] = [
    [
      'an import that fails',
      'import cli_helpers_missing',
      /^ModuleNotFoundError: No module named 'cli_helpers_missing'$/,
    ],
    ['an error with a path', 'open("/home/ada/secret/x")', /^FileNotFoundError: .*'<other>\/x'$/],
    ['a value', 'int("hunter2")', /^ValueError: invalid literal for int\(\) with base 10: '<text>'$/],
    ['a name', 'import os; os.environ["API_KEY"]', /^KeyError: 'API_KEY'$/],
    ['a key that is no name', '{}["s3cr3t value"]', /^KeyError: '<text>'$/],
    ['an open end', `raise OSError("isn't", "'my s3cr3t" + " word" * 2000)`, /^OSError: \[Errno isn't\] '<text>'$/],
    ['an assignment', 'raise OSError("password=hunter2, sorry")', /^OSError: password=<text>, sorry$/],
    ['a token', `raise OSError("got ${'a1'.repeat(12)}")`, /^OSError: got <text>$/],
    ['a URL', 'raise OSError("see https://ada:pw@example.invalid/x?t=1")', /^OSError: see <url>$/],
    ['the user', 'raise OSError("ada is not here, adamant")', /^OSError: <user> is not here, adamant$/],
    ['a long one', 'raise OSError("very " * 400)', /^OSError: (?:very )+(?:v|ve|ver)?$/],
    ['an error without words', 'raise KeyboardInterrupt', /KeyboardInterrupt|^Error/],
    ['a syntax error', 'def', /^SyntaxError: /],
    ['an error of its own', 'class Odd(Exception): pass\nraise Odd("strange")', /Odd: strange/],
  ]
  it.each(failing.filter(([title]) => !title.includes('without')))('sitecustomize with %s', async (_, code, error) => {
    const hooks = createFolder()
    writeFiles(hooks, { 'sitecustomize.py': `${code}\n` })
    const { sitecustomize } = await facts(createFolder(), { env: { PYTHONPATH: hooks, USER: 'ada' } })
    expect(sitecustomize).toMatchObject({ present: true, loaded: false, error: expect.stringMatching(error) })
  })

  it('one in the working directory runs at no start', async () => {
    const repo = createRepo({ 'sitecustomize.py': 'raise SystemExit(9)\n' })
    expect((await facts(repo.dir)).sitecustomize).toMatchObject({ present: false, loaded: false, error: '' })
  })

  it('a fresh start that takes for ever costs that fact only', async () => {
    const hooks = createFolder()
    writeFiles(hooks, {
      'sitecustomize.py': 'import os, time\nif os.environ.pop("SLOW", None) is None: time.sleep(60)\n',
    })
    const code = `import sys; sys.path.insert(0, ${JSON.stringify(PLUGIN_FOLDER)}); import agent_probe as p; import subprocess as s; f = s.run; s.run = lambda *a, **k: f(*a, **dict(k, timeout=1)); sys.exit(p.main(sys.argv[1:]))`
    const { sitecustomize, pth_error } = await facts(createFolder(), {
      env: { PYTHONPATH: hooks, SLOW: '1' },
      command: [base.path, '-c', code],
    })
    expect(sitecustomize?.error).toBeUndefined()
    expect(sitecustomize?.loaded).toBe(true)
    expect(pth_error).toBeUndefined()
  })

  it.each([['3.11'], ['3.13']])('.pth files of Python %s: lines that run, hidden ones', async (version) => {
    const { path: python, version: known } = await anyPython(version)
    const venv = venvWith(
      {
        'a.pth': `# comment\nimport os; os.environ["A"] = "1"\n/opt/added\nrelative\n\n`,
        'broken.pth': 'import gone_for_good\n',
        '.hidden.pth': 'import os\n',
        'distutils-precedence.pth': 'import os\n',
        'not-a-path-file.txt': 'import os\n',
      },
      python,
    )
    const { pth_error, pth_import_lines } = await facts(createFolder(), { python: venv.python })
    const [, minor = 0] = known.split('.').map(Number)
    expect(pth_error).toMatch(/^ModuleNotFoundError: No module named 'gone_for_good'$/)
    expect(pth_import_lines).toBe(minor >= 13 ? 2 : 3)
  })

  it.each([
    ['import counted', 1],
    ['import counted;', 1],
    ['import counted; counted.more()', 2],
  ])('%s: asks a fresh start only for what this one does not show', async (line, starts) => {
    const count = path.join(createFolder(), 'starts')
    const code = `open(${JSON.stringify(count)}, 'a').write('x')\ndef more(): pass\n`
    const venv = venvWith({ 'a.pth': `${line}\n`, 'counted.py': code })
    expect((await facts(createFolder(), { python: venv.python })).pth_error).toBe('')
    // The start that looks, and another one.
    expect(fs.readFileSync(count, 'utf8')).toHaveLength(starts)
  })

  it('the line of setuptools without its module', async () => {
    const line = `import os; var = 'SETUPTOOLS_USE_DISTUTILS'; enabled = os.environ.get(var, 'local') == 'local'; enabled and __import__('_distutils_hack').add_shim(); `
    const venv = venvWith({ 'distutils-precedence.pth': `${line}\n` })
    fs.rmSync(path.join(venv.site, '_distutils_hack'), { recursive: true, force: true })
    const { pth_error } = await facts(createFolder(), { python: venv.python })
    expect(pth_error).toBe("ModuleNotFoundError: No module named '_distutils_hack'")
  })

  it('-S reads none of it; -I reads it all the same', async () => {
    const venv = venvWith({ 'a.pth': 'import os\n', 'sitecustomize.py': '' })
    const dir = createFolder()
    expect(await facts(dir, { python: venv.python, flags: ['-S'] })).toMatchObject({
      pth_import_lines: 0,
      sitecustomize: { loaded: false },
    })
    expect(await facts(dir, { python: venv.python, flags: ['-I'] })).toMatchObject({
      pth_import_lines: 1,
      sitecustomize: { loaded: true },
    })
  })
})

it('lines that editable installs run are none of a stranger', async () => {
  const venv = venvWith({
    '__editable__.other-1.0.pth': 'import __editable___other_1_0_finder; __editable___other_1_0_finder.install()\n',
    '__editable___other_1_0_finder.py': 'def install(): pass\n',
  })
  expect(await facts(createRepo({}).dir, { python: venv.python })).toMatchObject({ pth_import_lines: 0 })
})

it('a module of the project never runs because the probe needs one of that name', async () => {
  const ran = path.join(createFolder(), 'ran')
  const names = [
    'json',
    're',
    'subprocess',
    'threading',
    'hashlib',
    'site',
    'ast',
    'hmac',
    'socket',
    'argparse',
    'unicodedata',
    'platform',
    'typing',
  ]
  const trap = `open(${JSON.stringify(ran)}, "a").write(__name__ + "\\n")\n`
  const repo = createRepo(
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}.py`, trap],
        [`tools/${name}.py`, trap],
      ]),
    ),
  )
  fs.copyFileSync(path.join(PLUGIN_FOLDER, 'agent_probe.py'), path.join(repo.dir, 'tools/agent_probe.py'))
  const { facts: all } = await look(repo.dir, {
    command: [base.path, 'tools/agent_probe.py'],
    claims: { packages: ['json', 'typing'] },
  })
  expect(errorsOf(all)).toEqual({})
  expect(fs.existsSync(ran) ? fs.readFileSync(ran, 'utf8') : '').toBe('')
})
