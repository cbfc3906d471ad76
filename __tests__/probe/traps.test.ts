/** The traps that no other file here sets, and the list of all of them with the test that sets each. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { atRoot } from '../support/bed.ts'
import { anyPython, contentOfTree, errorsOf, type LookOptions, look, lookRaw } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { findInterpreters } from '../support/python.ts'
import { createFolder, createRepo, writeFiles } from '../support/repo.ts'
import { PROBE } from '../support/suite.ts'
import { TRAPS } from './traps.ts'

const SYSTEM = '/usr/bin/python3'
let python: string
/** The oldest and the newest: where they agree the others do. */
let ends: string[]
beforeAll(async () => {
  python = (await anyPython()).path
  const all = (await findInterpreters()).map((one) => one.path).filter((one) => one !== SYSTEM)
  ends = [...new Set([all[0] ?? python, all.at(-1) ?? python])]
})
const facts = async (cwd: string, options: LookOptions = {}) => {
  const looked = await look(cwd, options)
  expect(errorsOf(looked.facts)).toEqual({})
  return looked.facts
}
const saysOfItself = (by: string, flags: readonly string[], code: string) =>
  JSON.parse(execFileSync(by, [...flags, '-c', `import sys, json; print(json.dumps(${code}))`], { encoding: 'utf8' }))

const ALL = Object.entries(TRAPS).flatMap(([file, traps]) =>
  Object.entries(traps).map(([trap, title]) => [trap, file, title] as const),
)
it.each(ALL)('%s: %s has the test', (_, file, title) => {
  expect(fs.readFileSync(atRoot(`__tests__/${file}`), 'utf8')).toContain(title)
})

describe('environments', () => {
  // Elsewhere nothing tells which file runs.
  needing('proc').it('with a copied Python instead of a link', async () => {
    for (const by of ends) {
      const dir = path.join(createFolder(), 'env')
      execFileSync(by, ['-m', 'venv', '--without-pip', '--copies', dir])
      const { interpreter } = await facts(createFolder(), { python: path.join(dir, 'bin/python'), only: 'interpreter' })
      expect(interpreter).toMatchObject({ in_venv: true, executable: '<prefix>/bin/python' })
    }
  })

  it('whose home leads through a link keep their standard library', async () => {
    for (const by of ends) {
      const parent = createFolder()
      fs.symlinkSync(path.dirname(path.dirname(by)), path.join(parent, 'link'))
      const dir = path.join(parent, 'env')
      execFileSync(path.join(parent, 'link/bin', path.basename(by)), ['-m', 'venv', '--without-pip', dir])
      const options = { python: path.join(dir, 'bin/python'), only: 'path,packages', claims: { packages: ['json'] } }
      const seen = await facts(createFolder(), options)
      expect(seen.path?.entries?.slice(1).map((one) => one.label)).toEqual(['stdlib', 'stdlib', 'stdlib', 'venv'])
      expect(seen.packages?.claimed?.json?.label).toBe('stdlib')
    }
  })

  it('without site are what the interpreter itself takes them for', async () => {
    for (const by of ends) {
      const dir = path.join(createFolder(), 'env')
      execFileSync(by, ['-m', 'venv', '--without-pip', dir])
      const inside = path.join(dir, 'bin/python')
      const flags = ['-I', '-S']
      const { interpreter } = await facts(createFolder(), { python: inside, flags, only: 'interpreter' })
      expect(interpreter).toMatchObject({ in_venv: saysOfItself(inside, flags, 'sys.prefix != sys.base_prefix') })
    }
  })
})

describe('how Python is started', () => {
  it('-I with a folder still puts that folder first', async () => {
    const dir = createFolder()
    fs.copyFileSync(PROBE, path.join(dir, '__main__.py'))
    const { path: seen } = await facts(createFolder(), { command: [python, '-I', dir], only: 'path' })
    expect(seen?.entries?.[0]?.path).toBe(`<other>/${path.basename(dir)}`)
  })

  needing('root', 'system python').it('as an effective user that is another', async () => {
    const dir = createFolder()
    fs.chmodSync(dir, 0o755)
    const probe = path.join(dir, 'agent_probe.py')
    fs.copyFileSync(PROBE, probe)
    const code = 'import os, sys; os.seteuid(65534); os.execv(sys.executable, [sys.executable] + sys.argv[1:])'
    const seen = await facts(dir, { command: [SYSTEM, '-c', code, probe], only: 'host,path' })
    expect(seen.path?.user_site).toBe('refused')
  })

  it('says the same whatever the hash seed, twice in a row', async () => {
    const repo = createRepo({ 'b.py': '', 'a.py': '' })
    repo.write({ 'new.py': '' })
    const claims = { packages: ['b', 'a', 'json'], files: ['b.py', 'a.py'], env: ['Z', 'A'] }
    const said = async (PYTHONHASHSEED: string) => {
      const { stdout } = await lookRaw(repo.dir, { claims, env: { PYTHONHASHSEED } })
      return stdout.replace(/^(?:run_id|taken_at) = .*\n/gm, '').replace(/^\[probe\.durations\]\n(?:\w+ = \d+\n)+/m, '')
    }
    expect(await said('1')).toBe(await said('4242'))
  })
})

