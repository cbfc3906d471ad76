/** The command line as a plan and its settings. Nothing here touches the outside world. */
import { parseArgs } from 'node:util'
import { FAIL_ON, type FailOn } from '../core/case.ts'
import { VENDORED_PROBE } from '../core/content.ts'
import { PLACES, type Place } from '../core/model.ts'
import { isLeg, parsePlaceName } from '../core/place.ts'
import { meant } from '../core/text/words.ts'
import { COMMANDS, type CommandName, type CommandSpec, OPTIONS, type OptionName, type OptionSpec } from './options.ts'

export type Plan =
  | { readonly kind: 'help'; readonly command?: CommandName }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command'
      readonly command: CommandName
      readonly names: readonly string[]
      readonly settings: Settings
    }

export interface Settings {
  readonly place?: Place | undefined
  readonly leg?: string | undefined
  readonly python: string
  readonly workingDirectory: string
  readonly claims: string
  readonly probes: string
  readonly tests: 'auto' | 'always' | 'never'
  readonly failOn: readonly FailOn[]
  readonly format: 'text' | 'markdown' | 'json'
  /** Empty: the places of the claims. */
  readonly places: readonly Place[]
  readonly expect: readonly string[]
  readonly color: boolean
  readonly dryRun: boolean
  readonly force: boolean
  readonly forkSafe: boolean
}

/** Wrong use or configuration: exit status 2, with what mends it. */
export class UsageError extends Error {
  constructor(message: string, fix?: string) {
    super(fix === undefined ? message : `${message}\n  ${fix}`)
    this.name = 'UsageError'
  }
}

/** Throws UsageError for what is not understood. */
export function parseCommandLine(argv: readonly string[]): Plan {
  const [first, ...rest] = argv
  if (first === undefined || ['help', '--help', '-h'].includes(first)) return { kind: 'help' }
  if (first === '--version' || first === '-V') return { kind: 'version' }
  if (!isCommand(first))
    throw new UsageError(unknownWord('command', first, Object.keys(COMMANDS)), 'where-it-ran --help')
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command: first }
  const { names, values, problem } = parseWords(first, rest)
  if (problem !== undefined) throw new UsageError(problem, `where-it-ran ${first} --help`)
  return { kind: 'command', command: first, names, settings: readSettings(values) }
}

/** What was written on the command line, each value allowed for its option. */
type Values = Partial<Record<OptionName, string | true>>

/** The first problem is told, the others with it mended. */
function parseWords(command: CommandName, args: readonly string[]) {
  const spec: CommandSpec = COMMANDS[command]
  const types = spec.options.map((name) => [name, { type: takesValue(name) ? 'string' : 'boolean' }] as const)
  const options = Object.fromEntries(types)
  const { tokens } = parseArgs({ args: [...args], strict: false, allowPositionals: true, tokens: true, options })
  const values: Values = {}
  const names: string[] = []
  let problem: string | undefined
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value)
    if (token.kind !== 'option') continue
    const name = spec.options.find((one) => one === token.name)
    problem ??= name ? checkValue(name, token.value) : unknownOption(spec, token)
    if (name) values[name] = token.value ?? true
  }
  problem ??= checkCount(command, spec, names)
  if (command === 'probe') problem ??= takePlace(names[0] ?? '', values)
  problem ??= checkLeg(wordOf(values, 'leg')) ?? checkLegs(split(wordOf(values, 'expect')))
  return { names, values, problem }
}

/** Options of agent_probe.py that this program leaves to it. */
const PROBES_OWN: readonly string[] = ['for-commit', 'comment', 'stdout', 'out', 'only', 'packages', 'host']

function unknownOption({ options }: CommandSpec, { name, rawName }: { name: string; rawName: string }): string {
  if (PROBES_OWN.includes(name))
    return `${rawName} is an option of the probe itself: python ${VENDORED_PROBE} PLACE ${rawName}`
  return unknownWord(
    'option',
    rawName,
    options.map((one) => `--${one}`),
  )
}

