/** How this program was started, as words that can be typed again. */
import os from 'node:os'
import path from 'node:path'
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
