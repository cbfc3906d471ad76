/** What only another system has, by what such a system says: recorded texts, and this one with parts taken away. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyPython, errorsOf, look } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { findInterpreters } from '../support/python.ts'
import { createFolder, createRepo, gitIn, writeFiles } from '../support/repo.ts'
import { PLUGIN_FOLDER, PROBE } from '../support/suite.ts'

let python: string
let ends: string[]
beforeAll(async () => {
  python = (await anyPython()).path
  const all = (await findInterpreters()).map((one) => one.path)
  ends = [...new Set([all[0] ?? python, all.at(-1) ?? python])]
})
/** The value of an expression after statements, in a process that knows the probe as `p`. */
const call = (expression: string, before = '', env: NodeJS.ProcessEnv = {}) =>
  JSON.parse(
    execFileSync(
      python,
      [
        '-c',
        `import sys, os, json, types\nsys.path.insert(0, sys.argv[1])\nimport agent_probe as p\n${before}\nprint(json.dumps(${expression}))`,
        PLUGIN_FOLDER,
      ],
      { encoding: 'utf8', env: { ...process.env, ...env } },
    ),
  )
/** The probe takes the functions of paths by name: those of Windows in their place. */
const NT_PATHS = `import ntpath
for name in dir(ntpath):
    if hasattr(p, name) and name[0] != "_": setattr(p, name, getattr(ntpath, name))
`
/** Commands answer what was recorded; one that was not is not there. */
const says = (answers: Record<string, string>) =>
  `answers = json.loads(${JSON.stringify(JSON.stringify(answers))})
def recorded(command, **more):
    if " ".join(command) not in answers: raise FileNotFoundError(command[0])
    return 0, answers[" ".join(command)].encode("utf-8"), ""
p.run = recorded\n`
/** The registry as 64-bit Windows shows it, to those who ask for that view. */
const registry = (values: Record<string, string | number>) =>
  `values = json.loads(${JSON.stringify(JSON.stringify(values))})
class Key(str):
    def __enter__(self): return self
    def __exit__(self, *more): pass
def open_key(root, path, reserved, access):
    if root != "HKLM" or access != 0x20019 | 0x100 or not any(one.startswith(path) for one in values): raise FileNotFoundError(2, "no such key")
    return Key(path)
def query(key, name):
    if key + "\\\\" + name not in values: raise FileNotFoundError(2, "no such value")
    return values[key + "\\\\" + name], 1
sys.modules["winreg"] = types.SimpleNamespace(HKEY_LOCAL_MACHINE="HKLM", KEY_READ=0x20019, KEY_WOW64_64KEY=0x100, OpenKey=open_key, QueryValueEx=query)\n`
const on = (platform: string) => `sys.platform = ${JSON.stringify(platform)}\n`

