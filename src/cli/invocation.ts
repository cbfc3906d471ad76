/** How and where this program was started: its own name, the folder of the project, the place. */
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Place } from '../core/model.ts'
import { PROVIDER_SIGNS } from '../core/probe-file/facts/ci-providers.ts'
import { shellWord } from '../core/text/shell.ts'

export const SHELL = process.platform === 'win32' ? 'powershell' : 'posix'

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
  /** What made it the project; undefined: it is where this was started. */
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

/** `ci` where a provider is detected, else `local`: a box has to say so itself. */
export const detectPlace = (env: NodeJS.ProcessEnv): Place =>
  /^(?:true|1)$/i.test(env.CI ?? '') || PROVIDER_SIGNS.some((name) => isSet(env[name])) ? 'ci' : 'local'
