/** Surroundings that break programs: the probe says what it knows, or one line and the right exit status. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyPython, contentOfTree, errorsOf, type LookOptions, look, lookRaw, writeClaims } from '../support/look.ts'
import { needing, succeeds } from '../support/needs.ts'
import { findInterpreters } from '../support/python.ts'
import { createFolder, createRepo, type Files } from '../support/repo.ts'
import { PROBE, plainEnv, start } from '../support/suite.ts'

let python: string
let ends: string[]
beforeAll(async () => {
  python = (await anyPython()).path
  const all = (await findInterpreters()).map((one) => one.path)
  ends = [...new Set([all[0] ?? python, all.at(-1) ?? python])]
})
/** The probe started by a shell, which gets its command as "$@". */
const inShell = (script: string, args: readonly string[] = ['--stdout'], by = python) =>
  start(['sh', '-c', script, by, PROBE, 'box', '--tests', 'never', '--only', 'host,path', ...args], {
    cwd: createFolder(),
    env: plainEnv(),
  })

needing('posix').describe('streams', () => {
  type Case = [string, string, number, RegExp]
  const listens = async (_: string, script: string, code: number, says: RegExp) => {
    for (const by of ends) {
      const ended = await inShell(script, ['--stdout'], by)
      expect(ended.stderr).toMatch(says)
      expect(ended.code).toBe(code)
      if (ended.stdout !== '') expect(ended.stdout).toMatch(/^# where-it-ran probe file, format 1\n/)
    }
  }
  needing(['test', '-e', '/dev/full']).it.each<Case>([
    [
      'stdout full',
      'exec "$0" "$@" >/dev/full',
      4,
      /^(?:agent_probe\.py: no .*\n){2}agent_probe\.py: cannot write to stdout: No space.*\n$/,
    ],
    ['stderr full', 'exec "$0" "$@" 2>/dev/full', 0, /^$/],
  ])('%s', listens)
  it.each<Case>([
    [
      'stdout closed',
      'exec "$0" "$@" >&-',
      4,
      /^(?:agent_probe\.py: no .*\n){2}agent_probe\.py: cannot write to stdout: it is closed.*\n$/,
    ],
    ['stderr closed', 'exec "$0" "$@" 2>&-', 0, /^$/],
    ['all closed', 'exec "$0" "$@" <&- >&- 2>&-', 4, /^$/],
    [
      'a reader that goes away',
      '"$0" "$@" | true',
      0,
      /^(?:agent_probe\.py: no .*\n){2}(?:stdout: read it.*|agent_probe\.py: cannot.*Broken pipe)\n$/,
    ],
  ])('%s', listens)

  it('all closed, a file written all the same', async () => {
    const file = path.join(createFolder(), 'box.txt')
    expect(await inShell('exec "$0" "$@" <&- >&- 2>&-', ['--out', file])).toMatchObject({ code: 0 })
    expect(fs.readFileSync(file, 'utf8')).toMatch(/^# where-it-ran probe file, format 1\n\n\[probe\]\n/)
  })
})

describe('what is no place for a file is left as it is', () => {
  const wrongUse = async (out: string, cwd = createFolder()) =>
    lookRaw(cwd, { only: 'host', args: ['--tests', 'never', '--out', out] })

  it('a folder', async () => {
    const dir = createFolder()
    const ended = await wrongUse(dir)
    expect(ended).toMatchObject({ code: 4, stderr: expect.stringMatching(/^agent_probe\.py: cannot write .*\n$/) })
    expect(fs.statSync(dir).isDirectory()).toBe(true)
  })

  const node = path.join(createFolder(), 'null')
  needing(['mknod', node, 'c', '1', '3']).it('a device', async () => {
    expect(await wrongUse(node)).toMatchObject({ code: 4, stderr: expect.stringContaining('--stdout') })
    expect(fs.statSync(node).isCharacterDevice()).toBe(true)
  })

  needing('posix').it('a pipe, and anything new in /dev', async () => {
    const pipe = path.join(createFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(await wrongUse(pipe)).toMatchObject({ code: 4 })
    expect(fs.statSync(pipe).isFIFO()).toBe(true)
    expect(await wrongUse('/dev/where-it-ran')).toMatchObject({ code: 4 })
    expect(fs.existsSync('/dev/where-it-ran')).toBe(false)
  })

  needing('root', ['setpriv', '--version'], 'system python').it(
    'a probes folder that is read-only, for somebody who is not root',
    async () => {
      const dir = createFolder()
      fs.chmodSync(dir, 0o755)
      writeClaims(dir, {})
      const probe = path.join(dir, 'agent_probe.py')
      fs.copyFileSync(PROBE, probe)
      const someone = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '/usr/bin/python3', probe]
      const ended = await lookRaw(dir, { command: someone, args: ['--tests', 'never'], env: { HOME: '/nonexistent' } })
      expect(ended).toMatchObject({
        code: 4,
        stdout: '',
        stderr: `agent_probe.py: cannot write in ${path.join(dir, 'probes')}\n`,
      })
      expect(fs.readdirSync(path.join(dir, 'probes'))).toEqual(['claims.json'])
    },
  )
})

describe('names', () => {
  const FILES: Files = { 'demo/__init__.py': '', 'ünder.py': '', '.gitignore': '.env\n' }
  const claims = { packages: ['demo'], files: ['ünder.py', 'new "x".py'], secrets: ['.env'] }
  /** What must not depend on what the folder is called, or on the locale. */
  const seen = async (dir: string, options: LookOptions = {}) => {
    const { facts } = await look(dir, { ...options, only: 'git,packages,persist,secrets', claims })
    expect(errorsOf(facts)).toEqual({})
    const { state, head_content, tree_content, modified, untracked, ignored } = facts.git ?? {}
    const files = Object.values(facts.persist?.files ?? {}).map(({ exists, tracked }) => ({ exists, tracked }))
    const [secret] = Object.values(facts.secrets?.files ?? {})
    return {
      git: { state, head_content, tree_content, modified, untracked, ignored },
      own: facts.packages?.own,
      demo: facts.packages?.claimed?.demo?.label,
      files,
      secret: [secret?.tracked, secret?.ignored],
    }
  }
  const plain = () => {
    const repo = createRepo(FILES)
    repo.write({ 'new "x".py': 'x = 1\n', '.env': 'x', 'ünder.py': 'changed\n' })
    return repo.dir
  }
  /** The folder under that name, through a link that can be written down. */
  const renamed = (dir: string, name: Buffer) => {
    const folder = createFolder()
    const to = Buffer.concat([Buffer.from(`${folder}/`), name])
    fs.renameSync(dir, to)
    fs.symlinkSync(to, path.join(folder, 'link'))
    return path.join(folder, 'link')
  }
  const plainC = { LC_ALL: 'C', PYTHONCOERCECLOCALE: '0', PYTHONUTF8: '0' }

  needing('linux').it('of the repository’s folder change nothing, in any locale', async () => {
    const expected = await seen(plain())
    expect(expected).toMatchObject({
      git: { state: 'ok', modified: 1, untracked: 1, ignored: 1 },
      own: ['demo'],
      demo: 'repo',
      files: [
        { exists: true, tracked: true },
        { exists: true, tracked: false },
      ],
      secret: [false, true],
    })
    const names = ['a b', `q'"$x`, 'é 😀', '%s{0}', 'back\\slash', '[git]', '-dash', '~', '\xff\xfe']
    for (const [index, name] of names.entries()) {
      const bytes = Buffer.from(name, name === '\xff\xfe' ? 'latin1' : 'utf8')
      const options = { python: ends[index % ends.length] ?? python, env: index % 2 ? plainC : {} }
      expect(await seen(renamed(plain(), bytes), options), name).toEqual(expected)
    }
  })

  needing('posix').it('with a line break git can’t be asked safely: broken, and the rest is told', async () => {
    const { facts } = await look(renamed(plain(), Buffer.from('a\nb')), { claims })
    expect(facts.git).toEqual({ state: 'broken' })
    expect(errorsOf(facts)).toEqual({})
    expect(facts.persist?.files?.['ünder.py']).toMatchObject({ exists: true })
    expect(facts.persist?.files?.['ünder.py']?.tracked).toBeUndefined()
  })

  needing('linux').it('of files that are no text are counted and belong to the content', async () => {
    const repo = createRepo(FILES)
    const put = (name: string) =>
      fs.writeFileSync(Buffer.concat([Buffer.from(`${repo.dir}/`), Buffer.from(name, 'latin1')]), '')
    for (const name of ['\xff.py', 'a\n\xfe', '\x80\x01\x02']) put(name)
    const git = async (env: NodeJS.ProcessEnv) => (await look(repo.dir, { only: 'git', env })).facts.git
    const dirty = await git({})
    expect(dirty).toMatchObject({ untracked: 3, tree_content: contentOfTree(repo) })
    expect(await git(plainC)).toEqual(dirty)
    repo.commit('With them')
    expect(await git(plainC)).toMatchObject({ untracked: 0, head_content: dirty?.tree_content })
  })

  needing('proc', ['setsid', '--version']).it('of a mount and of a process that are no text cost nothing', async () => {
    const dir = createFolder()
    const shell = Buffer.concat([Buffer.from(`${dir}/sh`), Buffer.from([0xff])])
    fs.copyFileSync('/bin/sh', shell)
    fs.chmodSync(shell, 0o755)
    fs.symlinkSync(shell, path.join(dir, 'link'))
    const leader = ['setsid', '--wait', 'sh', '-c', `exec "$(readlink ${dir}/link)" -c '"$0" "$@"; true' "$0" "$@"`]
    const mount: [string, ...string[]] = [
      'unshare',
      '--mount',
      'sh',
      '-c',
      `m=$(printf '${dir}/m\\377'); mkdir "$m"; mount -t tmpfs x "$m"; exec "$0" "$@"`,
    ]
    for (const around of [leader, ...(succeeds(...mount, 'true') ? [mount] : [])])
      for (const by of ends) {
        const { facts } = await look(createFolder(), {
          only: 'persist,secrets',
          claims: { canary: ['home'] },
          env: { HOME: createFolder() },
          command: [...around, by, PROBE],
        })
        expect(errorsOf(facts)).toEqual({})
        expect(facts.persist?.canary?.home).toMatchObject({ writable: true, boot_changed: false })
      }
  })
})

describe('variables', () => {
  const BASE = 'demo.py'
  let usual: ReturnType<typeof families> | undefined
  let turn = 0
  it.each<[string, NodeJS.ProcessEnv]>([
    [
      'of Python: warnings as errors, optimized, verbose; one column; GIT_TRACE and friends',
      {
        ...{ PYTHONWARNINGS: 'error', PYTHONDEVMODE: '1', PYTHONOPTIMIZE: '2', PYTHONHASHSEED: '7' },
        ...{ PYTHONVERBOSE: '1', PYTHONPROFILEIMPORTTIME: '1', PYTHONNODEBUGRANGES: '1' },
        ...{ COLUMNS: '1', LINES: '1' },
        ...{ GIT_TRACE: '1', GIT_TRACE2: '1', GIT_PAGER: 'false', GIT_ASKPASS: 'false' },
      },
    ],
    [
      'PYTHONUTF8=1; HOME is a file; GIT_* of a hook',
      {
        ...{ PYTHONUTF8: '1', LC_ALL: 'C', HOME: '/etc/passwd' },
        ...{ GIT_DIR: '.git', GIT_INDEX_FILE: '.git/index', GIT_PREFIX: '' },
      },
    ],
    [
      'PYTHONIOENCODING=ascii; HOME is empty; TMPDIR is a file',
      { PYTHONIOENCODING: 'ascii:strict', LC_ALL: 'POSIX', HOME: '', TMPDIR: '/etc/passwd' },
    ],
    [
      'HOME is relative; TMPDIR is not there; PATH is empty but for git',
      { HOME: 'somewhere', TMPDIR: '/nowhere', TEMP: '', TMP: 'x\ny', PATH: path.dirname(which('git')) },
    ],
  ])('%s', async (_, env) => {
    usual ??= families({})
    turn += 1
    expect(await families(env, ends[turn % ends.length])).toEqual(await usual)
  })

  /** What none of these may touch. */
  async function families(env: NodeJS.ProcessEnv, by = python) {
    const repo = createRepo({ [BASE]: 'x = 1\n' })
    repo.write({ 'new.py': '' })
    const claims = { packages: ['demo'], canary: ['home'], files: [BASE], secrets: ['.env', 'configuration'] }
    const { facts, code } = await look(repo.dir, { claims, python: by, env: { HOME: createFolder(), ...env } })
    return {
      code,
      errors: errorsOf(facts),
      content: facts.git?.tree_content,
      counts: [facts.git?.untracked, facts.git?.modified],
      demo: facts.packages?.claimed?.demo?.label,
      remotes: facts.secrets?.configuration?.remotes,
      file: facts.persist?.files?.[BASE]?.size,
    }
  }
  function which(name: string) {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
  }

  it('ten thousand of them, with names and values that are no text', async () => {
    const code = `import os, sys
env = {b"CI_N%d" % i: b"v" for i in range(10000)}
env.update({b"CI_\\xff": b"\\xfe", b"CI_\\n[git]\\nstate": b"x", b"CLAIMED": b"\\xff\\xfe", b"PATH": os.environb[b"PATH"]})
os.execve(sys.executable, [sys.executable] + sys.argv[1:], env)`
    const claims = { env: ['CI_N9999', 'CI_N10000', { name: 'CLAIMED', compare: true }] }
    for (const by of ends) {
      const { facts } = await look(createFolder(), { claims, command: [by, '-c', code, PROBE] })
      expect(errorsOf(facts)).toEqual({})
      expect(facts.env?.names).toHaveLength(500)
      expect(facts.env?.claimed).toMatchObject({
        CI_N9999: { set: true, start: 'filled' },
        CI_N10000: { set: false },
        CLAIMED: { set: true, hash: expect.stringMatching(/^[0-9a-f]{12}$/) },
      })
    }
  })
})

describe('a temporary folder or a home in the working tree', () => {
  it('makes it neither dirty nor another content', async () => {
    const repo = createRepo({ 'demo.py': '', 'tmp/x': '' })
    const env = { TMPDIR: path.join(repo.dir, 'tmp'), HOME: repo.dir }
    const claims = { canary: ['home', 'temp', 'repo'] }
    for (const earlier of [false, true]) {
      const { facts } = await look(repo.dir, { only: 'git,persist', claims, env })
      expect(facts.git).toMatchObject({ untracked: 0, tree_content: facts.git?.head_content })
      expect(facts.persist?.canary).toMatchObject({ home: { earlier, writable: true }, repo: { writable: true } })
    }
    expect(repo.git('status', '--porcelain')).toBe('?? probes/')
  })
})

it('asked for help in one column it still helps', async () => {
  for (const by of ends)
    expect(await start([by, PROBE, '--help'], { env: plainEnv({ COLUMNS: '1' }) })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--for-commit'),
    })
})
