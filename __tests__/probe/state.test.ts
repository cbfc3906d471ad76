/** What stays and what goes: machine, variables, canaries and files, against systemd, /proc, stat and findmnt. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyPython, errorsOf, type LookOptions, look, lookRaw } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import type { Interpreter } from '../support/python.ts'
import { createFolder, createRepo, writeFiles } from '../support/repo.ts'
import { PLUGIN_FOLDER, PROBE, plainEnv } from '../support/suite.ts'

const PROC = fs.existsSync('/proc/self/environ')
let base: Interpreter
beforeAll(async () => {
  base = await anyPython()
})
const host = async (options: LookOptions = {}, cwd = createFolder()) => {
  const { facts } = await look(cwd, { only: 'host', ...options })
  expect(errorsOf(facts)).toEqual({})
  return facts.host ?? {}
}
/** What a function of the probe gives. */
const call = (code: string) =>
  execFileSync(
    base.path,
    [
      '-c',
      `import sys, json; sys.path.insert(0, ${JSON.stringify(PLUGIN_FOLDER)}); import agent_probe as p; print(json.dumps(${code}))`,
    ],
    { encoding: 'utf8' },
  )

describe('machine', () => {
  needing(['systemd-id128', 'machine-id']).it('is what systemd calls the app-specific machine id', async () => {
    const app = (salt: string) => createHash('sha256').update(`where-it-ran:${salt}`).digest('hex').slice(0, 32)
    const expected = (salt: string) =>
      execFileSync('systemd-id128', ['machine-id', `--app-specific=${app(salt)}`], { encoding: 'utf8' }).trim()
    expect((await host({ claims: { salt: 'abc' } })).machine).toBe(expected('abc'))
    expect((await host()).machine).toBe(expected(''))
    const raw = fs.readFileSync('/etc/machine-id', 'utf8').trim()
    expect((await lookRaw(createFolder(), { only: 'host' })).stdout).not.toContain(raw)
  })

  it('is read from what macOS and Windows say, and from nothing less', () => {
    const ioreg = '  | {\n  |   "IOPlatformUUID" = "01234567-89AB-CDEF-0123-456789ABCDEF"\n'
    const parse = (text: string, pattern: string) =>
      call(`(lambda found: found and found.hex())(p.parse_uuid(${JSON.stringify(text)}, ${pattern}))`).trim()
    expect(parse(ioreg, `r'"IOPlatformUUID" = "([^"]+)"'`)).toBe('"0123456789abcdef0123456789abcdef"')
    expect(parse('01234567-89ab-cdef-0123-456789abcdef', `r'(.+)'`)).toBe('"0123456789abcdef0123456789abcdef"')
    for (const nothing of ['', 'uninitialized\n', '0'.repeat(32), '0123'])
      expect(parse(nothing, `r'^([0-9a-f]{32})\\s*$'`)).toBe('null')
  })

  it('says what it is', async () => {
    const { platform, arch, shell } = await host({ env: { SHELL: '/usr/local/bin/fish' } })
    const machine = execFileSync('uname', ['-m'], { encoding: 'utf8' }).trim()
    expect({ platform, arch, shell }).toEqual({ platform: process.platform, arch: machine, shell: 'fish' })
  })

  const unshared = ['unshare', '--uts', '--pid', '--fork', '--mount-proc'] as const
  needing([...unshared, 'true']).it('two boxes with one host name and one machine id differ in boot', async () => {
    const inside = (name: string) =>
      host({ command: [...unshared, 'sh', '-c', `hostname ${name}; exec "$0" "$@"`, base.path, PROBE] })
    const [one, two] = [await inside('box-a'), await inside('box-a')]
    expect([one.hostname, two.hostname]).toEqual(['box-a', 'box-a'])
    expect(one.machine).toBe(two.machine)
    expect(one.boot).not.toBe(two.boot)
    expect((await host()).boot).toBe((await host()).boot)
  })

  it.each([
    ['docker, cgroup 1', `12:pids:/docker/${'ab'.repeat(32)}\n`, '', 'ab'.repeat(32)],
    [
      'a pod',
      `1:name=systemd:/kubepods.slice/kubepods-pod1.slice/cri-containerd-${'cd'.repeat(32)}.scope\n`,
      '',
      'cd'.repeat(32),
    ],
    [
      'rootless podman',
      `0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-${'ef'.repeat(32)}.scope/container\n`,
      '',
      'ef'.repeat(32),
    ],
    [
      'docker, cgroup 2',
      '0::/\n',
      `613 600 8:1 /var/lib/docker/containers/${'12'.repeat(32)}/hostname /etc/hostname rw - ext4 /dev/sda1 rw\n`,
      '12'.repeat(32),
    ],
    ['fargate', `9:perf:/ecs/${'0a'.repeat(16)}/${'0a'.repeat(16)}-1234567\n`, '', `${'0a'.repeat(16)}-1234567`],
    [
      'a terminal',
      '0::/user.slice/user-1000.slice/user@1000.service/app.slice/vte-spawn-0b9d1f6e-3c5a-4c7e-9a51-0d2f3b4c5d6e.scope\n',
      '',
      '',
    ],
    ['a service', '0::/system.slice/ssh.service\n', '25 1 8:1 / / rw - ext4 /dev/sda1 rw\n', ''],
  ])('container: %s', (_, cgroup, mounts, expected) => {
    const patch = `setattr(p, "read_start", lambda file: {"/proc/self/cgroup": ${JSON.stringify(cgroup)}, "/proc/self/mountinfo": ${JSON.stringify(mounts)}}.get(file, ""))`
    expect(JSON.parse(call(`[${patch}, p.find_container()][1]`))).toBe(expected)
  })
})

