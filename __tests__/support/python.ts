import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { atRoot } from './bed.ts'

const run = promisify(execFile)
const windows = process.platform === 'win32'

export interface Interpreter {
  readonly version: string
  readonly path: string
}
export interface Venv {
  readonly dir: string
  readonly python: string
  readonly version: string
  readonly pytest: string
}
/** Either it is there, or the reason why not, for the test to skip with. */
export type Found<T> = { readonly found: T } | { readonly missing: string }

/** The newest pytest and pytest-xdist that every supported interpreter takes: one version for all of them. */
const PYTEST = '8.3.5'
const XDIST = '3.6.1'
const OLDEST = '3.8'

const onPath = windows ? 'python' : 'python3'

let known: Promise<Interpreter[]> | undefined

/** The supported interpreters of this machine, oldest first: pyenv's, and the one that PATH names. */
export async function findInterpreters(): Promise<Interpreter[]> {
  return (await findAll()).filter(({ version }) => compareVersions(version, OLDEST) >= 0)
}

/** Those that are too old, which must still be told so. */
export async function findOldInterpreters(): Promise<Interpreter[]> {
  return (await findAll()).filter(({ version }) => compareVersions(version, OLDEST) < 0)
}

/** `3.10` finds 3.10.13; without a version it is the one that PATH names, else the newest. */
export async function findInterpreter(version?: string): Promise<Found<Interpreter>> {
  const all = await findInterpreters()
  const usual = version ? undefined : await ask(onPath)
  const wanted = version ?? usual?.version
  const fits = wanted ? all.findLast((one) => `${one.version}.`.startsWith(`${wanted}.`)) : all.at(-1)
  return fits ? { found: fits } : { missing: `no Python ${version ?? `from ${OLDEST} on`} on this machine` }
}

/**
 * A virtual environment with pytest, made once and kept under node_modules/.cache. The first call for a version
 * takes about ten seconds: give the hook or test that asks 180 s.
 */
export async function venvWithPytest(version?: string, { xdist = false, pytest = PYTEST } = {}): Promise<Found<Venv>> {
  const interpreter = await findInterpreter(version)
  if ('missing' in interpreter) return interpreter
  const { found: base } = interpreter
  const name = `venv-${base.version}-pytest-${pytest}${xdist ? `-xdist-${XDIST}` : ''}`
  const dir = atRoot(`node_modules/.cache/where-it-ran/${name}`)
  const python = path.join(dir, windows ? 'Scripts/python.exe' : 'bin/python')
  try {
    await makeOnce(dir, () => makeVenv(base.path, dir, python, pytest, xdist))
    return { found: { dir, python, version: base.version, pytest: fs.readFileSync(path.join(dir, 'ready'), 'utf8') } }
  } catch (error) {
    return { missing: `Python ${base.version} has no pytest: ${lastLine(error)}` }
  }
}

/** The same for tests that mean nothing without it. */
export async function needVenv(...asked: Parameters<typeof venvWithPytest>): Promise<Venv> {
  const answer = await venvWithPytest(...asked)
  if ('missing' in answer) throw new Error(answer.missing)
  return answer.found
}

async function makeVenv(base: string, dir: string, python: string, pytest: string, xdist: boolean): Promise<string> {
  const wanted = [`pytest==${pytest}`, ...(xdist ? [`pytest-xdist==${XDIST}`] : [])]
  const modules = xdist ? 'import pytest, xdist' : 'import pytest'
  try {
    await run(base, ['-m', 'venv', '--clear', dir])
    await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wanted])
  } catch (error) {
    // Without a package index the interpreter's own pytest serves, where it has one.
    await run(base, ['-I', '-c', modules]).catch(() => Promise.reject(error))
    await run(base, ['-m', 'venv', '--clear', '--without-pip', '--system-site-packages', dir])
  }
  const { stdout } = await run(python, ['-I', '-c', `${modules}; print(pytest.__version__)`])
  return stdout.trim()
}

/** Several test processes may ask at once: one makes it, the others wait for its `ready`. */
async function makeOnce(dir: string, make: () => Promise<string>): Promise<void> {
  const ready = path.join(dir, 'ready')
  const lock = `${dir}.lock`
  fs.mkdirSync(path.dirname(dir), { recursive: true })
  for (;;) {
    if (fs.existsSync(ready)) return
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (!isAlive(lock)) fs.rmSync(lock, { force: true })
    await sleep(200)
  }
  try {
    if (!fs.existsSync(ready)) fs.writeFileSync(ready, await make())
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

function isAlive(lock: string): boolean {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'))
    // Just created and not yet written, or the process is there.
    return pid === 0 || process.kill(pid, 0)
  } catch {
    return false
  }
}

function findAll(): Promise<Interpreter[]> {
  known ??= searchAll()
  return known
}

async function searchAll(): Promise<Interpreter[]> {
  const root = path.join(process.env.PYENV_ROOT ?? path.join(os.homedir(), '.pyenv'), 'versions')
  const names = fs.existsSync(root) ? fs.readdirSync(root) : []
  const paths = names.map((name) => path.join(root, name, windows ? 'python.exe' : 'bin/python'))
  const asked = await Promise.all([...paths, '/usr/bin/python3', onPath].map(ask))
  const real = new Map<string, Interpreter>()
  for (const one of asked) {
    const key = one && fs.realpathSync(one.path)
    if (one && key && !real.has(key)) real.set(key, one)
  }
  return [...real.values()].sort((a, b) => compareVersions(a.version, b.version))
}

/** Asked for its own path: what PATH names may be a shim, which is a shell script. */
async function ask(file: string): Promise<Interpreter | undefined> {
  const code = 'import sys; sys.stdout.write("%d.%d.%d %s" % (sys.version_info[:3] + (sys.executable,)))'
  try {
    const [, version, executable] = /^(\S+) (.+)$/.exec((await run(file, ['-c', code])).stdout) ?? []
    return version && executable ? { version, path: executable } : undefined
  } catch {
    return undefined
  }
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n').at(-1) ?? message
}
