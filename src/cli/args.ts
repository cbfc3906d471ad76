/** The command line as a plan, or what is wrong with it. Nothing here touches the world. */
import { parseArgs } from 'node:util'
import { FAIL_ON, type FailOn, PLACES, type Place } from '../core/model.ts'
import { findClosest } from './closest.ts'
import {
  COMMANDS,
  type CommandName,
  type CommandSpec,
  OPTIONS,
  type OptionName,
  type OptionSpec,
} from './options.ts'

export interface Settings {
  readonly place?: Place
  readonly leg?: string
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
}

export type Plan =
  | { readonly kind: 'help'; readonly command?: CommandName }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command'
      readonly command: CommandName
      readonly names: readonly string[]
      readonly settings: Settings
    }
  | { readonly kind: 'usage'; readonly message: string; readonly command?: CommandName }

type Values = Partial<Record<OptionName, string | true>>

export const LEG = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,39}$/
const PLACE_AND_LEG = /^(local|box|ci)(?:-(.+))?$/

export function parseCommandLine(argv: readonly string[]): Plan {
  const [first, ...rest] = argv
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') return { kind: 'help' }
  if (first === '--version' || first === '-V') return { kind: 'version' }
  if (!isCommand(first)) return unknownWord('command', first, Object.keys(COMMANDS))
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command: first }
  const parsed = parseOptions(first, rest)
  return 'message' in parsed ? { kind: 'usage', command: first, message: parsed.message } : parsed
}

type Refused = { readonly message: string }

function parseOptions(command: CommandName, args: readonly string[]): Plan | Refused {
  const spec: CommandSpec = COMMANDS[command]
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      spec.options.map((name) => [name, { type: takesValue(name) ? 'string' : 'boolean' }]),
    ),
  })
  const values: Values = {}
  const names: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value)
    if (token.kind !== 'option') continue
    const name = spec.options.find((one) => one === token.name)
    if (!name)
      return unknownWord(
        'option',
        token.rawName,
        spec.options.map((one) => `--${one}`),
      )
    const problem = checkValue(name, token.value)
    if (problem) return { message: problem }
    values[name] = token.value ?? true
  }
  return plan(command, spec, names, values)
}

function plan(
  command: CommandName,
  spec: CommandSpec,
  names: readonly string[],
  values: Values,
): Plan | Refused {
  const missing = spec.arguments[names.length]
  if (missing) return { message: `${command} needs ${spec.arguments.join(' and ')}: ${missing} is missing` }
  if (names.length > spec.arguments.length)
    return { message: `${command} takes ${spec.arguments.length || 'no'} words, not also "${names.at(-1)}"` }
  const place = command === 'probe' ? parsePlace(names[0] ?? '', values) : {}
  if ('message' in place) return place
  const settings = readSettings({ ...values, ...place })
  return 'message' in settings ? settings : { kind: 'command', command, names, settings }
}

/** `ci-py3.13` is a place and a leg; --leg says the same apart. */
function parsePlace(name: string, values: Values): Values | Refused {
  const [, place, leg = values.leg] = PLACE_AND_LEG.exec(name) ?? []
  if (!place)
    return {
      message: `"${name}" is no place${maybe(name, PLACES)}: local, box or ci, or one with a leg, like ci-py3.13`,
    }
  return leg === undefined ? { place } : { place, leg }
}

function readSettings(values: Values): Settings | Refused {
  const text = (name: OptionName): string => {
    const value = values[name] ?? (OPTIONS[name] as OptionSpec).preset ?? ''
    return typeof value === 'string' ? value : ''
  }
  const failOn = FAIL_ON.filter((word) => split(text('fail-on')).includes(word))
  const places = PLACES.filter((word) => split(text('places')).includes(word))
  const place = PLACES.find((word) => word === values.place)
  const leg = text('leg')
  const problem =
    checkNever(failOn) ?? checkPlaces(text('places')) ?? checkLeg(leg) ?? checkLegs(split(text('expect')))
  if (problem) return { message: problem }
  return {
    ...(place ? { place } : {}),
    ...(leg ? { leg } : {}),
    python: text('python'),
    workingDirectory: text('working-directory'),
    claims: text('claims'),
    probes: text('probes').replace(/(?<=.)[\\/]+$/, ''),
    tests: text('tests') as Settings['tests'],
    failOn,
    format: text('format') as Settings['format'],
    places,
    expect: split(text('expect')),
    color: values['no-color'] === undefined,
  }
}

function checkValue(name: OptionName, value: string | undefined): string | undefined {
  const spec: OptionSpec = OPTIONS[name]
  if (!spec.value) return value === undefined ? undefined : `--${name} takes no value`
  if (!value) return `--${name} needs a value: --${name} ${spec.value}`
  const words = spec.list ? split(value) : [value]
  const strange = spec.words && words.find((word) => !spec.words?.includes(word))
  if (strange !== undefined)
    return `--${name} ${value}: "${strange}" is not known${maybe(strange, spec.words ?? [])}; allowed: ${spec.words?.join(', ')}`
  return words.length === 0 ? `--${name} names nothing` : undefined
}

const checkNever = (failOn: readonly FailOn[]): string | undefined =>
  failOn.includes('never') && failOn.length > 1 ? '--fail-on: never stands alone' : undefined

function checkPlaces(value: string): string | undefined {
  const strange = split(value).find((word) => !(PLACES as readonly string[]).includes(word))
  if (strange === undefined || value === 'auto') return undefined
  return `--places ${value}: "${strange}" is no place${maybe(strange, PLACES)}; allowed: auto, or some of ${PLACES.join(', ')}`
}

const checkLeg = (leg: string): string | undefined =>
  leg === '' || LEG.test(leg)
    ? undefined
    : `"${leg}" is no leg: up to 40 letters, digits, dots, underscores and hyphens`

function checkLegs(legs: readonly string[]): string | undefined {
  const strange = legs.find((leg) => !LEG.test(PLACE_AND_LEG.exec(leg)?.[2] ?? ''))
  return strange === undefined ? undefined : `--expect: "${strange}" is no leg of a place, like ci-py3.13`
}

function unknownWord(what: string, word: string, known: readonly string[]) {
  const message = `unknown ${what} ${word}${maybe(word, known) || `; known: ${known.join(', ')}`}`
  return { kind: 'usage', message } as const
}

function maybe(word: string, known: readonly string[]): string {
  const closest = findClosest(word, known)
  return closest ? `, did you mean ${closest}?` : ''
}

const split = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
const takesValue = (name: OptionName): boolean => 'value' in OPTIONS[name]
const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word)