describe('modules that are none, or not as others', () => {
  it('built in, frozen, of the standard library, the program itself', async () => {
    const claims = {
      packages: ['os', 'sys', 'zipimport', '__future__', 'importlib.util', '__main__', 'this', 'antigravity'],
    }
    for (const { path: by } of await findInterpreters()) {
      const { packages } = await facts(createFolder(), { python: by, claims, only: 'packages' })
      const { __main__: program, ...others } = packages?.claimed ?? {}
      expect(Object.values(others).map(({ importable, label }) => [importable, label])).toEqual(
        Array(7).fill([true, 'stdlib']),
      )
      expect(program?.importable).toBe(false)
    }
  })
})

describe('variables', () => {
  it('inherited and taken away since is unset', async () => {
    const code = `import os, runpy; del os.environ["A"]; runpy.run_path(${JSON.stringify(PROBE)}, run_name="__main__")`
    const options = { command: [python, '-c', code], claims: { env: ['A'] }, env: { A: 'x' }, only: 'env' }
    expect((await facts(createFolder(), options)).env?.claimed?.A?.set).toBe(false)
  })
})

describe('canaries', () => {
  needing('linux', ['setsid', '--version']).it('another terminal is no new login', async () => {
    const HOME = createFolder()
    const visit = async (around: readonly string[]) => {
      const options = { command: [...around, python, PROBE], claims: { canary: ['home'] }, env: { HOME } }
      return (await facts(createFolder(), { ...options, only: 'persist' })).persist?.canary?.home
    }
    const session = fs.readFileSync('/proc/self/sessionid', 'utf8').trim()
    // Another terminal is no new login. Where the kernel does not count logins, nobody does.
    const counted = ['', '4294967295'].includes(session) ? undefined : false
    for (const around of [[], [], ['setsid', '--wait']]) expect((await visit(around))?.login_changed).toBe(counted)
  })
})

describe('git', () => {
  needing('root').it('root who became so by sudo, and whoever is told to trust, may look', async () => {
    const repo = createRepo({ 'demo.py': '' })
    execFileSync('chown', ['-R', '65534', repo.dir])
    const HOME = createFolder()
    const state = async (env: NodeJS.ProcessEnv) => (await facts(repo.dir, { only: 'git', env: { HOME, ...env } })).git
    expect(await state({})).toEqual({ state: 'refused' })
    expect(await state({ SUDO_UID: '65534' })).toMatchObject({ state: 'ok', untracked: 0 })
    writeFiles(HOME, { '.gitconfig': `[safe]\n\tdirectory = ${repo.dir}\n` })
    expect(await state({})).toMatchObject({ state: 'ok', untracked: 0 })
  })

  it('a mode that git is told not to look at', async () => {
    const repo = createRepo({ 'run.sh': 'x\n' })
    repo.git('config', 'core.fileMode', 'false')
    fs.chmodSync(path.join(repo.dir, 'run.sh'), 0o755)
    const { git } = await facts(repo.dir, { only: 'git' })
    expect(git).toMatchObject({ modified: 0, tree_content: contentOfTree(repo) })
  })

  it('a merge in the making, and a rebase that stopped', async () => {
    const repo = createRepo({ 'a.txt': '1\n' })
    repo.branch('other')
    repo.commit('Other', { 'a.txt': '2\n' })
    repo.checkout('main')
    const head = repo.commit('Main', { 'a.txt': '3\n' })
    expect(() => repo.git('merge', '--quiet', 'other')).toThrow()
    const { git } = await facts(repo.dir, { only: 'git' })
    // Three stages of one path in the index, one file with marks in the tree.
    expect(git).toMatchObject({ state: 'ok', head, modified: 1, tree_content: contentOfTree(repo) })
  })
})