describe('macOS', () => {
  const IOREG = '/usr/sbin/ioreg -rd1 -c IOPlatformExpertDevice'
  const recorded = `+-o J314sAP  <class IOPlatformExpertDevice, id 0x100000231, registered, matched, active, busy 0 (2 ms), retain 41>
    {
      "IOPolledInterface" = "AppleARMWatchdogTimerHibernateHandler is not serializable"
      "compatible" = <"J314sAP","MacBookPro18,3","AppleARM">
      "IOPlatformSerialNumber" = "C02XXXXXXXXX"
      "IOPlatformUUID" = "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9"
      "device_type" = <"bootrom">
    }
`
  it('the machine id comes from ioreg, the boot from sysctl', () => {
    const answers = {
      [IOREG]: recorded,
      '/usr/sbin/sysctl -n kern.bootsessionuuid': '7D2C0F9E-1111-2222-3333-444455556666\n',
    }
    const boot = '7D2C0F9E-1111-2222-3333-444455556666'
    const alone = `p.find_identity("00ff", None)["boot"] == p.keyed("00ff", "boot", "${boot}")`
    expect(call(`[p.read_machine_id().hex(), p.read_boot_id(), ${alone}]`, on('darwin') + says(answers))).toEqual([
      '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      boot,
      true,
    ])
  })

  // What macOS prints without developer tools, and after an upgrade that took them away.
  needing('posix').it.each([
    'xcode-select: note: No developer tools were found, requesting install.',
    'xcrun: error: invalid active developer path (/Library/Developer/CommandLineTools), missing xcrun at: /Library/Developer/CommandLineTools/usr/bin/xcrun',
  ])('a git that only asks for one to be installed is none: %s', async (text) => {
    const [bin, dir] = [createFolder(), createRepo({ a: '' }).dir]
    fs.writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho '${text}' >&2\nexit 1\n`, { mode: 0o755 })
    const { facts } = await look(dir, { python, only: 'git', env: { PATH: bin } })
    expect(facts.git).toEqual({ state: 'no-git' })
    expect(await gitIn(dir, { PATH: bin }).state()).toBe('no-git')
  })

  it.each([
    ['without those commands', {}],
    ['with another answer', { [IOREG]: '+-o Root\n', '/usr/sbin/sysctl -n kern.bootsessionuuid': '' }],
  ])('%s machine and boot are unknown', (_, answers) => {
    const { machine, machine_absent, boot, container, in_container } = call(
      'p.find_identity("00ff", None)',
      on('darwin') + says(answers),
    )
    expect({ machine, machine_absent, boot }).toEqual({ machine: null, machine_absent: true, boot: null })
    expect({ container, in_container }).toEqual({ container: null, in_container: false })
  })
})

describe('Homebrew', () => {
  needing('posix').it('site-packages lie outside the prefix, which links to them', async () => {
    const parent = createFolder()
    const prefix = path.join(parent, 'Cellar/python')
    execFileSync(python, ['-m', 'venv', '--without-pip', prefix])
    const by = path.join(prefix, 'bin/python')
    const [long] = JSON.parse(
      execFileSync(by, ['-c', 'import json, site; print(json.dumps(site.getsitepackages()))'], { encoding: 'utf8' }),
    )
    const short = path.join(parent, 'lib/python/site-packages')
    fs.mkdirSync(path.dirname(short), { recursive: true })
    fs.renameSync(long, short)
    fs.symlinkSync(short, long)
    writeFiles(short, {
      'brewed.py': '',
      'sitecustomize.py': `import sys\nsys.path = [one.replace(${JSON.stringify(long)}, ${JSON.stringify(short)}) for one in sys.path]\n`,
    })
    const claims = { packages: ['brewed'] }
    const { facts } = await look(createFolder(), { python: by, claims, only: 'path,packages' })
    expect(facts.path?.entries?.at(-1)).toEqual({ path: '<other>/site-packages', label: 'venv' })
    expect(facts.packages?.claimed?.brewed).toMatchObject({ importable: true, label: 'venv' })
  })
})

describe('Windows', () => {
  const GUID = 'SOFTWARE\\Microsoft\\Cryptography\\MachineGuid'
  const BOOT = 'SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Memory Management\\PrefetchParameters\\BootId'

  it('the machine id and the boot come from the registry, seen as 64-bit programs see it', () => {
    const values = { [GUID]: '6fa1c2d3-0001-4b5c-8d9e-aabbccddeeff', [BOOT]: 117 }
    expect(call('[p.read_machine_id().hex(), p.read_boot_id()]', on('win32') + registry(values))).toEqual([
      '6fa1c2d300014b5c8d9eaabbccddeeff',
      '117',
    ])
  })

  it('without those values, or without a registry, they are unknown', () => {
    for (const before of [registry({}), 'sys.modules["winreg"] = None\n'])
      expect(call('[p.read_machine_id(), p.read_boot_id()]', on('win32') + before)).toEqual([null, ''])
  })

  it('an environment’s python.exe only leads on, py.exe chooses, a store alias is none', () => {
    const dir = createFolder()
    writeFiles(dir, {
      'env/pyvenv.cfg': '',
      'env/Scripts/python.exe': 'MZ',
      'env/Scripts/pip.exe': 'MZ',
      'other/pyvenv.cfg': '',
      'other/Scripts/python.exe': 'MZ',
      'windows/py.exe': 'MZ',
      'store/python3.exe': '',
    })
    const files = [
      'env/Scripts/python.exe',
      'env/Scripts/pip.exe',
      'other/Scripts/python.exe',
      'windows/py.exe',
      'store/python3.exe',
    ]
    const prefix = `sys.prefix = ${JSON.stringify(path.join(dir, 'env'))}\nos.name = "nt"\n`
    const found = call(
      `[p.examine_command(one) for one in json.loads(${JSON.stringify(JSON.stringify(files.map((one) => path.join(dir, one))))})]`,
      prefix,
    )
    expect(found).toEqual([
      ['redirector', 'this'],
      ['redirector', 'this'],
      ['redirector', 'other'],
      ['binary', 'unknown'],
      ['unreadable', 'unknown'],
    ])
  })

  it('a command is found by the endings that count as programs', () => {
    const dir = createFolder()
    writeFiles(dir, { 'python.cmd': 'x', 'python.exe': 'x', 'pip.txt': 'x' })
    for (const file of fs.readdirSync(dir)) fs.chmodSync(path.join(dir, file), 0o755)
    const found = call('[p.which("python"), p.which("pip")]', 'os.name = "nt"', { PATH: dir, PATHEXT: '.EXE;.CMD' })
    expect(found).toEqual([path.join(dir, 'python.exe'), null])
  })

  it('a program that a repository brings is not started in place of the one on PATH', () => {
    const [dir, empty] = [createFolder(), createFolder()]
    writeFiles(dir, { 'git.exe': 'x', 'git.cmd': 'x', 'pytest.cmd': 'x' })
    const code = `os.chdir(${JSON.stringify(dir)})\nos.name = "nt"
def found(*words):
    try: return p.find_program(*words)
    except FileNotFoundError: return None\n`
    const asked = '[found("git", (".exe",)), found("pytest"), found("C:/Python/python.exe")]'
    const at = (PATH: string) => call(asked, code, { PATH })
    expect(at(['.', '', dir].join(path.delimiter))).toEqual([
      path.join(dir, 'git.exe'),
      path.join(dir, 'pytest.cmd'),
      'C:/Python/python.exe',
    ])
    expect(at(['.', '', empty].join(path.delimiter))).toEqual([null, null, 'C:/Python/python.exe'])
  })

  it('what lies on another drive is named by its whole path', () => {
    const asked = (path: string) => call(`p.seen_from("C:\\\\repo", ${JSON.stringify(path)})`, NT_PATHS)
    expect(asked('D:\\out\\box.txt')).toBe('D:/out/box.txt')
    expect(asked('C:\\repo\\probes\\box.txt')).toBe('probes/box.txt')
  })

  it('there are no modes, so that none are told', () => {
    const file = path.join(createFolder(), '.env')
    fs.writeFileSync(file, 'x')
    const context = `context = types.SimpleNamespace(repository=types.SimpleNamespace(state="none", readable=False, is_tracked=lambda path: False, tracks=lambda path, end: False, in_commit=lambda path: False), toplevel=None, once=lambda name, find: ({}, {}))\n`
    const facts = call(`p.secret_file_facts(context, ${JSON.stringify(file)}, set())`, `${context}os.name = "nt"\n`)
    expect(facts).toEqual({
      exists: true,
      parent_readable: true,
      empty: false,
      copies: [],
      history: [],
      tracked: false,
      encrypted: false,
      in_repo: false,
      ignored: false,
      modes: false,
      others_read: null,
      unlooked: true,
    })
  })

  const ME = 'S-1-5-21-1004336348-1177238915-682003330-1001'
  const USER = `"desktop\\ada","${ME}"\r\n`
  const ADMIN = USER.replace('-1001', '-500')
  it.each<[title: string, sddl: string, user: string, open: boolean | null]>([
    ['what a home hands down', `.env\r\nD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;FA;;;${ME})\r\n`, USER, false],
    ['what icacls /inheritance:r leaves', `.env\r\nD:PAI(A;;FA;;;${ME})\r\n`, USER, false],
    ['everybody', `.env\r\nD:AI(A;;FR;;;WD)(A;ID;FA;;;${ME})\r\n`, USER, true],
    ['all users of the machine', `.env\r\nD:AI(A;ID;0x1200a9;;;BU)(A;ID;FA;;;${ME})\r\n`, USER, true],
    ['another user', `.env\r\nD:AI(A;;FA;;;${ME.replace('-1001', '-1002')})\r\n`, USER, true],
    ['another user is kept out', `.env\r\nD:AI(D;;FA;;;BG)(A;ID;FA;;;${ME})\r\n`, USER, false],
    ['the built-in administrator, who asks', '.env\r\nD:AI(A;ID;FA;;;LA)\r\n', ADMIN, false],
    ['the built-in administrator, and another asks', '.env\r\nD:AI(A;ID;FA;;;LA)\r\n', USER, true],
    ['no list at all lets everybody in', '.env\r\nD:NO_ACCESS_CONTROL\r\n', USER, true],
    ['a condition', `.env\r\nD:AI(XA;;FR;;;WD;(Member_of {SID(BA)}))\r\n`, USER, null],
    ['nothing was saved', '', USER, null],
    ['nobody says who asks', `.env\r\nD:AI(A;ID;FA;;;${ME})\r\n`, '', null],
  ])('who may read a file, by its access list: %s', (_, sddl, user, open) => {
    expect(call(`p.opened_by_list(${JSON.stringify(sddl)}, ${JSON.stringify(user)})`)).toBe(open)
  })

  it('the list is asked of icacls, and who asks of whoami', () => {
    const answers = `import io
def recorded(command, **more):
    if command[0].endswith("icacls.exe"):
        io.open(command[3], "wb").write(u".env\\r\\nD:AI(A;;FR;;;WD)\\r\\n".encode("utf-16-le"))
    return 0, ${JSON.stringify(USER)}.encode("ascii"), ""
p.run = recorded\n`
    expect(call('p.opened_by_list(*p.ask_windows("x"))', answers)).toBe(true)
    expect(call('p.opened_by_list(*p.ask_windows("x"))', 'p.run = lambda command: (1, b"", "")\n')).toBe(null)
  })

  it('a changed file far down is there, whichever way a slash leans and however a folder is spelled', () => {
    const dir = createFolder()
    writeFiles(dir, { 'far/down/new.txt': 'x' })
    const before = `import ntpath
real = p.realpath
p.realpath = lambda path: real(path).replace(b"/far/down", b"\\\\Far\\\\down")
p.normcase = ntpath.normcase
told = p.sort_changed(os.fsencode(${JSON.stringify(dir)}), [b"far/down/new.txt", b"far/down/gone.txt"])\n`
    expect(call('[[os.fsdecode(path) for path in paths] for paths in told]', before)).toEqual([
      ['far/down/new.txt'],
      ['far/down/gone.txt'],
      [],
    ])
  })

  it('paths are told with /, whatever the system writes', () => {
    const masks = `[["c:\\\\users\\\\ada\\\\repo", "<repo>"], ["c:\\\\users\\\\ada", "~"]]`
    const before = NT_PATHS
    const paths = [
      'C:\\Users\\Ada\\repo\\src\\x.py',
      'C:\\Users\\Ada\\x',
      'D:\\tools\\y',
      'C:\\Users\\Bob',
      'C:\\Users\\ada\\REPO',
    ]
    const code = `[p.mask_path(one, ${masks}) for one in json.loads(${JSON.stringify(JSON.stringify(paths))})]`
    expect(call(code, before)).toEqual(['<repo>/src/x.py', '~/x', '<other>/y', '<other>', '<repo>'])
  })
})

describe('no /proc', () => {
  const around = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs none /proc && exec "$0" "$@"'] as const

  needing([...around, 'true']).it('what it alone tells is absent, everything else is told', async () => {
    const HOME = createFolder()
    for (const by of ends) {
      const repo = createRepo({ 'demo.py': '' })
      const { facts } = await look(repo.dir, {
        command: [...around, by, PROBE],
        claims: { canary: ['home'], env: ['HOME'], secrets: ['.env'], packages: ['demo'] },
        env: { HOME },
      })
      expect(errorsOf(facts)).toEqual({})
      const { boot, container, machine } = facts.host ?? {}
      expect({ boot, container }).toEqual({ boot: undefined, container: undefined })
      expect(machine).toBeDefined()
      expect(facts.interpreter?.executable_hash).toMatch(/^[0-9a-f]{12}$/)
      expect(facts.env?.claimed?.HOME).toEqual({ set: true, start: 'filled', from: '.env', file: 'absent' })
      const home = facts.persist?.canary?.home
      expect(home).toMatchObject({ writable: true, machine_same: true })
      expect(home?.boot_changed).toBeUndefined()
      expect(facts.packages?.claimed?.demo?.label).toBe('repo')
      expect(facts.git?.tree_content).toBe(facts.git?.head_content)
      fs.rmSync(HOME, { recursive: true })
      fs.mkdirSync(HOME)
    }
  })
})
