import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { createExec, findProgram } from '../../src/adapters/process.ts'
import { chooseInterpreter } from '../../src/adapters/python-probe/choose.ts'
import { createPythonProbe } from '../../src/adapters/python-probe/python-probe.ts'
import { startPython } from '../../src/adapters/python-probe/start.ts'
import { findInterpreter, findOldInterpreters } from '../support/python.ts'
import { createFolder, createRepo, gitIn, type Repo } from '../support/repo.ts'

const exec = createExec(new PassThrough())
const python = await findInterpreter()
if ('missing' in python) throw new Error(python.missing)
const real = python.found.path

/** A program that starts like a Python of that version and then does what the probe would. */
const pretend = (version: string, probe = 'exit 0') =>
  `#!/bin/sh\nif [ "$1" = -c ]; then printf where-it-ran:${version}; exit 0; fi\nshift\n${probe}\n`
const broken = '#!/bin/sh\necho "Fatal Python error: init_fs_encoding" >&2\nexit 1\n'

let repo: Repo
let bin: string
beforeEach(() => {
  repo = createRepo({ 'a.py': '' })
  bin = createFolder()
})
const needsFor = (repoDir: string, env: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}:/usr/bin:/bin` }) => ({
  exec,
  env,
  git: gitIn(repoDir),
  which: (name: string) => findProgram(name, { PATH: bin }),
})
const choose = () => chooseInterpreter(needsFor(repo.dir), { cwd: repo.dir, probes: 'probes' })
function program(file: string, text: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text, { mode: 0o755 })
  return file
}
function link(target: string, file: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.symlinkSync(target, file)
  return file
}
const record = (session: object, file = '.host_fingerprint.json') =>
  repo.write({ [file]: JSON.stringify({ hostname: os.hostname(), executable: real, ...session }) })

describe('which Python is chosen', () => {
  test('python on PATH, before python3', async () => {
    const first = link(real, path.join(bin, 'python'))
    link(real, path.join(bin, 'python3'))
    expect(await choose()).toEqual({ ok: true, choice: { command: [first], why: `${first} (python on PATH)` } })
  })

  test('python3 where python is too old or does not start, and says so', async () => {
    program(path.join(bin, 'python'), pretend('2.7'))
    const second = link(real, path.join(bin, 'python3'))
    const why = expect.stringMatching(/python3 on PATH.*is Python 2\.7; the probe needs 3\.8 or newer/)
    expect(await choose()).toEqual({ ok: true, choice: { command: [second], why } })
    program(path.join(bin, 'python'), broken)
    expect(await choose()).toMatchObject({ choice: { why: expect.stringMatching(/init_fs_encoding/) } })
  })

  test('uv with its lock file, else poetry with its own', async () => {
    link(real, path.join(bin, 'python'))
    const poetry = program(path.join(bin, 'poetry'), `#!/bin/sh\nshift 2\nexec ${real} "$@"\n`)
    repo.write({ 'uv.lock': '', 'poetry.lock': '' })
    expect(await choose()).toMatchObject({
      choice: {
        command: [poetry, 'run', 'python'],
        why: expect.stringMatching(/poetry\.lock is here\); uv\.lock is here, but uv is not on PATH/),
      },
    })
    const uv = program(path.join(bin, 'uv'), `#!/bin/sh\n[ "$2" = --no-sync ] || exit 9\nshift 3\nexec ${real} "$@"\n`)
    expect(await choose()).toMatchObject({ choice: { command: [uv, 'run', '--no-sync', 'python'] } })
  })

  test('an untracked .venv before lock files and PATH', async () => {
    link(real, path.join(bin, 'python'))
    repo.write({ 'uv.lock': '' })
    const venv = link(real, path.join(repo.dir, '.venv/bin/python'))
    expect(await choose()).toMatchObject({ choice: { command: [venv], why: expect.stringMatching(/\.venv/) } })
  })

  test.each([
    ['leads nowhere', () => link('/nowhere/python3.12', path.join(repo.dir, '.venv/bin/python'))],
    ['does not start', () => program(path.join(repo.dir, '.venv/bin/python'), broken)],
  ])('a .venv whose Python %s is not passed over in silence: none is chosen', async (_, prepare) => {
    link(real, path.join(bin, 'python'))
    prepare()
    expect(await choose()).toMatchObject({ ok: false, tried: [expect.stringMatching(/\.venv/)] })
  })

  test('an untracked venv before PATH, unless another environment is active', async () => {
    program(path.join(bin, 'python'), pretend('3.12'))
    const python = program(path.join(repo.dir, 'venv/bin/python'), pretend('3.12'))
    const env = { PATH: `${bin}:/usr/bin:/bin` }
    const chosen = (more: NodeJS.ProcessEnv) =>
      chooseInterpreter(needsFor(repo.dir, { ...env, ...more }), { cwd: repo.dir, probes: 'probes' })
    expect(await chosen({})).toMatchObject({
      choice: { command: [python], why: expect.stringContaining('the environment in venv') },
    })
    expect(await chosen({ VIRTUAL_ENV: '/elsewhere' })).toMatchObject({
      choice: { command: [path.join(bin, 'python')] },
    })
  })

  test('the executable of the session record before everything', async () => {
    link(real, path.join(bin, 'python'))
    link(real, path.join(repo.dir, '.venv/bin/python'))
    const session = link(real, path.join(bin, 'session/python3.12'))
    record({ executable: session })
    expect(await choose()).toMatchObject({
      choice: { command: [session], why: expect.stringMatching(/tests ran in it/) },
    })
  })

  test.each<[string, () => void]>([
    ['is of another machine', () => record({ hostname: 'elsewhere.example' })],
    ['names a Python that is gone', () => record({ executable: '/nowhere/bin/python' })],
    ['names no Python', () => record({ executable: '/bin/sh' })],
    ['names a relative path', () => record({ executable: 'bin/python' })],
    [
      'names a tracked program',
      () => {
        const file = program(path.join(repo.dir, 'tools/python'), pretend('3.12'))
        repo.commit('Brings its own Python')
        record({ executable: file })
      },
    ],
    [
      'names a link to a tracked program',
      () => {
        const file = program(path.join(repo.dir, 'tools/run.sh'), pretend('3.12'))
        repo.commit('Brings its own Python')
        record({ executable: link(file, path.join(bin, 'linked/python')) })
      },
    ],
    [
      'is tracked itself',
      () => {
        record({})
        repo.git('add', '-f', '.host_fingerprint.json')
        repo.commit('Brings its own record')
      },
    ],
  ])('a record that %s is passed over, and it is said', async (_, prepare) => {
    const usual = link(real, path.join(bin, 'python'))
    prepare()
    const why = expect.stringMatching(/\.host_fingerprint\.json was passed over/)
    expect(await choose()).toEqual({ ok: true, choice: { command: [usual], why } })
  })

  test('a record at the top serves a project below it that has none of its own', async () => {
    const usual = link(real, path.join(bin, 'python'))
    const session = link(real, path.join(bin, 'session/python3.12'))
    record({ executable: session })
    const below = path.join(repo.dir, 'a/b')
    fs.mkdirSync(below, { recursive: true })
    const chosen = () => chooseInterpreter(needsFor(below), { cwd: below, probes: 'probes' })
    expect(await chosen()).toMatchObject({ choice: { command: [session] } })
    record({ executable: usual }, 'a/b/.host_fingerprint.json')
    expect(await chosen()).toMatchObject({ choice: { command: [usual] } })
  })

  test.each(['not json', '[]', '{"hostname": 1}', 'null', '{}'])('a record that says %s is none', async (text) => {
    const usual = link(real, path.join(bin, 'python'))
    repo.write({ '.host_fingerprint.json': text })
    expect(await choose()).toMatchObject({ choice: { command: [usual] } })
  })

  test('never what the repository tracks: a file, a link, a folder that is a link', async () => {
    const outside = createFolder()
    program(path.join(outside, 'bin/python'), pretend('3.12'))
    fs.symlinkSync(outside, path.join(repo.dir, '.venv'))
    repo.git('add', '-f', '.venv')
    repo.commit('Brings a link')
    program(path.join(repo.dir, 'bin/python'), pretend('3.12'))
    repo.commit('Brings a Python')
    const which = (name: string) => findProgram(name, { PATH: path.join(repo.dir, 'bin') })
    const chosen = await chooseInterpreter({ ...needsFor(repo.dir), which }, { cwd: repo.dir, probes: 'probes' })
    expect(chosen).toEqual({
      ok: false,
      old: false,
      tried: [
        '.venv/bin/python was passed over: git tracks it',
        'python on PATH was passed over: git tracks it',
        'no python3 on PATH',
      ],
    })
  })
})

