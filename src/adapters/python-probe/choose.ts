/** Which Python is probed: the one the tests ran in, else the project's, else the one that PATH names. */
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Exec, Git, InterpreterChoice, ProbeRequest } from '../../app/ports.ts'
import { SESSION_RECORD } from '../../core/content.ts'
import { startPython } from './start.ts'

export interface PythonNeeds {
  readonly exec: Exec
  readonly git: Git
  /** Absolute path of a program on PATH; undefined when none is there. */
  readonly which: (name: string) => string | undefined
  /** What children see. */
  readonly env: NodeJS.ProcessEnv
}

/** The session record lies beside the folder of probe files. */
type ProbedFolder = Pick<ProbeRequest, 'cwd' | 'probes'>

type Chosen =
  | { readonly ok: true; readonly choice: InterpreterChoice }
  /** Every Python that was tried, and what it said. */
  | { readonly ok: false; readonly tried: readonly string[]; readonly old: boolean }

interface Option {
  readonly command: readonly string[]
  readonly why: string
  /** The project's own: when it does not start, another one would only hide that. */
  readonly binding: boolean
}
/** Undefined: nothing of the kind is here. A sentence: it is here and can't be used. */
type Find = (needs: PythonNeeds, folder: ProbedFolder) => Promise<Option | string | undefined>

const FINDS: readonly Find[] = [
  findSession,
  inFolder('.venv'),
  locked('uv.lock', ['uv', 'run', '--no-sync', 'python']),
  locked('poetry.lock', ['poetry', 'run', 'python']),
  inFolder('venv'),
  onPath('python'),
  onPath('python3'),
]

export async function chooseInterpreter(needs: PythonNeeds, folder: ProbedFolder): Promise<Chosen> {
  const passed: string[] = []
  let old = false
  for (const find of FINDS) {
    const option = await find(needs, folder)
    if (option === undefined) continue
    if (typeof option === 'string') {
      passed.push(option)
      continue
    }
    const start = await startPython(needs, option.command, folder.cwd)
    const told = `${option.command.join(' ')} (${option.why})`
    if (start.ok) return { ok: true, choice: { command: option.command, why: [told, ...passed].join('; ') } }
    passed.push(`${told} ${start.message}`)
    old ||= start.old
    if (option.binding) break
  }
  return { ok: false, tried: passed, old }
}

/** The executable that the last test session recorded: untrusted, so it must look like a Python of this machine. */
async function findSession({ git }: PythonNeeds, { cwd, probes }: ProbedFolder): Promise<Option | string | undefined> {
  const session = await findRecord(path.dirname(path.resolve(cwd, probes)))
  if (session === undefined) return undefined
  const refuse = (why: string) => `${SESSION_RECORD} was passed over: ${why}`
  if (await git.isTracked(session.record)) return refuse('git tracks it, so it was not made here')
  if (session.hostname !== os.hostname()) return refuse('it is from another machine')
  const python = session.executable
  if (!path.isAbsolute(python) || !/^(?:python|pypy)[\d.]*w?(?:\.exe)?$/i.test(path.basename(python)))
    return refuse('the executable it names is no Python')
  if (!existsSync(python)) return refuse('the executable it names is gone')
  if (await isTrackedPython(git, python)) return refuse('git tracks the executable it names')
  return { command: [python], why: `the tests ran in it, says ${SESSION_RECORD}`, binding: false }
}

function inFolder(folder: string): Find {
  return async ({ git, env }, { cwd }) => {
    // Who activated another environment means that one; `.venv` is the project's whatever the shell says.
    if (folder !== '.venv' && env.VIRTUAL_ENV) return undefined
    for (const name of [`${folder}/bin/python`, `${folder}/Scripts/python.exe`]) {
      const python = path.join(cwd, name)
      // A link that leads nowhere is a broken environment, not an absent one.
      if (!(await fs.lstat(python).catch(() => undefined))) continue
      if (await isTrackedPython(git, python)) return `${name} was passed over: git tracks it`
      return { command: [python], why: `the environment in ${folder}`, binding: true }
    }
    return undefined
  }
}

function locked(lock: string, command: readonly [string, ...string[]]): Find {
  return async ({ which }, { cwd }) => {
    if (!existsSync(path.join(cwd, lock))) return undefined
    const [name, ...args] = command
    const program = which(name)
    if (!program) return `${lock} is here, but ${name} is not on PATH`
    return { command: [program, ...args], why: `${lock} is here`, binding: false }
  }
}

function onPath(name: string): Find {
  return async ({ which, git }) => {
    const python = which(name)
    if (!python) return `no ${name} on PATH`
    if (await isTrackedPython(git, python)) return `${name} on PATH was passed over: git tracks it`
    return { command: [python], why: `${name} on PATH`, binding: false }
  }
}

/** What the repository brings along could be anything, a link too: it is never started as an interpreter. */
async function isTrackedPython(git: Git, python: string): Promise<boolean> {
  const real = await fs.realpath(python).catch(() => python)
  const above = ancestors(python)
  const linked = await Promise.all(above.map(isLink))
  const links = above.filter((_, at) => linked[at])
  const answers = await Promise.all([python, real, ...links].map((file) => git.isTracked(file)))
  return answers.includes(true)
}

const isLink = async (file: string): Promise<boolean> =>
  (await fs.lstat(file).catch(() => undefined))?.isSymbolicLink() === true

/** Bytes; a record holds counts and names. */
const MAX_BYTES = 4 * 1024 * 1024

/** The record of the pytest plugin: beside the probes folder, else at the top of the working tree. */
async function findRecord(folder: string) {
  const top = [folder, ...ancestors(folder)].find((one) => existsSync(path.join(one, '.git')))
  for (const one of top === undefined ? [folder] : [folder, top]) {
    const session = await readSession(path.join(one, SESSION_RECORD))
    if (session) return session
  }
  return undefined
}

async function readSession(record: string) {
  try {
    const stat = await fs.lstat(record)
    if (!stat.isFile() || stat.size > MAX_BYTES) return undefined
    const { hostname, executable } = JSON.parse(await fs.readFile(record, 'utf8'))
    if (typeof hostname !== 'string' || typeof executable !== 'string') return undefined
    return { record, hostname, executable }
  } catch {
    return undefined
  }
}

/** Folders above a path, nearest first. */
function ancestors(file: string): readonly string[] {
  const parent = path.dirname(file)
  return parent === file ? [] : [parent, ...ancestors(parent)]
}
