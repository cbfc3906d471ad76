/** Commands that a fix names: the probe, the tests, each with the place's own Python. */
import { USUAL_COMMAND } from '../../claims/default.ts'
import { placeName } from '../../place.ts'
import { shellCommand, shellWord } from '../../text/shell.ts'
import { type FixContext, forgottenPython, interpreterIn, isPushed, isRecorded, typeablePython } from './context.ts'

/** They know themselves which environment a command belongs to. */
const FINDS_ITS_OWN = /^(?:uv|poetry|pdm|pipenv|hatch|rye|pixi|conda|tox|nox|make|just|task|invoke)$/

/** `pytest` is found on PATH: an inactive environment is activated, else another one would run it. */
function activateFor(fix: FixContext, executable: string | undefined): string | undefined {
  const { facts, shell } = fix
  const { in_venv, virtual_env, executable: probed } = facts.interpreter ?? {}
  const [first = 'python'] = claimedWords(fix)
  if (isPython(first) || /[\\/]/.test(first) || FINDS_ITS_OWN.test(first)) return undefined
  const forgotten = forgottenPython(facts)
  if (executable === undefined && forgotten === undefined && (in_venv !== true || virtual_env !== undefined))
    return undefined
  const path = typeablePython(executable ?? forgotten ?? probed, facts)
  const [, folder] = /^(.*[\\/](?:bin|Scripts))[\\/][^\\/]+$/.exec(path ?? '') ?? []
  if (folder === undefined) return undefined
  return shell === 'powershell'
    ? `${shellCommand([`${folder}\\Activate.ps1`], shell)}; python`
    : `. ${shellWord(`${folder}/activate`, shell)} && python`
}

/** The command that writes the file the next check takes, with the place's own interpreter or another one. */
export function lastProbe(fix: FixContext, options: readonly string[] = [], executable?: string): string {
  const { commands, facts, shell } = fix
  const plain = executable === undefined ? fix.python : interpreterIn(facts, shell, executable)
  const python = fix.place === 'ci' ? plain : (activateFor(fix, executable) ?? plain)
  const script = commands.probe.replace(/^python3? /, '')
  const named = /^['"]/.test(script) ? script : shellWord(script, shell)
  const start = script === commands.probe ? commands.probe : `${python} ${named}`
  const committed = isPushed(fix) ? ['--for-commit'] : []
  return [start, shellWord(placeName(fix), shell), ...options, ...committed].join(' ')
}

/** A record stays believed while code and packages are the same, although something else was mended. */
export const testAgain = (fix: FixContext): string =>
  fix.place === 'ci' ? '' : `, then run ${lastProbe(fix, ['--tests', 'always'])}`

/** What another Python recorded stays believed too: its tests run again. */
export const useOwnEnvironment = (fix: FixContext): string =>
  `use the project's own environment${isRecorded(fix.facts) ? testAgain(fix) : ''}`

/** Whether the step itself probes this place, with any interpreter and options. */
export function hasProbe(fix: FixContext, step: string): boolean {
  const script = fix.commands.probe.replace(/^python3? /, '')
  const at = step.indexOf(script)
  return at >= 0 && step.slice(at + script.length).includes(` ${shellWord(placeName(fix), fix.shell)}`)
}

export const claimedWords = ({ claims }: FixContext): readonly string[] => claims.testCommand ?? USUAL_COMMAND

const isPython = (word: string | undefined): boolean => /^python3?$/.test(word ?? '')

/** The claimed test command; a first word `python` means the interpreter that was probed. */
export function testCommand(fix: FixContext, more: readonly string[] = []): string {
  const [first = 'python', ...rest] = claimedWords(fix)
  const start = isPython(first) ? fix.python : shellCommand([first], fix.shell)
  return [start, ...[...rest, ...more].map((word) => shellWord(word, fix.shell))].join(' ')
}

/** The same tests without the home directory: `-I`, no PYTHONPATH, no user site. */
export function isolatedCommand(fix: FixContext): string {
  const { python, shell } = fix
  const [first, ...rest] = claimedWords(fix)
  const words = isPython(first) ? rest : ['-m', 'pytest']
  const isolated = `${python} -I ${words.map((word) => shellWord(word, shell)).join(' ')}`
  return shell === 'powershell'
    ? `$env:PYTHONPATH = $null; $env:PYTHONNOUSERSITE = '1'; ${isolated}`
    : `env -u PYTHONPATH PYTHONNOUSERSITE=1 ${isolated}`
}
