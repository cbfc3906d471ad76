/** The words of the test command that the project already uses, where they can be taken over as they stand. */
import { hasSuite } from '../claims/default.ts'
import { type Project, readIniLists, readPyproject, tableAt } from './project.ts'

/** A runner in front decides about the environment; what follows is pytest. */
const COMMAND =
  /^(?:(?:uv|poetry|pdm|pipenv|hatch|rye)\s+run\s+)?(?:python3?\s+-m\s+|coverage\s+run\s+-m\s+|python3?\s+-m\s+coverage\s+run\s+-m\s+)?pytest(?:\s|$)/
/** Started as it is, from where its own package lies, or by what fetches it. */
const TOX =
  /^(?:(?:uv run|poetry run|python3?(?: -m)?|pipx run|(?:uvx|uv tool run)(?: --(?:with|python)[ =]\S+| -q)*)\s+)?tox(?:\s|$)/
/** No word that a shell, or GitHub's own expressions, would turn into another one. */
const PLAIN_WORD = /^[A-Za-z0-9_@%+=:,./-]+$/

/** Some tests of many, like a job of benchmarks, or none. */
const PART =
  /\bpytest\s(?:.*\s)?(?:-[km]\b|--(?:codspeed|benchmark|collect-only|co\b|version|lf\b|last-failed)|\S+\.py(?:\s|:|$))/
export const isPart = (command: string): boolean => PART.test(command)

/** Undefined: this line is more than a plain command of that form. */
function plainWords(line: string, form: RegExp): readonly string[] | undefined {
  const plain = line.trim()
  const words = plain.split(/\s+/)
  return form.test(plain) && words.every((word) => PLAIN_WORD.test(word)) ? words : undefined
}

export const readTestCommand = (line: string) => plainWords(line, COMMAND)

const OTHER_RUNNER = /-m\s+(?:unittest|django\s+test)\b|(?:manage\.py|django-admin)\s+test\b/

/** Somewhere in the line a runner that leaves no session. */
export const isOtherRunner = (command: string): boolean => OTHER_RUNNER.test(command)

/** Runners that leave no session. The probe starts them itself and reads the summary that unittest prints. */
const RUNNER =
  /^(?:(?:uv|poetry|pdm|pipenv|hatch|rye)\s+run\s+)?(?:python3?\s+(?:-[A-Za-z]+\s+)*?)?(?:-m\s+unittest|-m\s+django\s+test|(?:\S*\/)?manage\.py\s+test|django-admin\s+test)(?:\s|$)/

export const readRunnerCall = (line: string) => plainWords(line, RUNNER)

/** Django's own layout, tested by what Django brings: no workflow has to say so. */
export const djangoCommand = ({ paths }: Project): readonly string[] | undefined =>
  paths.includes('manage.py') && paths.some((path) => /(?:^|\/)tests(?:\.py|\/__init__\.py)$/.test(path))
    ? ['python', 'manage.py', 'test']
    : undefined

/** Something to run: what pytest would collect, or a runner of its own. */
export const hasTests = ({ paths, textOf }: Project, command: readonly string[]): boolean =>
  hasSuite(paths, textOf) || readRunnerCall(command.join(' ')) !== undefined

/** `tox -e py`, as it stands: the probe starts it and takes the record that a session leaves inside. */
export const readToxCall = (line: string) => plainWords(line, TOX)

/** The environment that such a call runs first: named by -e, else listed by tox.ini, else the usual one. */
export function toxEnvironment(call: readonly string[], { textOf }: Project): string {
  const named = call.flatMap((word, at) => (word === '-e' ? (call[at + 1] ?? []) : (/^-e=?(.+)/.exec(word)?.[1] ?? [])))
  const ini = textOf('tox.ini') ?? ''
  const listed = ['env_list', 'envlist'].flatMap((key) => readIniLists(ini, key, /^tox$/))
  const plain = (words: readonly string[]) => /^[\w.-]+$/.exec(words[0]?.split(/[,\s]/)[0] ?? '')?.[0]
  return plain(named) ?? plain(listed) ?? 'py'
}

/** tox hides a runner's variables from the tests unless pass_env names them. */
export const tellsTheRun = ({ textOf }: Project): boolean =>
  ['tox.ini', 'pyproject.toml'].some((file) =>
    /\bpass_env\b[^[]{0,20}\[?[^\]]{0,300}\bGITHUB_/.test(textOf(file) ?? ''),
  )

/**
 * What tox runs, as its file says: the record of that session speaks, however tox was started.
 * Substitutions other than {posargs} are unknown here, and so are the factors that choose a line.
 */
export function readToxCommand(project: Project): readonly string[] | undefined {
  const lines = [...readIniLists(project.textOf('tox.ini') ?? '', 'commands', /^testenv/), ...tomlCommands(project)]
  const plain = lines.map(plainToxLine).filter((line) => readTestCommand(line) !== undefined)
  const line = plain.find((one) => !isPart(one)) ?? plain[0]
  return line === undefined ? undefined : readTestCommand(line)
}

/** `py312: pytest {posargs:tests}` runs `pytest tests`. */
const plainToxLine = (line: string): string =>
  line
    .replace(/^[\w{},.!-]+:\s+/, '')
    .replace(/\{posargs(?::([^{}]*))?\}/, '$1')
    .trim()

/** tox.toml's way inside pyproject: a list of lists of words. */
function tomlCommands(project: Project): string[] {
  const { commands } = tableAt(readPyproject(project) ?? {}, 'tool', 'tox', 'env_run_base')
  const lists = Array.isArray(commands) ? commands.filter(Array.isArray) : []
  return lists.map((words) => words.filter((word) => typeof word === 'string').join(' '))
}