test('a Python that is too old starts and is refused', async () => {
  for (const { path: old, version } of await findOldInterpreters()) {
    const start = await startPython(needsFor(repo.dir), [old], repo.dir)
    const said = version.split('.').slice(0, 2).join('.')
    expect(start).toEqual({ ok: false, old: true, message: `is Python ${said}; the probe needs 3.8 or newer` })
  }
})

describe('what became of the probe', () => {
  const request = (named: string) => ({
    place: 'box' as const,
    leg: 'codex',
    python: named,
    cwd: repo.dir,
    claims: 'probes/claims.json',
    probes: 'probes',
    tests: 'never' as const,
  })
  const run = (named: string, env?: NodeJS.ProcessEnv) => createPythonProbe(needsFor(repo.dir, env)).run(request(named))
  const fake = (probe: string) => program(path.join(bin, 'fake python'), pretend('3.12', probe))

  test('it wrote a file: that file is what it says', async () => {
    const said = 'mkdir -p probes; echo "$@" > probes/box-codex.txt'
    const named = fake(said)
    expect(await run(named)).toEqual({
      ok: true,
      file: 'probes/box-codex.txt',
      text: 'box-codex --tests never --claims probes/claims.json --out probes/box-codex.txt\n',
      interpreter: { command: [named], why: `${named} (named)` },
    })
  })

  test('in an environment that nobody activated its programs come first, as activate has it', async () => {
    const root = path.join(createFolder(), 'my venv')
    const said = 'mkdir -p probes; printf "%s %s" "$VIRTUAL_ENV" "$PATH" > probes/box-codex.txt'
    const named = program(path.join(root, 'bin/python'), pretend('3.12', said))
    const env = { PATH: `${bin}:/usr/bin:/bin` }
    const plain = await run(named, env)
    expect(plain.ok && plain.text).toBe(` ${bin}:/usr/bin:/bin`)
    fs.writeFileSync(path.join(root, 'pyvenv.cfg'), 'home = /usr/bin\n')
    const activated = await run(named, env)
    expect(activated.ok && activated.text).toBe(`${root} ${root}/bin:${bin}:/usr/bin:/bin`)
  })

  test.each([
    [2, 'usage'],
    [3, 'unsupported'],
    [4, 'cannot-write'],
    [1, 'crashed'],
    [77, 'crashed'],
  ])('it ended with %i: %s', async (status, why) => {
    const ran = await run(fake(`echo "it said why" >&2; exit ${status}`))
    expect(ran).toMatchObject({
      ok: false,
      why,
      message: expect.stringMatching(/it said why/),
      fix: expect.any(String),
    })
  })

  test.each([
    ['it was killed', {}, 'kill -9 $$', /SIGKILL/],
    ['only the file of an earlier run is there', { 'probes/box-codex.txt': 'old' }, 'exit 0', /no new file/],
    ['a link where the file should be', { s: '' }, 'ln -s ../s probes/box-codex.txt', /no new file/],
  ])('it crashed: %s', async (_, files, probe, message) => {
    repo.write({ 'probes/x': '', ...files })
    const ran = await run(fake(probe))
    expect(ran).toMatchObject({ ok: false, why: 'crashed', message: expect.stringMatching(message) })
  })

  test.each([
    ['/nowhere/python', /ENOENT/],
    ['no-such-python', /ENOENT/],
    ['/etc/passwd', /EACCES/],
    ['/bin/false', /exit status/],
  ])('the named Python is %s', async (named, message) => {
    expect(await run(named)).toMatchObject({
      ok: false,
      why: 'named-interpreter',
      message: expect.stringMatching(message),
    })
  })

  test('no Python anywhere', async () => {
    expect(await run('')).toMatchObject({
      ok: false,
      why: 'no-interpreter',
      message: 'no Python could be started: no python on PATH; no python3 on PATH',
      fix: expect.stringMatching(/--python/),
    })
  })

  test('only a Python that is too old', async () => {
    program(path.join(bin, 'python'), pretend('2.7'))
    expect(await run('')).toMatchObject({ ok: false, why: 'unsupported' })
  })

  test('a wrong PYTHONHOME lets no Python start, and the fix says so', async () => {
    const env = { ...process.env, PYTHONHOME: '/nowhere' }
    const named = await run(real, env)
    expect(named).toMatchObject({ ok: false, why: 'named-interpreter', fix: expect.stringMatching(/unset PYTHONHOME/) })
    link(real, path.join(bin, 'python'))
    expect(await run('', env)).toMatchObject({
      ok: false,
      why: 'no-interpreter',
      fix: expect.stringMatching(/unset PYTHONHOME/),
    })
  })
})
