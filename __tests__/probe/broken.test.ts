/** Real faults in what a probe looks at: each costs at most the fact that it breaks, and nothing blocks. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { anyPython, errorsOf, look, lookRaw, writeClaims } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { createFolder, createRepo, type Repo, writeFiles } from '../support/repo.ts'

const fifo = (file: string) => {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  execFileSync('mkfifo', [file])
}
const loop = (file: string) => {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.symlinkSync(path.basename(file), file)
}
const bytes = (...codes: number[]) => Uint8Array.from(codes)
const whole = { 'demo/__init__.py': '', 'demo/more.py': 'x = 1\n' }
const FAMILIES = 'probe previous host interpreter path packages env persist git tests secrets'.split(' ')

needing('posix').describe('files that are none, or hold something else', () => {
  it('pipes, loops, folders and other bytes wherever the probe reads', async () => {
    const repo = createRepo(whole)
    const [HOME, bin, lib] = [createFolder(), createFolder(), path.join(createFolder(), 'site-packages')]
    for (const file of ['claimed', 'probes/box.txt', '.host_fingerprint.json']) fifo(path.join(repo.dir, file))
    fifo(path.join(repo.dir, 'pyproject.toml'))
    fifo(path.join(HOME, '.config/pip/pip.conf'))
    fifo(path.join(bin, 'python3'))
    fs.chmodSync(path.join(bin, 'python3'), 0o755)
    for (const file of ['looped', '.env']) loop(path.join(repo.dir, file))
    loop(path.join(HOME, '.config/uv/uv.toml'))
    loop(path.join(bin, 'python'))
    fs.mkdirSync(path.join(bin, 'pip'))
    fifo(path.join(lib, 'pipe-1.dist-info/RECORD'))
    fifo(path.join(lib, 'pipe-1.dist-info/direct_url.json'))
    fifo(path.join(lib, 'pipe.pth'))
    loop(path.join(lib, 'gone-1.dist-info'))
    writeFiles(lib, {
      'folder-1.dist-info/METADATA/x': '',
      'folder-1.dist-info/RECORD/x': '',
      'file-2.dist-info': 'no folder',
      'bytes-3.dist-info/RECORD': bytes(0xff, 0xfe, 0x00, 0x0a),
      'bytes-3.dist-info/direct_url.json': bytes(0xff, 0x7b),
      'nameless.dist-info/METADATA': '',
      '-4.dist-info/METADATA': '',
      '__editable___x_finder.py': bytes(0x00, 0xff),
      '__editable__.deep.pth': '/'.repeat(5000),
    })
    const claims = {
      files: ['claimed', 'looped', '/dev/zero', '/proc/self/mem', 'demo/__init__.py/below', 'x'.repeat(400)],
      secrets: ['.env', 'claimed', '/dev/null'],
      packages: ['demo', 'pipe', 'folder', 'file', 'bytes', 'gone'],
      canary: ['home'],
      tests: { reports: ['claimed', 'looped', '/dev/zero'] },
    }
    const env = { HOME, PYTHONPATH: lib, PATH: `${bin}:${process.env.PATH}` }
    const { facts } = await look(repo.dir, { claims, env })
    expect(errorsOf(facts)).toEqual({})
    expect(Object.keys(facts)).toEqual(FAMILIES)
    expect(facts.packages?.claimed?.demo).toMatchObject({ label: 'repo', importable: true })
    expect(facts.packages?.distributions).toEqual(
      expect.arrayContaining(['bytes==3', 'file==2', 'folder==1', 'pipe==1']),
    )
    expect(facts.persist?.files).toMatchObject({
      claimed: { exists: true, kind: 'other' },
      '/dev/zero': { exists: true, kind: 'other' },
      'demo/__init__.py/below': { exists: false },
    })
    expect(facts.previous).toMatchObject({ found: false })
    expect([facts.tests?.source, facts.tests?.believed]).toEqual(['session', false])
    expect(facts.git?.state).toBe('ok')
  }, 60_000)

  it('a claims file that is a pipe or a folder is refused, not waited for', async () => {
    for (const make of [fifo, (file: string) => fs.mkdirSync(file, { recursive: true })]) {
      const dir = createFolder()
      make(path.join(dir, 'probes/claims.json'))
      expect(await lookRaw(dir, { only: 'host' })).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^agent_probe\.py: .*claims\.json.*\n$/),
      })
    }
  }, 60_000)
})

describe('a repository that is broken', () => {
  const cases: Record<string, (repo: Repo) => void> = {
    'an index of other bytes': (repo) => fs.writeFileSync(path.join(repo.dir, '.git/index'), 'DIRC garbage'),
    'an index cut short': (repo) => fs.truncateSync(path.join(repo.dir, '.git/index'), 40),
    'HEAD of other bytes': (repo) => fs.writeFileSync(path.join(repo.dir, '.git/HEAD'), bytes(0xff, 0x00)),
    'HEAD that leads nowhere': (repo) => fs.writeFileSync(path.join(repo.dir, '.git/HEAD'), 'f'.repeat(40)),
    'a tree that is gone': (repo) => {
      const tree = repo.git('rev-parse', 'HEAD^{tree}')
      fs.rmSync(path.join(repo.dir, '.git/objects', tree.slice(0, 2), tree.slice(2)))
    },
    'a commit that is gone': (repo) => {
      const head = repo.sha()
      fs.rmSync(path.join(repo.dir, '.git/objects', head.slice(0, 2), head.slice(2)))
    },
    'a .git that is an empty file': (repo) => {
      fs.rmSync(path.join(repo.dir, '.git'), { recursive: true })
      fs.writeFileSync(path.join(repo.dir, '.git'), '')
    },
    'a worktree whose repository is gone': (repo) => {
      fs.rmSync(path.join(repo.dir, '.git'), { recursive: true })
      fs.writeFileSync(path.join(repo.dir, '.git'), 'gitdir: /nowhere/.git/worktrees/x\n')
    },
    'an extension nobody knows': (repo) => {
      repo.git('config', 'core.repositoryFormatVersion', '1')
      repo.git('config', 'extensions.fromTheFuture', 'true')
    },
  }
  it.each(Object.entries(cases))('%s: no content is claimed, and no other family is lost', async (_, breakIt) => {
    const repo = createRepo(whole)
    breakIt(repo)
    const { facts, code } = await look(repo.dir, {
      claims: { packages: ['json', 'demo'], secrets: ['.env', 'configuration'] },
    })
    expect(code).toBe(0)
    expect(Object.keys(facts)).toEqual(FAMILIES)
    // What was not read is no "nothing changed".
    expect(facts.git?.tree_content === undefined || facts.git?.head_content === undefined).toBe(true)
    expect(facts.git?.state === 'ok' ? facts.git.error : facts.git?.state).not.toBe('none')
    for (const family of FAMILIES.filter((one) => !['git', 'packages', 'secrets', 'tests'].includes(one)))
      expect(errorsOf(facts)).not.toHaveProperty(family)
    expect(facts.packages?.claimed?.json?.label).toBe('stdlib')
  })
})

needing('root', ['setpriv', '--version'], 'system python').it(
  'folders that this user may not enter cost what lies in them',
  async () => {
    const dir = createFolder()
    fs.chmodSync(dir, 0o755)
    writeFiles(dir, {
      'lib/shut-1.dist-info/METADATA': '',
      'lib/shut/__init__.py': '',
      'home/x': '',
      'bin/python': 'x',
    })
    writeClaims(dir, { packages: ['shut', 'json'], files: ['home/x'], canary: ['home'], secrets: ['home/x'] })
    for (const name of ['lib', 'home', 'bin']) fs.chmodSync(path.join(dir, name), 0o700)
    const probe = path.join(dir, 'agent_probe.py')
    fs.copyFileSync('dist/agent_probe.py', probe)
    fs.chmodSync(probe, 0o644)
    void (await anyPython())
    const command = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '/usr/bin/python3', probe]
    const env = { PYTHONPATH: path.join(dir, 'lib'), HOME: path.join(dir, 'home'), PATH: `${dir}/bin:/usr/bin:/bin` }
    const { facts } = await look(dir, { command, env })
    expect(errorsOf(facts)).toEqual({})
    expect(facts.packages?.claimed).toMatchObject({ shut: { readable: false }, json: { label: 'stdlib' } })
    expect(facts.persist?.files?.['home/x']).toMatchObject({ readable: false })
    expect(facts.persist?.files?.['home/x']?.exists).toBeUndefined()
    expect(facts.persist?.canary?.home).toMatchObject({ earlier: false, writable: false })
    expect(facts.secrets?.files?.['home/x']).toMatchObject({ parent_readable: false })
  },
)
