/** Which Python this really is. Every trap here was seen with a real interpreter. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyPython, errorsOf, type LookOptions, look } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import type { Interpreter } from '../support/python.ts'
import { createFolder, createRepo, writeFiles } from '../support/repo.ts'
import { PROBE } from '../support/suite.ts'
import { makeVenv } from '../support/venv.ts'

let base: Interpreter
let venv: string
let python: string
beforeAll(async () => {
  base = await anyPython()
  ;({ dir: venv, python } = makeVenv(base.path))
})

const facts = async (options: LookOptions = {}, cwd = createFolder()) => {
  const looked = await look(cwd, { only: 'interpreter', ...options })
  expect(errorsOf(looked.facts)).toEqual({})
  return looked.facts.interpreter ?? {}
}
const real = () => fs.realpathSync(base.path)

describe('the binary', () => {
  it('of a virtual environment is that of its base, and the prefix tells them apart', async () => {
    const digest = createHash('sha256').update(fs.readFileSync(real())).digest('hex').slice(0, 12)
    const [ours, theirs] = [await facts({ python }), await facts({ python: base.path })]
    expect(ours).toMatchObject({ executable: '<prefix>/bin/python', executable_hash: digest, in_venv: true })
    expect(theirs).toMatchObject({ executable_hash: digest, in_venv: false })
    expect(ours.prefix).not.toBe(theirs.prefix)
  })

  needing('proc').it.each([
    ['another program', '/usr/bin/python3'],
    ['nothing', ''],
    ['a file that is not there', '/nowhere/python'],
  ])('named after %s is still the one that runs', async (_, name) => {
    const command = ['bash', '-c', `exec -a "$0" "$@"`, name, base.path, PROBE]
    const digest = createHash('sha256').update(fs.readFileSync(real())).digest('hex').slice(0, 12)
    expect((await facts({ command })).executable_hash).toBe(digest)
  })

  it('a link to an environment’s Python from elsewhere leaves the environment', async () => {
    const link = path.join(createFolder(), 'python')
    fs.symlinkSync(python, link)
    const { in_venv } = await facts({ python: link })
    const expected = execFileSync(link, ['-c', 'import sys; print(sys.prefix != sys.base_prefix)'], {
      encoding: 'utf8',
    })
    expect(in_venv).toBe(expected.trim() === 'True')
  })
})

describe('how it was started', () => {
  const isolatedScript = ['-I']
  const cases: Record<string, [options: () => LookOptions, expected: object]> = {
    'a script': [() => ({}), { isolated: false }],
    'a script with -I': [() => ({ flags: isolatedScript }), { isolated: true }],
    'PYTHONSAFEPATH=0 all the same': [() => ({ env: { PYTHONSAFEPATH: '0' } }), { isolated: false }],
  }
  it.each(Object.entries(cases))('%s', async (_, [options, expected]) => {
    expect(await facts(options())).toMatchObject(expected)
  })
})

describe('what the environment says of it', () => {
  it('VIRTUAL_ENV may disagree, and the prefix decides', async () => {
    const env = { VIRTUAL_ENV: '/somewhere/else' }
    expect(await facts({ python, env })).toMatchObject({ virtual_env: '<other>/else', in_venv: true })
    expect(await facts({ python })).not.toHaveProperty('virtual_env')
    expect(await facts({ env: { CONDA_PREFIX: '/opt/conda' } })).toMatchObject({ conda_prefix: '<other>/conda' })
  })

  it('masks an environment in the repository below <repo>, also when the repository lies in the home', async () => {
    const repo = createRepo({ 'demo.py': '', '.gitignore': '.venv\n' })
    makeVenv(base.path, {}, path.join(repo.dir, '.venv'))
    const inside = await facts(
      { python: path.join(repo.dir, '.venv/bin/python'), env: { HOME: path.dirname(repo.dir) } },
      repo.dir,
    )
    expect(inside).toMatchObject({ executable: '<repo>/.venv/bin/python', prefix: '<repo>/.venv' })
  })
})

describe('commands on PATH', () => {
  const withBin = (files: Record<string, string>, links: Record<string, string> = {}) => {
    const bin = createFolder()
    for (const [name, text] of Object.entries(files)) {
      writeFiles(bin, { [name]: text })
      fs.chmodSync(path.join(bin, name), 0o755)
    }
    for (const [name, to] of Object.entries(links)) fs.symlinkSync(to, path.join(bin, name))
    return { PATH: `${bin}:/usr/bin:/bin` }
  }
  const command = async (name: string, env: NodeJS.ProcessEnv, options: LookOptions = {}) =>
    (await facts({ python, env, ...options })).on_path?.find((one) => one.name === name)

  it('a pip of another environment, a python of this one', async () => {
    const other = makeVenv(base.path).dir
    const env = withBin(
      { pip: `#!${other}/bin/python\n`, pip3: `#!${venv}/bin/python\n` },
      { python, python3: `${other}/bin/python` },
    )
    expect(await command('pip', env)).toMatchObject({ kind: 'script', starts: 'other' })
    expect(await command('pip3', env)).toMatchObject({ kind: 'script', starts: 'this' })
    expect(await command('python', env)).toMatchObject({ kind: 'binary', target: '<prefix>/bin/python' })
    expect(await command('python3', env)).toMatchObject({ starts: 'other' })
  })

  it('a shim, a script whose interpreter is gone, a shell line for a long path, an unreadable one', async () => {
    const env = withBin({
      python: '#!/usr/bin/env bash\nexec "$PYENV_ROOT/x" "$@"\n',
      python3: '#!/bin/sh\n',
      pip: '#!/nowhere/bin/python3.12\n',
      pip3: `#!/bin/sh\n'''exec' "${python}" "$0" "$@"\n' '''\n`,
    })
    expect(await command('python', env)).toMatchObject({ kind: 'shim', starts: 'unknown' })
    expect(await command('pip', env)).toMatchObject({ kind: 'script', starts: 'none' })
    expect(await command('pip3', env)).toMatchObject({ kind: 'script', starts: 'this' })
  })

  it('a name that is on no PATH is not listed', async () => {
    expect((await facts({ python, env: { PATH: createFolder() } })).on_path).toEqual([])
  })

  it('a moved environment’s console scripts lead nowhere', async () => {
    const parent = createFolder()
    makeVenv(base.path, {}, path.join(parent, 'old'))
    for (const tool of ['one', 'two'])
      fs.writeFileSync(path.join(parent, 'old/bin', tool), `#!${parent}/old/bin/python\n`, { mode: 0o755 })
    fs.writeFileSync(path.join(parent, 'old/bin/three'), `#!${venv}/bin/python\n`, { mode: 0o755 })
    fs.renameSync(path.join(parent, 'old'), path.join(parent, 'new'))
    expect(await facts({ python: path.join(parent, 'new/bin/python') })).toMatchObject({
      scripts: 3,
      scripts_broken: 2,
      scripts_other: 1,
    })
  })
})

describe('what the project asks of it', () => {
  it.each<[string, string, string]>([
    ['pyproject.toml', '[project]\nrequires-python = ">=3.10"\n', '>=3.10'],
    [
      'pyproject.toml',
      "[build-system]\nrequires = []\n[project]\nname = 'x'\nrequires-python='>=3.9,<4'\n[tool.x]\n",
      '>=3.9,<4',
    ],
    ['pyproject.toml', '[tool.other]\nrequires-python = ">=2"\n[project]\nname = "x"\n', ''],
    ['pyproject.toml', '[project]\n# requires-python = ">=3.1"\n', ''],
    ['pyproject.toml', '[tool.poetry]\n[tool.poetry.dependencies]\nrich = "^13"\npython = "^3.10"\n', '^3.10'],
    ['setup.cfg', '[metadata]\nname = x\n\n[options]\npackages = find:\npython_requires = >=3.13\n', '>=3.13'],
    ['setup.py', 'from setuptools import setup\nsetup(name="x", python_requires=">=3.8")\n', '>=3.8'],
    ['setup.py', 'setup(python_requires=">=%s" % OLDEST)\n', '>=%s'],
    ['Pipfile', '[packages]\n\n[requires]\npython_version = "3.11"\n', '3.11'],
    ['.python-version', '3.12.1\n', '3.12.1'],
    ['.python-version', 'my-environment\n', ''],
  ])('%s: %j', async (file, text, expected) => {
    const repo = createRepo({ [file]: text, 'sub/x.py': '' })
    expect((await facts({}, repo.dir)).requires_python).toBe(expected)
    expect((await facts({}, path.join(repo.dir, 'sub'))).requires_python).toBe(expected)
  })

  it('the nearest word counts, and of one folder the one that builds the package', async () => {
    const repo = createRepo({
      'pyproject.toml': '[project]\nrequires-python = ">=3.9"\n',
      '.python-version': '3.12\n',
      'sub/.python-version': '3.11\n',
    })
    expect((await facts({}, repo.dir)).requires_python).toBe('>=3.9')
    expect((await facts({}, path.join(repo.dir, 'sub'))).requires_python).toBe('3.11')
  })

  it('nothing is known of the account that runs it but masked paths', async () => {
    const { facts: all, stdout } = await look(createFolder(), { only: 'interpreter,path', env: { HOME: os.homedir() } })
    expect(errorsOf(all)).toEqual({})
    expect(stdout).not.toContain(os.homedir() === '/' ? '\u0000' : `"${os.homedir()}`)
  })
})

it("names the project's own virtual environment where another interpreter looks, and only there", async () => {
  const repo = createRepo({ 'pkg/a.py': 'x = 1\n', '.gitignore': '.venv\n' })
  expect(await facts({ python: base.path }, repo.dir)).toMatchObject({ project_python: '' })
  makeVenv(base.path, {}, path.join(repo.dir, '.venv'))
  const forgotten = { in_venv: false, project_python: '<repo>/.venv/bin/python' }
  expect(await facts({ python: base.path }, repo.dir)).toMatchObject(forgotten)
  expect(await facts({ python: base.path }, path.join(repo.dir, 'pkg'))).toMatchObject(forgotten)
  expect(await facts({ python: path.join(repo.dir, '.venv/bin/python') }, repo.dir)).toMatchObject({
    in_venv: true,
    project_python: '',
  })
})