describe('variables', () => {
  const env = async (options: LookOptions) => {
    const { facts } = await look(createFolder(), { only: 'env', ...options })
    expect(errorsOf(facts)).toEqual({})
    return facts.env ?? {}
  }
  it('set, empty, unset, inherited or set later', async () => {
    const claims = { env: ['A', 'B', 'C', 'D', { name: 'E_TOKEN', compare: true }, { name: 'F', compare: true }] }
    const code = `import os, runpy; os.environ["D"] = "late"; runpy.run_path(${JSON.stringify(PROBE)}, run_name="__main__")`
    const { claimed } = await env({
      claims,
      env: { A: 'x', B: '', E_TOKEN: 'x', F: 'x' },
      command: [base.path, '-c', code],
    })
    const there = { set: true, start: 'filled', from: '.env', file: 'absent' }
    expect(claimed).toEqual({
      A: there,
      B: { ...there, start: 'empty' },
      C: { ...there, set: false, start: 'unset' },
      // Only /proc tells what a process was started with.
      D: { ...there, start: PROC ? 'unset' : 'filled' },
      E_TOKEN: there,
      F: { ...there, hash: expect.stringMatching(/^[0-9a-f]{12}$/) },
    })
  })

  it('blanks are no value, and of no value there is no hash', async () => {
    const claims = { env: ['A', 'B'].map((name) => ({ name, compare: true })) }
    const { claimed } = await env({ claims, env: { A: ' \t ', B: '' } })
    for (const name of ['A', 'B']) expect(claimed?.[name]).toMatchObject({ set: true, start: 'empty' })
    expect([claimed?.A?.hash, claimed?.B?.hash]).toEqual([undefined, undefined])
  })

  it.each<[string, string]>([
    ['X=y', 'filled'],
    ['export X = "a b" # why', 'filled'],
    ['X: y', 'filled'],
    ["X='\n-----\n'", 'filled'],
    ['X=', 'empty'],
    ['X=""', 'empty'],
    ["X = '  ' # later", 'empty'],
    ['X= # later', 'empty'],
    ['X=y\nX=', 'empty'],
    ['# X=y', 'unset'],
    ['MY_X=y\nX_2=y', 'unset'],
  ])('what a file of the place says: %s', async (text, file) => {
    const dir = createFolder()
    writeFiles(dir, { 'keys.env': `A=1\r\n${text}\r\n` })
    const asked = { only: 'env', claims: { env: [{ name: 'X', from: 'keys.env' }] } }
    const { facts } = await look(dir, asked)
    expect(facts.env?.claimed?.X).toEqual({ set: false, start: 'unset', from: 'keys.env', file })
  })

  it('a file that git tracks is of no place, nor is a link to one; a link to another one is', async () => {
    const repo = createRepo({ 'test.env': 'X=y\n', '.gitignore': '*.env\n' })
    writeFiles(repo.dir, { 'mine.env': 'X=y\n' })
    repo.git('add', '--force', 'test.env')
    for (const [link, to] of Object.entries({ 'to-test.env': 'test.env', 'to-mine.env': 'mine.env' }))
      fs.symlinkSync(to, path.join(repo.dir, link))
    const saidOf = async (from: string) =>
      (await look(repo.dir, { only: 'env', claims: { env: [{ name: 'X', from }] } })).facts.env?.claimed?.X?.file
    expect(await saidOf('test.env')).toBe('tracked')
    expect(await saidOf('to-test.env')).toBe('tracked')
    expect(await saidOf('mine.env')).toBe('filled')
    expect(await saidOf('to-mine.env')).toBe('filled')
  })

  it('a hash tells values apart and says nothing without the salt', async () => {
    const hash = async (value: string, salt: string) =>
      (await env({ claims: { salt, env: [{ name: 'MODE', compare: true }] }, env: { MODE: value } })).claimed?.MODE
        ?.hash
    const [one, again, other, salted] = [
      await hash('x', 'a'),
      await hash('x', 'a'),
      await hash('y', 'a'),
      await hash('x', 'b'),
    ]
    expect(one).toBe(again)
    expect(new Set([one, other, salted]).size).toBe(3)
  })

  it('names are those of the place, not of the step or session', async () => {
    const noise = {
      GITHUB_ENV: 'x',
      PYENV_ROOT: '/opt/pyenv',
      PYENV_VERSION: '3.12.1',
      PYTEST_CURRENT_TEST: 'x',
      SSH_TTY: 'x',
    }
    expect((await env({ env: noise })).names).toEqual((await env({})).names)
  })

  it('a folder in a variable called _PWD can be compared, a password cannot', async () => {
    const compare = { env: ['BUILD_PWD', 'DB_PWD'].map((name) => ({ name, compare: true })) }
    const { facts } = await look(createFolder(), {
      only: 'env,secrets',
      claims: compare,
      env: { BUILD_PWD: os.tmpdir(), DB_PWD: 'long-enough-word' },
    })
    expect(facts.env?.claimed?.BUILD_PWD?.hash).toMatch(/^[0-9a-f]{12}$/)
    expect(facts.env?.claimed?.DB_PWD).toEqual({ set: true, start: 'filled', from: '.env', file: 'absent' })
    const { facts: without } = await look(createFolder(), { only: 'secrets', env: { BUILD_PWD: os.tmpdir() } })
    expect(facts.secrets?.env_names).toBe((without.secrets?.env_names ?? 0) + 1)
  })

  it('names of an allow-list are shown, secret-looking ones never', async () => {
    const { names } = await env({
      env: { PYTHONHASHSEED: '0', MY_PRIVATE_THING: 'x', GITHUB_TOKEN: 'x', CLAUDE_CONFIG_DIR: 'x' },
    })
    expect(names).toEqual(expect.arrayContaining(['CLAUDE_CONFIG_DIR', 'PATH', 'PYTHONHASHSEED']))
    expect(names).not.toEqual(expect.arrayContaining(['MY_PRIVATE_THING']))
    expect(names).not.toEqual(expect.arrayContaining(['GITHUB_TOKEN']))
  })
})

