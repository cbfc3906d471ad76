/** Every command and option of the command line in one table, and the help texts that are made from it. */
import { CLAIMS_FILE } from '../core/content.ts'

export interface OptionSpec {
  readonly value?: string
  readonly about: string
  /** Words that are allowed; absent: anything. */
  readonly words?: readonly string[]
  /** A comma-separated list of those words. */
  readonly list?: boolean
  /** A word of the list that allows no other beside it. */
  readonly alone?: string
  readonly preset?: string
}

export const OPTIONS = {
  place: {
    value: 'PLACE',
    about: 'local, box or ci; found where a CI provider is detected',
    words: ['local', 'box', 'ci'],
  },
  leg: { value: 'LEG', about: 'the leg of the place, like py3.13' },
  python: { value: 'PYTHON', about: 'interpreter to probe: a path or a command; found when not given' },
  'working-directory': {
    value: 'DIR',
    about: 'folder of the project; else the one this is started in or below',
    preset: '.',
  },
  claims: { value: 'FILE', about: 'what is claimed, below the working directory', preset: CLAIMS_FILE },
  probes: { value: 'DIR', about: 'folder of the probe files, below the working directory', preset: 'probes' },
  tests: {
    value: 'WHEN',
    about: 'auto takes a believed session record, else runs the tests; always, never',
    words: ['auto', 'always', 'never'],
    preset: 'auto',
  },
  'fail-on': {
    value: 'LIST',
    about: 'what shuts the gate: unknown, fails, diffs, stale; or never alone',
    words: ['unknown', 'fails', 'diffs', 'stale', 'never'],
    list: true,
    alone: 'never',
    preset: 'unknown,fails',
  },
  format: { value: 'FORMAT', about: 'text, markdown or json', words: ['text', 'markdown', 'json'], preset: 'text' },
  places: {
    value: 'LIST',
    about: 'places asked; auto: what the claims say, else ci and one of local and box',
    words: ['auto', 'local', 'box', 'ci'],
    list: true,
    alone: 'auto',
    preset: 'auto',
  },
  expect: { value: 'LIST', about: 'legs that must be there, like ci-py3.12,ci-py3.13', preset: '' },
  'dry-run': { about: 'say what would be written, write nothing' },
  force: { about: 'replace what is ours and is another version; claims.json is never replaced' },
  'fork-safe': { about: 'also write the workflow that comments for runs of forks' },
  'no-color': { about: 'no colour, whatever the terminal' },
} as const satisfies { readonly [name: string]: OptionSpec }

export type OptionName = keyof typeof OPTIONS

export interface CommandSpec {
  readonly about: string
  readonly arguments: readonly string[]
  readonly options: readonly OptionName[]
  readonly exit: string
  readonly example: string
}

const WHERE = ['working-directory', 'claims', 'probes'] as const
const JUDGE = ['fail-on', 'places', 'expect', 'format', 'no-color'] as const

const GATE = '0 pass; 1 blocked by the gate; 2 wrong use or configuration'

export const COMMANDS = {
  run: {
    about: 'probe this place, take the other files, print the table, exit by the gate',
    arguments: [],
    options: ['place', 'leg', 'python', 'tests', ...WHERE, ...JUDGE],
    exit: GATE,
    example: 'run --python .venv/bin/python',
  },
  probe: {
    about: 'write the probe file of this place, judge nothing',
    arguments: ['PLACE'],
    options: ['leg', 'python', 'tests', ...WHERE],
    exit: '0 the file is written, whatever it says; 2 wrong use or configuration, or it is not written',
    example: 'probe box-codex --tests always',
  },
  table: {
    about: 'judge the files that are there, exit by the gate',
    arguments: [],
    options: [...WHERE, ...JUDGE],
    exit: GATE,
    example: 'table --format json',
  },
  diff: {
    about: 'what differs between two places, explained or not',
    arguments: ['A', 'B'],
    options: [...WHERE, 'format', 'no-color'],
    exit: '0 nothing that counts is unexplained; 1 something is; 2 wrong use or configuration',
    example: 'diff local box',
  },
  init: {
    about: 'put the probe, claims.json and what they need into a project; say what to paste',
    arguments: [],
    options: ['places', 'dry-run', 'force', 'fork-safe', 'working-directory', 'no-color'],
    exit: '0 done, or nothing to do; 2 wrong use, or something can not be read or written',
    example: 'init --dry-run',
  },
} as const satisfies { readonly [name: string]: CommandSpec }

export type CommandName = keyof typeof COMMANDS

export function renderHelp(command?: CommandName): string {
  return command ? commandHelp(command, COMMANDS[command]) : overview()
}

function overview(): string {
  const commands = Object.entries(COMMANDS).map(([name, spec]): Pair => [usage(name, spec), spec.about])
  return [
    'where-it-ran: claim by place. Shows in which place a claim really holds.',
    '',
    ...columns(commands),
    ...columns([['--version', 'print the version']]),
    '',
    'where-it-ran COMMAND --help tells the options of one command.',
    'Exit status: 0 pass, 1 blocked by the gate, 2 wrong use or configuration.',
    '',
  ].join('\n')
}

function commandHelp(name: CommandName, spec: CommandSpec): string {
  const options = spec.options.map((option): Pair => {
    const { value, about, preset }: OptionSpec = OPTIONS[option]
    return [`--${option}${value ? ` ${value}` : ''}`, about + (preset ? ` (${preset})` : '')]
  })
  const ending = [`Exit status: ${spec.exit}.`, `Example: where-it-ran ${spec.example}`]
  return [
    `where-it-ran ${usage(name, spec)} [options]`,
    `  ${spec.about}`,
    '',
    ...columns(options),
    '',
    ...ending,
    '',
  ].join('\n')
}

type Pair = readonly [string, string]
const usage = (name: string, spec: CommandSpec): string => [name, ...spec.arguments].join(' ')

function columns(pairs: readonly Pair[]): string[] {
  const width = Math.max(16, ...pairs.map(([left]) => left.length))
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
