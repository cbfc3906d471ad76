/** What the options say, checked as a whole. */
import { FAIL_ON, type FailOn, PLACES, type Place } from '../core/model.ts'
import { isLeg, parsePlaceName } from '../core/place.ts'
import { meant } from '../core/text/closest.ts'
import { OPTIONS, type OptionName, type OptionSpec } from './options.ts'

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
  readonly dryRun: boolean
  readonly force: boolean
  readonly forkSafe: boolean
}

/** What was written on the command line, each value allowed for its option. */
export type Values = Partial<Record<OptionName, string | true>>

export const PLACE_AND_LEG = /^(local|box|ci)(?:-(.+))?$/

export function readSettings(values: Values): Settings | { readonly message: string } {
  const text = (name: OptionName): string => {
    const value = values[name] ?? (OPTIONS[name] as OptionSpec).preset ?? ''
    return typeof value === 'string' ? value : ''
  }
  const failOn = FAIL_ON.filter((word) => split(text('fail-on')).includes(word))
  const places = PLACES.filter((word) => split(text('places')).includes(word))
  const place = PLACES.find((word) => word === values.place)
  const leg = text('leg')
  const problem = checkLeg(leg) ?? checkLegs(split(text('expect')))
  if (problem) return { message: problem }
  return {
    ...(place ? { place } : {}),
    ...(leg ? { leg } : {}),
    python: text('python'),
    workingDirectory: text('working-directory'),
    claims: tidy(text('claims')),
    probes: tidy(text('probes')),
    tests: text('tests') as Settings['tests'],
    failOn,
    format: text('format') as Settings['format'],
    places,
    expect: split(text('expect')),
    color: values['no-color'] === undefined,
    dryRun: values['dry-run'] !== undefined,
    force: values.force !== undefined,
    forkSafe: values['fork-safe'] !== undefined,
  }
}

/** What is wrong with the value of one option. */
export function checkValue(name: OptionName, value: string | undefined): string | undefined {
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