const unknownWord = (what: string, word: string, known: readonly string[]): string =>
  `unknown ${what} ${word}${meant(word, known) || `; known: ${known.join(', ')}`}`

function checkCount(command: string, spec: CommandSpec, names: readonly string[]): string | undefined {
  const missing = spec.arguments[names.length]
  if (missing) return `${command} needs ${spec.arguments.join(' and ')}: ${missing} is missing`
  return names.length > spec.arguments.length
    ? `${command} takes ${spec.arguments.length || 'no'} words, not also "${names.at(-1)}"`
    : undefined
}

/** `ci-py3.13` is a place and a leg; --leg says the same apart. */
function takePlace(name: string, values: Values): string | undefined {
  const [, place, leg] = /^(local|box|ci)(?:-(.+))?$/.exec(name) ?? []
  if (!place) return `"${name}" is no place${meant(name, PLACES)}: local, box or ci, or one with a leg, like ci-py3.13`
  values.place = place
  if (leg !== undefined) values.leg = leg
  return undefined
}

const takesValue = (name: OptionName): boolean => 'value' in OPTIONS[name]
const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word)

function wordOf(values: Values, name: OptionName): string {
  const value = values[name] ?? (OPTIONS[name] as OptionSpec).preset
  return typeof value === 'string' ? value : ''
}

function readSettings(values: Values): Settings {
  const text = (name: OptionName) => wordOf(values, name)
  return {
    place: PLACES.find((word) => word === values.place),
    leg: text('leg') || undefined,
    python: text('python'),
    workingDirectory: text('working-directory'),
    claims: tidy(text('claims')),
    probes: tidy(text('probes')),
    tests: text('tests') as Settings['tests'],
    failOn: FAIL_ON.filter((word) => split(text('fail-on')).includes(word)),
    format: text('format') as Settings['format'],
    places: PLACES.filter((word) => split(text('places')).includes(word)),
    expect: split(text('expect')),
    color: values['no-color'] === undefined,
    dryRun: values['dry-run'] !== undefined,
    force: values.force !== undefined,
    forkSafe: values['fork-safe'] !== undefined,
  }
}

/** What is wrong with the value of one option. */
function checkValue(name: OptionName, value: string | undefined): string | undefined {
  const spec: OptionSpec = OPTIONS[name]
  if (!spec.value) return value === undefined ? undefined : `--${name} takes no value`
  if (!value) return `--${name} needs a value: --${name} ${spec.value}`
  const words = spec.list ? split(value) : [value]
  if (words.length === 0) return `--${name} names nothing`
  const allowed = spec.words ?? words
  const strange = words.find((word) => !allowed.includes(word))
  if (strange !== undefined)
    return `--${name} ${value}: "${strange}" is not known${meant(strange, allowed)}; allowed: ${allowed.join(', ')}`
  const { alone } = spec
  return alone && words.length > 1 && words.includes(alone) ? `--${name}: ${alone} stands alone` : undefined
}

/** A leg that starts with a hyphen would read as an option. */
const isNamedLeg = (leg: string): boolean => isLeg(leg) && !leg.startsWith('-')

const checkLeg = (leg: string): string | undefined =>
  leg === '' || isNamedLeg(leg)
    ? undefined
    : `"${leg}" is no leg: up to 40 letters, digits, dots, underscores and hyphens`

function checkLegs(legs: readonly string[]): string | undefined {
  const strange = legs.find((name) => {
    const { leg = 'whole' } = parsePlaceName(name) ?? { leg: '' }
    return !isNamedLeg(leg)
  })
  return strange === undefined ? undefined : `--expect: "${strange}" is no leg of a place, like ci-py3.13`
}

const split = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** `./probes/` is `probes`: what git calls it. */
const tidy = (path: string): string => path.replace(/^(?:\.\/+)+(?=.)/, '').replace(/(?<=.)[\\/]+$/, '')
