/** What every command works with: the settings, the project's folder with its git and files, the terminal. */

import { existsSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createFiles } from '../adapters/files.ts'
import { type AskGit, createAskGit } from '../adapters/git/ask.ts'
import { createGit } from '../adapters/git/git.ts'
import { type History, readHistory } from '../adapters/git/history.ts'
import { createExec, findProgram } from '../adapters/process.ts'
import { createPythonProbe } from '../adapters/python-probe/python-probe.ts'
import { createSecretNet } from '../adapters/secret-net.ts'
import { createTerminal, type Screen, type Terminal } from '../adapters/terminal.ts'
import type { Files, Git, ProbeRunner, SecretNet } from '../app/ports.ts'
import { messageOf } from '../core/fault.ts'
import type { Place } from '../core/model.ts'
import { once } from '../core/once.ts'
import { HOSTED_AGENTS, PROVIDER_SIGNS } from '../core/probe-file/facts/ci-providers.ts'
import { shellWord } from '../core/text/shell.ts'
import { type Settings, UsageError } from './args.ts'
import type { CommandName } from './options.ts'

/** The process as it was started. */
export interface Invocation {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** What Node was told to run, and the words after it. */
  readonly script: string | undefined
  readonly argv: readonly string[]
  readonly out: Screen
  readonly err: Screen
}

export interface CommandContext {
  readonly settings: Settings
  readonly env: NodeJS.ProcessEnv
  /** How this program is started, as it can be typed again. */
  readonly self: string
  /** The same with all its words. */
  readonly again: string
  readonly cwd: string
  readonly files: Files
  readonly git: Git
  /** What `git` does not answer is asked here. */
  readonly ask: AskGit
  /** The way from the default branch, asked once. */
  readonly history: () => Promise<History>
  readonly probe: ProbeRunner
  readonly terminal: Terminal
  readonly net: () => Promise<SecretNet>
}

export function openContext(command: CommandName, given: Settings, invocation: Invocation): CommandContext {
  const { cwd, env, script, argv, out, err } = invocation
  const { folder, because } = findFolder(command, given, cwd)
  const settings = because === undefined ? given : { ...given, workingDirectory: path.relative(cwd, folder) }
  const terminal = createTerminal({ out, err, env, colour: settings.color })
  if (because !== undefined)
    terminal.log.info(
      `the project is ${settings.workingDirectory}, for its ${because}; another: --working-directory DIR`,
    )
  const self = nameOfProgram(script)
  const exec = createExec(err)
  const ask = createAskGit({ exec, cwd: folder, env })
  const git = createGit(ask, settings.probes)
  return {
    settings,
    env,
    self,
    again: [self, ...argv.map((word) => shellWord(shorten(word, folder), SHELL))].join(' '),
    cwd: folder,
    ask,
    history: once(() => readHistory(ask)),
    git,
    files: createFiles(folder),
    probe: createPythonProbe({ exec, git, env, which: (name) => findProgram(name, env) }),
    terminal,
    net: createSecretNet(env),
  }
}

/** A folder that is named is taken as it is; else the project's folder is looked for. */
function findFolder(command: CommandName, { workingDirectory, claims }: Settings, cwd: string): ProjectFolder {
  const folder = path.resolve(cwd, workingDirectory)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no folder ${workingDirectory}`, 'name the project: --working-directory DIR')
  return workingDirectory === '.' ? findProjectFolder(folder, claims, command === 'init') : { folder }
}

/** A file or folder that can't be read is wrong use: exit status 2, with what mends it. */
export async function orUsage<T>(asked: Promise<T>, fix?: string): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw new UsageError(messageOf(error), fix)
  }
}

/** Without a repository there is no project: nothing is written and no test is started. */
export async function requireRepository({ git, cwd }: CommandContext): Promise<void> {
  const state = await git.state()
  if (state === 'none')
    throw new UsageError(
      `${cwd} is in no git repository`,
      'run this in the project, or name it: --working-directory DIR',
    )
  if (state === 'no-git')
    throw new UsageError(
      'no git could be started',
      'install git (on macOS: xcode-select --install), then run this again',
    )
}

/** Milliseconds of silence; after them a line on standard error says what is going on. */
const PATIENCE = 1000

export async function patiently<T>({ log }: Terminal, what: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => log.info(`${what} …`), PATIENCE)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

const SHELL = process.platform === 'win32' ? 'powershell' : 'posix'

/** A path as it is said here: below the working directory, else below home. What is said may be posted. */
export function shorten(word: string, cwd: string, home = os.homedir()): string {
  if (word.startsWith(`${cwd}${path.sep}`)) return word.slice(cwd.length + 1)
  return home !== '' && word.startsWith(`${home}${path.sep}`) ? `~${word.slice(home.length)}` : word
}

/** `script` is what Node was told to run; a name on PATH stands for itself. */
export function nameOfProgram(script: string | undefined, home = os.homedir()): string {
  if (script === undefined || /^where-it-ran(?:\.cmd)?$/.test(path.basename(script))) return 'where-it-ran'
  const below = path.relative(home, script)
  const isBelow = home !== '' && !below.startsWith('..') && !path.isAbsolute(below)
  // A tilde in quotes is a tilde: only a plain path may start with one.
  const short = `~/${below}`
  const plain = /^[\w./-]+$/.test(below) && SHELL === 'posix'
  return `node ${isBelow && plain ? short : shellWord(script, SHELL)}`
}

/** What a Python project has at its top, whatever its tools. */
const PROJECT_FILES = ['pyproject.toml', 'setup.cfg', 'setup.py', 'requirements.txt', 'tox.ini', 'pytest.ini']

export interface ProjectFolder {
  readonly folder: string
  /** The file that made this folder the project, as people are told; undefined: the command was started in it. */
  readonly because?: string
}

/**
 * The nearest folder up to the top of the repository that has claims, else the nearest with a file of a
 * project, else the top. `init` makes claims: for it a project that has none yet is as good as one that has.
 */
export function findProjectFolder(from: string, claims: string, isInit: boolean): ProjectFolder {
  const folders = upToTop(from)
  const [wanted, other] = isInit ? [[claims, ...PROJECT_FILES], []] : [[claims], PROJECT_FILES]
  const found = firstWith(folders, wanted) ?? firstWith(folders, other)
  const folder = found?.folder ?? folders.at(-1) ?? from
  return folder === from ? { folder } : { folder, because: found?.file ?? '.git' }
}

function firstWith(folders: readonly string[], files: readonly string[]) {
  for (const folder of folders) {
    const file = files.find((one) => existsSync(path.join(folder, one)))
    if (file !== undefined) return { folder, file }
  }
  return undefined
}

/** Nearest first, the top of the repository last; nothing where there is no repository. */
function upToTop(from: string): readonly string[] {
  const folders: string[] = []
  for (let folder = from; ; folder = path.dirname(folder)) {
    folders.push(folder)
    if (existsSync(path.join(folder, '.git'))) return folders
    if (path.dirname(folder) === folder) return []
  }
}

const isSet = (value: string | undefined): boolean => value !== undefined && !/^(?:|0|false|no)$/i.test(value)

/** `box` on a hosted agent's machine, whether it sets CI or not; `ci` where a provider is detected; else `local`. */
export function detectPlace(env: NodeJS.ProcessEnv): Place {
  if (HOSTED_AGENTS.some(([name, value]) => (value === '*' ? Boolean(env[name]) : env[name] === value))) return 'box'
  return /^(?:true|1)$/i.test(env.CI ?? '') || PROVIDER_SIGNS.some((name) => isSet(env[name])) ? 'ci' : 'local'
}
