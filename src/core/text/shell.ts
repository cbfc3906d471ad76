/** Words and commands quoted for the shell that a reader types them into. */
import { visible } from './escape.ts'

export type Shell = 'posix' | 'powershell'

/** The shell people use on that platform, as the probe names it. */
export const shellOf = (platform: string | undefined): Shell => (platform === 'win32' ? 'powershell' : 'posix')

/** Between two commands, where the second one needs the first. */
export const andThen = (shell: Shell): string => (shell === 'powershell' ? '; ' : ' && ')

const PLAIN_WORD = /^[A-Za-z0-9_./@%+:,][A-Za-z0-9_./@%+=:,-]*$|^--?[A-Za-z][A-Za-z0-9-]*(?:=[A-Za-z0-9_./%+:,-]*)?$/
/** PowerShell ends strings at typographic quotes, too. */
const SINGLE_QUOTES = /['\u2018\u2019\u201a\u201b]/g
const ACTIVE_IN_DOUBLE = /[`$"\u201c\u201d\u201e]/g

function powershellWord(home: string, rest: string): string {
  if (home === '') return `'${rest.replace(SINGLE_QUOTES, '$&$&')}'`
  return `"$HOME/${rest.replace(ACTIVE_IN_DOUBLE, '`$&')}"`
}

/** One word for that shell; `~/` at the start still means home. To a POSIX shell `\` is no separator. */
export function shellWord(word: string, shell: Shell): string {
  const shown = visible(word)
  const home = (shell === 'powershell' ? /^~[\\/]/ : /^~\//).exec(shown)?.[0] ?? ''
  const rest = shown.slice(home.length)
  const plain = PLAIN_WORD.test(rest) && !(shell === 'powershell' && /[@,%]|^-.*=/.test(rest))
  if (plain) return home + rest
  return shell === 'powershell' ? powershellWord(home, rest) : `${home}'${rest.replaceAll("'", "'\\''")}'`
}

/** A command line of quoted words; PowerShell needs `&` to call a quoted path. */
export function shellCommand(words: readonly string[], shell: Shell): string {
  const line = words.map((word) => shellWord(word, shell)).join(' ')
  return shell === 'powershell' && /^['"]/.test(line) ? `& ${line}` : line
}
