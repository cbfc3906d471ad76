/** Little is private: what is said of who and where, and what a probe opens. Planted values: leaks.test.ts. */

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyPython, look } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import type { Interpreter } from '../support/python.ts'
import { createFolder, createRepo, type Repo, writeFiles } from '../support/repo.ts'
import { PROBE, plainEnv, start } from '../support/suite.ts'
import { makeVenv } from '../support/venv.ts'

let python: Interpreter
beforeAll(async () => {
  python = await anyPython()
})

needing(['strace', '-V']).describe('seen by strace', () => {
  const trace = async (repo: Repo, what: string): Promise<string> => {
    const log = path.join(createFolder(), 'log')
    const command = ['strace', '-f', '-qq', '-e', `trace=${what}`, '-s', '300', '-o', log, python.path, PROBE, 'box']
    const { code, stderr } = await start([...command, '--tests', 'never', '--stdout'], {
      cwd: repo.dir,
      env: plainEnv(),
    })
    expect(code, stderr).toBe(0)
    return fs.readFileSync(log, 'utf8')
  }
  const repo = () => {
    const made = createRepo({
      'demo.py': '',
      'probes/claims.json': JSON.stringify({
        canary: ['temp'],
        files: ['~/x', 'demo.py'],
        packages: ['demo', 'json', 'gone'],
      }),
    })
    made.git('remote', 'add', 'origin', 'https://example.invalid/demo.git')
    return made
  }

  // The C library asks a name cache on this machine for users and groups, of its own accord.
  const cache = /^\d+ +(?:socket\(AF_UNIX, |connect\(\d+, \{sa_family=AF_UNIX, sun_path="\/var\/run\/nscd\/socket")/

  it('no network: not even a socket of such a kind', async () => {
    const made = repo()
    fs.writeFileSync(path.join(made.dir, '.env'), 'x', { mode: 0o640 })
    const log = await trace(made, '%network')
    const calls = log.split('\n').filter((line) => /^\d+ +\w+\(/.test(line))
    expect(calls.filter((line) => !cache.test(line))).toEqual([])
  })

  it('opens for writing only temporary files, the canary and nothing in the tree', async () => {
    const made = repo()
    const log = await trace(made, 'open,openat,creat,mkdir,rename,unlink')
    const written = [
      ...log.matchAll(/open(?:at)?\((?:AT_FDCWD, )?"([^"]+)", [^)\n]*O_(?:WRONLY|RDWR|CREAT)[^)\n]*\) = \d/g),
    ]
    const elsewhere = written.map(([, file = '']) => file).filter((file) => !/^\/dev\/|where-it-ran-/.test(file))
    expect(elsewhere.filter((file) => !file.startsWith('/tmp/where-it-ran'))).toEqual([])
    expect(written.filter(([, file = '']) => file.startsWith(made.dir))).toEqual([])
  })
})

describe('who and where', () => {
  it('home, user and the way to the repository are not in the file', async () => {
    const home = path.join(createFolder(), 'ada-lovelace')
    const dir = path.join(home, 'employer-inc/repo')
    fs.mkdirSync(dir, { recursive: true })
    execFileSync('git', ['init', '--quiet', '--template='], { cwd: dir })
    makeVenv(python.path, {}, path.join(home, 'envs/work'))
    writeFiles(dir, { 'demo.py': '' })
    const env = {
      HOME: home,
      USER: 'ada-lovelace',
      LOGNAME: 'ada-lovelace',
      PYTHONPATH: `${home}/lib:/home/ada-lovelace`,
    }
    for (const place of ['local', 'box', 'ci']) {
      const { stdout } = await look(dir, {
        python: path.join(home, 'envs/work/bin/python'),
        env,
        place,
        claims: { files: ['~/x'], packages: ['demo'] },
      })
      expect(stdout).not.toMatch(/ada-lovelace|employer-inc/)
      expect(stdout).toContain('"~/lib"')
    }
  })

  it('local hashes its host name and lists claimed packages only; box and ci show both; options say otherwise', async () => {
    const name = execFileSync('uname', ['-n'], { encoding: 'utf8' }).trim()
    const dir = createFolder()
    const facts = async (place: string, ...more: string[]) =>
      (await look(dir, { place, only: 'host,packages', args: ['--stdout', ...more], claims: { packages: ['pip'] } }))
        .facts
    const local = await facts('local')
    expect(local.host?.hostname).toBeUndefined()
    expect(local.host?.hostname_hash).toMatch(/^[0-9a-f]{12}$/)
    expect(local.packages?.scope).toBe('claimed')
    expect(local.packages?.distributions?.every((line) => line.startsWith('pip=='))).toBe(true)
    for (const place of ['box', 'ci']) {
      const shown = await facts(place)
      expect(shown.host).toMatchObject({ hostname: name, hostname_hash: local.host?.hostname_hash })
      expect(shown.packages?.scope).toBe('all')
    }
    expect((await facts('local', '--host', 'show')).host?.hostname).toBe(name)
    expect((await facts('box', '--host', 'hash')).host?.hostname).toBeUndefined()
    expect((await facts('local', '--packages', 'all')).packages?.scope).toBe('all')
    expect((await facts('ci', '--packages', 'claimed')).packages?.scope).toBe('claimed')
  })
})
