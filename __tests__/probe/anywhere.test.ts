/** What must hold on Linux, macOS and Windows alike: real Python, git and pytest, and nothing that only one has. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import { anyPython, contentOfHead, errorsOf, look } from '../support/look.ts'
import { needVenv, type Venv } from '../support/python.ts'
import { createFolder, createRepo, type Repo } from '../support/repo.ts'
import { createSuite, hasRecord, PROBE, plainEnv, start } from '../support/suite.ts'

const { platform } = process
const windows = platform === 'win32'
const claims = {
  packages: ['demo', 'json', 'sys', 'gone'],
  env: ['SET_HERE', 'UNSET', { name: 'COMPARED', compare: true }],
  files: ['demo/__init__.py', 'gone.txt'],
  canary: ['home', 'temp', 'repo'],
  secrets: ['.env', 'configuration'],
}

describe('a probe', () => {
  let repo: Repo
  let facts: Facts
  let stdout: string
  let python: string
  let version: string
  const [HOME, TMPDIR] = [createFolder(), createFolder()]
  const env = { SET_HERE: 'x', COMPARED: 'v4lue', HOME, USERPROFILE: HOME, TMPDIR, TEMP: TMPDIR, TMP: TMPDIR }
  beforeAll(async () => {
    ;({ path: python, version } = await anyPython())
    repo = createRepo({ 'demo/__init__.py': 'WHO = 1\n', 'far/down/changed.txt': '1\n', '.gitignore': '.env\n' })
    repo.write({
      '.env': 'TOKEN=s3cr3t-value\n',
      'new.txt': 'new\n',
      'far/down/new.txt': 'new\n',
      'far/down/changed.txt': 'changed\n',
    })
    const looked = await look(repo.dir, { python, claims, env })
    facts = looked.facts
    stdout = looked.stdout
  })

  it('breaks in no family', () => {
    expect(errorsOf(facts)).toEqual({})
  })

  it('knows the machine, the system and the interpreter', () => {
    expect(facts.host?.platform).toBe(platform)
    expect(facts.host?.machine).toMatch(/^[0-9a-f]{32}$/)
    expect(facts.interpreter).toMatchObject({ version })
    expect(facts.interpreter?.executable_hash).toMatch(/^[0-9a-f]{12}$/)
  })

  it('knows content as git does, and changed line ends no more than git', () => {
    expect(facts.git).toMatchObject({
      state: 'ok',
      head: repo.sha(),
      head_content: contentOfHead(repo),
      untracked: 2,
      modified: 1,
      deleted: 0,
      ignored: 1,
    })
    repo.git('add', '--all')
    repo.git('commit', '--quiet', '--message', 'All')
    expect(facts.git?.tree_content).toBe(contentOfHead(repo, /^probes\/claims\.json$/))
  })

  it('labels modules and entries, with / in every path', () => {
    const found = facts.packages?.claimed
    expect(found?.demo).toMatchObject({ label: 'repo', origin: '<repo>/demo/__init__.py', tracked: true })
    expect(found?.json?.label).toBe('stdlib')
    expect(found?.sys).toMatchObject({ label: 'stdlib', loader: 'builtin' })
    expect(found?.gone).toMatchObject({ importable: false, readable: true })
    expect(facts.path?.entries?.[0]).toEqual({ path: '<repo>', label: 'repo' })
    expect(stdout).not.toContain('\\\\')
  })

  it('sees variables, files and secrets, and no value of theirs', () => {
    expect(facts.env?.claimed).toMatchObject({ SET_HERE: { set: true }, UNSET: { set: false } })
    expect(facts.env?.claimed?.COMPARED?.hash).toMatch(/^[0-9a-f]{12}$/)
    expect(facts.persist?.files).toMatchObject({
      'demo/__init__.py': {
        exists: true,
        tracked: true,
        size: fs.statSync(path.join(repo.dir, 'demo/__init__.py')).size,
      },
      'gone.txt': { exists: false },
    })
    expect(facts.secrets?.files?.['.env']).toMatchObject({
      exists: true,
      tracked: false,
      ignored: true,
      modes: !windows,
    })
    expect(facts.secrets?.configuration).toMatchObject({ remotes: false, headers: false })
    for (const value of ['v4lue', 's3cr3t-value', path.basename(HOME)]) expect(stdout).not.toContain(value)
  })

  it('plants canaries, and finds them again without a new boot', async () => {
    const again = (await look(repo.dir, { python, env, only: 'persist' })).facts.persist?.canary ?? {}
    for (const where of ['home', 'temp', 'repo']) {
      expect(facts.persist?.canary?.[where]).toMatchObject({ earlier: false, writable: true })
      expect(again[where]).toMatchObject({ earlier: true, nonce: facts.persist?.canary?.[where]?.nonce })
      expect(again[where]?.boot_changed ?? false).toBe(false)
    }
    const forgotten = await start([python, PROBE, 'forget'], { cwd: repo.dir, env: plainEnv(env) })
    expect(forgotten).toMatchObject({ code: 0, stdout: '' })
    const after = (await look(repo.dir, { python, env, only: 'persist' })).facts.persist?.canary ?? {}
    expect(Object.values(after).map((one) => one.earlier)).toEqual([false, false, false])
  })

  it('starts no git that the repository brings', async () => {
    const repo = createRepo({ 'demo.py': '' })
    const [file, own] = windows
      ? [path.join(process.env.SystemRoot ?? 'C:/Windows', 'System32/hostname.exe'), 'git.exe']
      : ['/bin/echo', 'git']
    fs.copyFileSync(file, path.join(repo.dir, own))
    expect((await look(repo.dir, { python, only: 'git' })).facts.git).toMatchObject({ state: 'ok', untracked: 1 })
  })

  it('reads PYTHONPATH as this system writes it', async () => {
    const repo = createRepo({ 'lib/x.py': '' })
    const other = createFolder('other-')
    const PYTHONPATH = ['lib', other, path.join(other, 'gone')].join(path.delimiter)
    const seen = (await look(repo.dir, { python, only: 'path', env: { PYTHONPATH } })).facts.path
    expect(seen?.pythonpath).toEqual(['<repo>/lib', `<other>/${path.basename(other)}`, '<other>/gone'])
    expect(seen?.entries?.slice(0, 4).map(({ label }) => label)).toEqual(['repo', 'repo', 'pythonpath', 'missing'])
  })

  it('of a virtual environment says so', async () => {
    const dir = path.join(createFolder(), 'env')
    execFileSync(python, ['-m', 'venv', '--without-pip', dir])
    const inside = path.join(dir, windows ? 'Scripts/python.exe' : 'bin/python')
    const seen = (await look(createFolder(), { python: inside, only: 'interpreter,path' })).facts
    expect(errorsOf(seen)).toEqual({})
    expect(seen.interpreter).toMatchObject({ in_venv: true })
    expect(seen.path?.entries?.at(-1)?.label).toBe('venv')
  })
})

describe('a test session', () => {
  let venv: Venv
  beforeAll(async () => {
    venv = await needVenv()
  }, 300_000)

  it('is recorded, and the record is believed', async () => {
    const { dir } = createSuite({}, { tests: { command: ['python', '-m', 'pytest', '-q'] } })
    const ended = await start([venv.python, '-m', 'pytest', '-q'], { cwd: dir, env: plainEnv() })
    expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    expect(ended.stdout).toContain('[host-fingerprint]')
    expect(hasRecord(dir)).toBe(true)
    const { facts } = await look(dir, { python: venv.python, args: ['--tests', 'auto', '--stdout'] })
    expect(facts.tests).toMatchObject({ source: 'session', believed: true, passed: 1, exit_status: 0 })
    expect(facts.tests?.origins?.mypkg).toMatchObject({ imported: true, label: 'repo' })
  })

  it('is started from PATH, as the claim names it', async () => {
    const { dir } = createSuite({}, { tests: { command: ['pytest', '-q'] } })
    const PATH = [path.dirname(venv.python), process.env.PATH].join(path.delimiter)
    const args = ['--tests', 'always', '--stdout']
    const { facts } = await look(dir, { python: venv.python, args, env: { PATH } })
    expect(facts.tests).toMatchObject({ source: 'run', passed: 1, exit_status: 0 })
  })

  it('is started where there is no record', async () => {
    const { dir } = createSuite({}, { tests: { command: ['python', '-m', 'pytest', '-q'] } })
    const { facts } = await look(dir, { python: venv.python, args: ['--tests', 'auto', '--stdout'] })
    expect(facts.tests).toMatchObject({ source: 'run', believed: true, passed: 1, exit_status: 0 })
  })
})