describe('canaries', () => {
  const setting = () => {
    const HOME = createFolder()
    const TMPDIR = createFolder()
    const repo = createRepo({ 'demo.py': '' })
    const visit = async (options: LookOptions = {}) => {
      await lookRaw(repo.dir, {
        args: ['--tests', 'never'],
        claims: { canary: ['home', 'repo', 'temp'] },
        env: { HOME, TMPDIR },
        ...options,
      })
      return (await look(repo.dir, { only: 'persist,previous,git', env: { HOME, TMPDIR } })).facts
    }
    const planted = (dir: string) => fs.readdirSync(dir).filter((name) => name.startsWith('.where-it-ran-canary-'))
    const env = { HOME, TMPDIR }
    /** That of the home, looked at once more; its file. */
    const canary = async (options: LookOptions = {}) => {
      const asked = { only: 'persist', claims: { canary: ['home'] }, env, ...options }
      return (await look(repo.dir, asked)).facts.persist?.canary?.home
    }
    const file = () => path.join(HOME, planted(HOME)[0] ?? '')
    return { HOME, TMPDIR, repo, visit, planted, env, canary, file }
  }

  it('are planted on the first visit, found on the second, and leave the tree clean', async () => {
    const { repo, env, HOME, TMPDIR, planted } = setting()
    const first = (await look(repo.dir, { only: 'persist,git', claims: { canary: ['home', 'repo', 'temp'] }, env }))
      .facts
    for (const where of ['home', 'repo', 'temp'])
      expect(first.persist?.canary?.[where]).toMatchObject({
        earlier: false,
        writable: true,
        remembered: false,
        boot_changed: false,
      })
    expect(first.git).toMatchObject({ untracked: 0, modified: 0 })
    expect([planted(HOME), planted(TMPDIR), planted(path.join(repo.dir, '.git'))].map((names) => names.length)).toEqual(
      [1, 1, 1],
    )
    const second = (await look(repo.dir, { only: 'persist', env })).facts.persist?.canary ?? {}
    for (const where of ['home', 'repo', 'temp'])
      expect(second[where]).toMatchObject({
        earlier: true,
        nonce: first.persist?.canary?.[where]?.nonce,
        boot_changed: false,
        container_changed: false,
        machine_same: true,
      })
    expect(fs.statSync(path.join(HOME, planted(HOME)[0] ?? '')).mode & 0o777).toBe(0o600)
  })

  it('are remembered by the earlier file, also when they are gone', async () => {
    const { visit, HOME, planted } = setting()
    expect((await visit()).persist?.canary?.home).toMatchObject({
      remembered: true,
      remembered_there: true,
      earlier: true,
    })
    fs.rmSync(path.join(HOME, planted(HOME)[0] ?? ''))
    const lost = await visit({ args: ['--tests', 'never', '--only', 'host', '--out', 'elsewhere.txt'] })
    expect(lost.persist?.canary?.home).toMatchObject({ remembered: true, remembered_there: false, earlier: false })
    expect(lost.persist?.canary?.temp).toMatchObject({ remembered_there: true })
    expect(lost.previous).toMatchObject({ found: true, machine: expect.any(String), boot: expect.any(String) })
  })

  describe('that another machine or container wrote', () => {
    const elsewhere = (more: object = {}) => {
      const { canary, file, repo, env } = setting()
      const copy = async () => {
        await canary({ place: 'box' })
        const kept = JSON.parse(fs.readFileSync(file(), 'utf8'))
        const image = { ...kept, boot: '0'.repeat(32), machine: '1'.repeat(32), ...more }
        fs.writeFileSync(file(), JSON.stringify(image))
        return { image, text: JSON.stringify(image) }
      }
      return { canary: (more: LookOptions = {}) => canary({ place: 'box', ...more }), copy, file, repo, env }
    }

    it.each<[string, object]>([
      ['machine', {}],
      ['container', { machine: undefined, container: 'a'.repeat(32) }],
    ])('is replaced, so that the next look can know its own: another %s', async (_, more) => {
      const { canary, copy, file } = elsewhere(more)
      const { image, text } = await copy()
      for (const _again of [1, 2]) {
        fs.writeFileSync(file(), text) // each box starts from a fresh copy
        const found = await canary()
        expect(found).toMatchObject({ earlier: true, committed: false, boot_changed: true })
        expect(found?.nonce).not.toBe(image.nonce)
        expect(JSON.parse(fs.readFileSync(file(), 'utf8')).nonce).toBe(found?.nonce)
      }
      const again = await canary()
      expect(again).toMatchObject({ earlier: true, boot_changed: false, container_changed: false })
      expect(again?.committed).toBeUndefined()
    })

    it('stays where a commit names it, whatever lies in the tree', async () => {
      const { canary, copy, file, repo, env } = elsewhere()
      const { image } = await copy()
      const box = path.join(repo.dir, 'probes/box-topic.txt')
      await lookRaw(repo.dir, { place: 'box', args: ['--tests', 'never', '--out', box], env })
      expect(fs.readFileSync(box, 'utf8')).not.toContain(image.nonce)
      fs.appendFileSync(box, `# ${image.nonce}\n`)
      fs.writeFileSync(file(), JSON.stringify(image))
      expect(await canary()).toMatchObject({ committed: false })
      repo.git('add', 'probes')
      repo.git('commit', '--quiet', '--message', 'Box')
      fs.rmSync(box)
      fs.writeFileSync(file(), JSON.stringify(image))
      expect(await canary()).toMatchObject({ committed: true, nonce: image.nonce, earlier: true })
    })

    it('is one of another place where that has the folder too: each has its own', async () => {
      const { canary, planted, HOME } = setting()
      expect(await canary({ place: 'local' })).toMatchObject({ earlier: false })
      expect(await canary({ place: 'box' })).toMatchObject({ earlier: false })
      expect(await canary({ place: 'local' })).toMatchObject({ earlier: true })
      expect(planted(HOME)).toHaveLength(2)
    })
  })

  it('tell a new boot, and an old canary from an outlived one', async () => {
    const { canary, file: planted } = setting()
    await canary()
    const file = planted()
    const kept = JSON.parse(fs.readFileSync(file, 'utf8'))
    fs.writeFileSync(file, JSON.stringify({ ...kept, boot: '0'.repeat(32), first_seen: kept.first_seen - 5000 }))
    const found = await canary()
    expect(found).toMatchObject({ earlier: true, boot_changed: true, container_changed: false, machine_same: true })
    expect(found?.age_s).toBeGreaterThanOrEqual(5000)
    fs.writeFileSync(file, JSON.stringify({ ...kept, boot: null, login: null, container: 'x' }))
    const unknown = await canary()
    expect([unknown?.boot_changed, unknown?.login_changed, unknown?.container_changed]).toEqual([
      undefined,
      undefined,
      true,
    ])
  })

  const sandbox = ['unshare', '--pid', '--fork', '--mount-proc'] as const
  needing([...sandbox, 'true']).it('a sandbox of its own for each command is no new boot', async () => {
    const { canary } = setting()
    const inside = () => canary({ command: [...sandbox, base.path, PROBE] })
    await inside()
    expect(await inside()).toMatchObject({ earlier: true, boot_changed: false })
  })

  it('that are none are replaced', async () => {
    const { canary, file } = setting()
    await canary()
    const nonce = '0'.repeat(32)
    for (const [title, text] of Object.entries({
      text: 'not a canary',
      'another shape': '{"nonce": 7}',
      'a nonce with a line break': JSON.stringify({ nonce: `${nonce}\n`, first_seen: 1 }),
      'no time': JSON.stringify({ nonce, first_seen: 'x' }),
      'deep nesting': '['.repeat(4096),
    })) {
      fs.writeFileSync(file(), text)
      expect(await canary(), title).toMatchObject({ earlier: false, writable: true })
    }
  })

  it('of another project are not found: the name holds a digest of the salt', async () => {
    const { repo, env, HOME, planted } = setting()
    const seenWith = async (salt: string) =>
      (await look(repo.dir, { only: 'persist', claims: { canary: ['home'], salt }, env })).facts.persist?.canary?.home
        ?.earlier
    expect(await seenWith('00aa')).toBe(false)
    expect(await seenWith('00bb')).toBe(false)
    expect(await seenWith('00aa')).toBe(true)
    expect(planted(HOME)).toHaveLength(2)
  })

  it('follow no link', async () => {
    const { canary, file: planted } = setting()
    await canary()
    const file = planted()
    fs.renameSync(file, `${file}-moved`)
    fs.symlinkSync(`${file}-moved`, file)
    expect((await canary())?.earlier).toBe(false)
    expect(fs.lstatSync(file).isFile()).toBe(true)
  })

  it('are planted only where they are claimed, and not in ci unless asked', async () => {
    const { repo, env, HOME, planted } = setting()
    const visit = async (place: string, canary: unknown) =>
      (await look(repo.dir, { place, only: 'persist', claims: { canary }, env })).facts.persist?.canary
    expect(await visit('box', [])).toEqual({})
    expect(await visit('ci', ['home'])).toEqual({})
    expect(planted(HOME)).toEqual([])
    expect(Object.keys((await visit('ci', [{ name: 'home', in: ['ci'] }])) ?? {})).toEqual(['home'])
  })

  it('where nothing can be written there is none, and it says so', async () => {
    const { repo, TMPDIR } = setting()
    const env = { HOME: path.join(repo.dir, 'demo.py/nowhere'), TMPDIR }
    const { facts } = await look(repo.dir, { only: 'persist', claims: { canary: ['home'] }, env })
    expect(facts.persist?.canary?.home).toMatchObject({ earlier: false, writable: false, remembered: false })
    expect(facts.persist?.canary?.home?.nonce).toBeUndefined()
  })

  it('forget takes them all away, and nothing else', async () => {
    const { repo, env, HOME, TMPDIR, planted } = setting()
    await look(repo.dir, { only: 'persist', claims: { canary: ['home', 'repo', 'temp'] }, env })
    fs.writeFileSync(path.join(HOME, '.where-it-ran-canary-mine'), 'precious')
    const ended = await lookRaw(repo.dir, { place: 'forget', args: [], env })
    expect(ended.code).toBe(0)
    expect(ended.stderr.match(/^removed .*\.where-it-ran-canary-[0-9a-f]{12}$/gm)).toHaveLength(3)
    expect([planted(HOME), planted(TMPDIR), planted(path.join(repo.dir, '.git'))]).toEqual([
      ['.where-it-ran-canary-mine'],
      [],
      [],
    ])
    expect(fs.existsSync(path.join(repo.dir, 'probes/local.txt'))).toBe(false)
  })
})

describe('where a canary lies', () => {
  const mounted = ['unshare', '-m'] as const
  needing([...mounted, 'true']).it('a canary in memory is gone with its mount', async () => {
    const HOME = createFolder()
    const command = [...mounted, 'sh', '-c', `mount -t tmpfs none ${HOME} && exec "$0" "$@"`, base.path, PROBE]
    const visit = async () =>
      (await look(createFolder(), { only: 'persist', claims: { canary: ['home'] }, env: { HOME }, command })).facts
        .persist?.canary?.home
    expect(await visit()).toMatchObject({ writable: true, earlier: false })
    expect(await visit()).toMatchObject({ earlier: false })
  })
})

describe('claimed files', () => {
  it('are what stat says they are', async () => {
    const repo = createRepo({ 'data/model.bin': 'weights' })
    const HOME = createFolder()
    writeFiles(HOME, { '.cache/model.bin': 'cached' })
    writeFiles(repo.dir, { 'loose.txt': 'x' })
    execFileSync('mkfifo', [path.join(repo.dir, 'pipe')])
    const files = [
      'data/model.bin',
      '~/.cache/model.bin',
      'loose.txt',
      'data',
      'gone',
      'gone/deeper',
      'pipe',
      '../out',
      'loose.txt/x',
    ]
    const { facts } = await look(repo.dir, { only: 'persist', claims: { files }, env: { HOME } })
    expect(errorsOf(facts)).toEqual({})
    const found = facts.persist?.files ?? {}
    for (const [name, file] of [
      ['data/model.bin', path.join(repo.dir, 'data/model.bin')],
      ['~/.cache/model.bin', path.join(HOME, '.cache/model.bin')],
      ['loose.txt', path.join(repo.dir, 'loose.txt')],
    ] as const)
      expect(found[name]).toMatchObject({
        exists: true,
        readable: true,
        kind: 'file',
        size: fs.statSync(file).size,
        empty: false,
        outside_cwd: false,
      })
    expect([found['data/model.bin']?.tracked, found['loose.txt']?.tracked]).toEqual([true, false])
    expect(found.data).toMatchObject({ exists: true, kind: 'directory', empty: false, tracked: true })
    expect(found.pipe).toMatchObject({ exists: true, kind: 'other', empty: false })
    expect(found.gone).toEqual({ exists: false, readable: false, kind: 'none', tracked: false, outside_cwd: false })
    expect([found['gone/deeper']?.exists, found['loose.txt/x']?.exists, found['../out']?.outside_cwd]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('content of claimed files', () => {
  const filesOf = async (dir: string, names: readonly string[], more: LookOptions = {}) => {
    const { facts } = await look(dir, { only: 'persist', claims: { files: names }, ...more })
    expect(errorsOf(facts)).toEqual({})
    return names.map((name) => facts.persist?.files?.[name])
  }

  it('none, or only empty files and folders', async () => {
    const dir = createFolder()
    writeFiles(dir, { 'zero.bin': '', 'cache/.gitkeep': '', 'cache/a/b/zero': '', 'full/a/b/c': 'x' })
    fs.mkdirSync(path.join(dir, 'bare'))
    fs.symlinkSync('gone', path.join(dir, 'cache/broken'))
    const found = await filesOf(dir, ['zero.bin', 'cache', 'bare', 'full', 'full/a/b/c'])
    expect(found.map((one) => one?.empty)).toEqual([true, true, true, false, false])
  })

  const mounted = ['unshare', '-m'] as const
  needing([...mounted, 'true']).it('what lies in memory', async () => {
    const dir = createFolder()
    writeFiles(dir, { 'disk/x': 'x' })
    fs.mkdirSync(path.join(dir, 'tmpfs'))
    const mount = 'mount -t tmpfs none tmpfs && echo x > tmpfs/x && exec "$0" "$@"'
    const found = await filesOf(dir, ['tmpfs/x', 'tmpfs'], {
      command: [...mounted, 'sh', '-c', mount, base.path, PROBE],
    })
    expect(found.map((one) => one?.memory)).toEqual([true, true])
  })

  it('what was made in this session of a box, and what an earlier probe of this machine saw', async () => {
    const dir = createFolder()
    writeFiles(dir, { 'model.bin': 'x', 'old.bin': 'x', 'cache/x': 'x' })
    const names = ['model.bin', 'old.bin', 'cache']
    const kept = async (place = 'box') => (await filesOf(dir, names, { place })).map((one) => one?.kept)
    const box = path.join(dir, 'probes/box.txt')
    const write = () => lookRaw(dir, { place: 'box', args: ['--only', 'persist,host'] })
    expect(await kept()).toEqual([false, false, false])
    expect(await kept('local')).toEqual([undefined, undefined, undefined])
    await write()
    expect(await kept(), 'seen in this session').toEqual([false, false, false])
    const before = fs.readFileSync(box, 'utf8').replace(/^taken_at = .*$/m, 'taken_at = "2001-01-01T00:00:00Z"')
    fs.writeFileSync(box, before.replace(/\[persist\.files\."old\.bin"\][^[]*/, ''))
    expect(await kept()).toEqual([true, false, true])
    await write()
    expect(await kept(), 'the file that remembers has been written anew').toEqual([true, false, true])
    fs.writeFileSync(box, before.replace(/^machine = .*$/m, `machine = "${'7'.repeat(32)}"`))
    expect(await kept(), 'another machine').toEqual([false, false, false])
    fs.writeFileSync(box, before.replaceAll(/^empty = false$/gm, 'empty = true'))
    expect(await kept(), 'empty then').toEqual([false, false, false])
  })

  const later = ['unshare', '--time', '--boottime', String(5 - Math.floor(os.uptime()))] as const
  needing([...later, 'true']).it('what is older than the boot: by its time of change, which nobody sets', async () => {
    const dir = createFolder()
    writeFiles(dir, { 'old.bin': 'x', 'cache/x': 'x' })
    await new Promise((resolve) => setTimeout(resolve, 6000))
    writeFiles(dir, { 'new.bin': 'x', 'cache/y': 'x' })
    fs.utimesSync(path.join(dir, 'new.bin'), 1, 1)
    const names = ['old.bin', 'cache', 'new.bin']
    const now = ['unshare', '--time', '--boottime', String(3 - Math.floor(os.uptime()))]
    const found = await filesOf(dir, names, { place: 'box', command: [...now, '--fork', base.path, PROBE] })
    expect(found.map((one) => one?.kept)).toEqual([true, true, false])
  })

  needing([...mounted, 'true']).it('what is older than the container, whose runtime writes /etc/hostname', async () => {
    const dir = createFolder()
    const own = `docker/containers/${'ab'.repeat(32)}/hostname`
    writeFiles(dir, { 'old.bin': 'x', 'cache/x': 'x' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    writeFiles(dir, { [own]: 'box\n' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    writeFiles(dir, { 'new.bin': 'x' })
    const mount = `mount --bind ${own} /etc/hostname && exec "$0" "$@"`
    const command = [...mounted, 'sh', '-c', mount, base.path, PROBE]
    const found = await filesOf(dir, ['old.bin', 'cache', 'new.bin'], { place: 'box', command })
    expect(found.map((one) => one?.kept)).toEqual([true, true, false])
  })
})

describe('the CI run', () => {
  const ci = async (env: NodeJS.ProcessEnv) => (await look(createFolder(), { only: 'env', env })).facts.probe?.ci
  it('is told by its provider', async () => {
    const sha = 'a1'.repeat(20)
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: '42',
      GITHUB_RUN_ATTEMPT: '2',
      GITHUB_JOB: 'test-all',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_SHA: sha,
      RUNNER_ENVIRONMENT: 'github-hosted',
    }
    expect(await ci(github)).toEqual({
      provider: 'github',
      run: '42',
      attempt: '2',
      job: 'test-all',
      event: 'pull_request',
      sha,
      runner: 'github-hosted',
    })
    expect(await ci({ GITLAB_CI: 'true', CI: 'true', CI_PIPELINE_ID: '7' })).toMatchObject({
      provider: 'gitlab',
      run: '7',
    })
    expect(await ci({ CI: '1' })).toEqual({ provider: 'other', runner: 'unknown' })
    expect(await ci({})).toBeUndefined()
    expect(await ci({ CI: 'false' })).toBeUndefined()
    expect(await ci({ ...github, GITHUB_RUN_ID: '42; rm', GITHUB_SHA: 'main', RUNNER_ENVIRONMENT: 'mine' })).toEqual({
      provider: 'github',
      attempt: '2',
      job: 'test-all',
      event: 'pull_request',
      runner: 'unknown',
    })
  })
})

describe('the earlier file', () => {
  it.each([
    ['nothing', undefined, false],
    ['another text', 'hello', false],
    ['another format', '# where-it-ran probe file, format 2\n\n[probe]\n', false],
    [
      'values of other forms',
      '# where-it-ran probe file, format 1\n\n[probe]\nrun_id = "short"\n\n[host]\nmachine = 7\nboot = "xyz"\n',
      true,
    ],
  ])('%s', async (_, text, found) => {
    const dir = createFolder()
    if (text !== undefined) writeFiles(dir, { 'probes/box.txt': text })
    const { facts } = await look(dir, { only: 'previous' })
    expect(facts.previous).toEqual({ found, canaries: {}, ...(found ? { env: {} } : {}) })
  })

  it('says which claimed variables were set, and no other', async () => {
    const dir = createFolder()
    const claims = { salt: 'abc', env: ['FEATURE_1', { name: 'API_BASE', compare: true }, 'NEVER'] }
    const env = { FEATURE_1: 'on', API_BASE: 'https://a.example', UNCLAIMED: 'x' }
    await lookRaw(dir, { claims, args: ['--tests', 'never'], env })
    const again = await look(dir, { only: 'previous,env', env: { API_BASE: 'https://b.example' } })
    const { previous, env: now } = again.facts
    expect(previous?.env).toEqual({
      FEATURE_1: { set: true },
      API_BASE: { set: true, hash: expect.stringMatching(/^[0-9a-f]{12}$/) },
      NEVER: { set: false },
    })
    expect(now?.claimed?.FEATURE_1?.set).toBe(false)
    expect(now?.claimed?.API_BASE?.hash).not.toBe(previous?.env?.API_BASE?.hash)
    // Another salt would make every hash look changed.
    const salted = await look(dir, { claims: { ...claims, salt: 'xyz' }, only: 'previous,env', env })
    expect(salted.facts.previous?.env?.API_BASE).toEqual({ set: true })
  })

  it('is read before it is overwritten', async () => {
    const dir = createFolder()
    const run = { args: ['--tests', 'never', '--host', 'show'], env: plainEnv() }
    await lookRaw(dir, run)
    const first = (await look(dir, { only: 'host,env', args: ['--stdout'] })).facts
    const text = fs.readFileSync(path.join(dir, 'probes/box.txt'), 'utf8')
    await lookRaw(dir, run)
    const second = fs.readFileSync(path.join(dir, 'probes/box.txt'), 'utf8')
    const value = (of: string, key: string) => new RegExp(`^${key} = "(.*)"$`, 'm').exec(of)?.[1]
    expect(second.slice(second.indexOf('[previous]'), second.indexOf('[host]'))).toContain(
      `run_id = "${value(text, 'run_id')}"`,
    )
    expect(second).toContain(`hostname = "${first.host?.hostname}"`)
    expect(value(text, 'run_id')).not.toBe(value(second, 'run_id'))
  })
})
