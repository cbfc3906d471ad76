/** What a report says, a line each: both printers take the same lines, Markdown and the terminal. */
import { isFor, nextStep } from '../advice/next-step.ts'
import { PLACES } from '../model.ts'
import { type Check, type Difference, FEWER_EXECUTED, type Signal, type Verdict } from '../verdict-model.ts'
import { named, TICK, titlesOf, trustText } from './phrases.ts'

/** Our own words; or a string from outside, which each printer makes harmless in its own way. */
type Span = string | { readonly strong: string } | { readonly outside: string; readonly max?: number }
export type Line = readonly Span[]

/** A line, and the command or edit that answers it: a string from outside. */
export interface Item {
  readonly line: Line
  readonly next?: string | undefined
}

export const strong = (words: string): Span => ({ strong: words })
export const outside = (text: string, max?: number): Span =>
  max === undefined ? { outside: text } : { outside: text, max }

export const FIX_LENGTH = 800

/** Lines with `between` between them. */
export const joined = (lines: readonly Line[], between: string): Line =>
  lines.flatMap((line, index) => (index === 0 ? line : [between, ...line]))

/** The first few, and how many more there are. */
export function firstItems<T>(all: readonly T[], max: number, show: (one: T) => Item): Item[] {
  const more = all.length - max
  return [...all.slice(0, max).map(show), ...(more > 0 ? [{ line: [`and ${more} more`] }] : [])]
}

/** Why the gate is shut, and what a reader must know before the table; `max` of each kind. */
export const headItems = (
  { gate, loosened, faults, signals, redacted = [], withheld = [] }: Verdict,
  max = Number.POSITIVE_INFINITY,
): Item[] => [
  ...gate.blocks.map(({ text }) => ({ line: [text] })),
  ...firstItems(loosened, max, ({ what, key }) => ({ line: [strong('Loosened gate'), `: ${what} `, outside(key)] })),
  ...firstItems(withheld, max, (name) => ({
    line: [outside(name), ' is empty in ci and not asked there: GitHub hands this run no secrets'],
  })),
  ...signals
    .filter(({ id }) => id === FEWER_EXECUTED)
    .map(({ what }) => ({ line: [strong('Not the whole suite'), ': ', outside(what)] })),
  ...firstItems(faults, max, ({ where, message, fix }) => ({
    line: ['Fault in ', outside(where, 60), ': ', outside(message)],
    next: fix,
  })),
  ...firstItems(redacted, 5, ({ kind, where }) => ({
    line: [
      ...[strong('Secret taken out'), ': ', outside(where)],
      ` held what looks like one (${kind}). Revoke it: whoever sees that place can read it.`,
    ],
  })),
]

/** Like `Next step, Local (mends 4 cells, first of 2 steps there): …` */
export function nextLine(verdict: Verdict): Line | undefined {
  const step = nextStep(verdict)
  if (step === null) return undefined
  const { place, mends, steps = 1 } = step
  const notes = [
    ...(isFor(step) === 'person' ? ['for a person'] : []),
    ...(mends > 1 ? [`mends ${mends} cells`] : []),
    ...(steps > 1 ? [`first of ${steps} steps there`] : []),
  ]
  const title = strong(`Next step${place === null ? '' : `, ${titlesOf(verdict)[place]}`}`)
  return [title, notes.length === 0 ? ': ' : ` (${notes.join(', ')}): `, outside(step.text, FIX_LENGTH)]
}

const selfReported = (verdict: Verdict): string =>
  `Local and ${titlesOf(verdict).box.replace(/^A/, 'a')} report on themselves: they show where state lives and prove no honesty. CI is the record.`

const PLACES_PAGE = 'https://github.com/where-it-ran/where-it-ran/blob/main/docs/places.md'

/** What was asked and why, what was not, and what such evidence is worth. */
export function standingLine(verdict: Verdict): Line {
  const { asked, rows, gate, claimsSource, listsAll } = verdict
  const { notAsked } = gate
  const beside = PLACES.filter((place) => rows.some(({ cells }) => cells[place]?.beside))
  const rest = [
    ...(beside.length > 0
      ? [`${named(beside, 'and', titlesOf(verdict))}: shown, and counted only where it fails at this content.`]
      : []),
    ...(listsAll ? ['"places" in claims.json lists all three, which asks no more than no list does.'] : []),
    ...(notAsked === 0 ? [] : [`${notAsked} ${notAsked === 1 ? 'cell is' : 'cells are'} not asked.`]),
    ...(claimsSource === 'default' ? ['Claims are the defaults: there is no claims.json.'] : []),
    ...(asked.places.some((place) => place !== 'ci') ? [selfReported(verdict)] : []),
    `Who is asked, and how to leave a place out: ${PLACES_PAGE}`,
  ]
  return [
    `Asked: ${asked.places.join(', ') || 'no place'}`,
    ...(asked.why === '' ? [] : [', because ', outside(asked.why)]),
    ['.', ...rest].join(' '),
  ]
}

const differenceStatus = ({ counted, explained }: Difference): Line => {
  if (!counted) return ['; context']
  return explained === null ? ['; ', strong('unexplained')] : ['; explained: ', outside(explained)]
}

export function differenceItem(difference: Difference, verdict: Verdict): Item {
  const values = PLACES.flatMap((place) => {
    const value = difference.values[place]
    return value === undefined ? [] : [[`${titlesOf(verdict)[place]} `, outside(value)]]
  })
  return { line: [outside(difference.key), ': ', ...joined(values, ', '), ...differenceStatus(difference)] }
}

export const staleItems = ({ staleExplanations }: Verdict): Item[] =>
  staleExplanations.map((key) => ({ line: ['explains nothing any more: ', outside(key)] }))

/** Signals in a row that say the same of trust say it once. */
export function signalItems(signals: readonly Signal[], verdict: Verdict): Item[] {
  const trusts = signals.map((signal) => trustText(signal, titlesOf(verdict)))
  return signals.map(({ id, what, next }, index) => {
    const trust = trusts[index]
    const said = trust === '' || trust === trusts[index - 1]
    return { line: [strong(id), ': ', outside(what), ...(said ? [] : [`; ${trust}`])], next }
  })
}

const CHECK_LABEL: { readonly [id in Check['id']]: string } = {
  'fits-declared-range': 'interpreter fits the declared range',
  'no-unexplained-difference': 'no unexplained difference',
  'isolated-run-passes': 'isolated run passes',
  'own-modules-from-repo': 'own modules come from the repository',
}

/** An isolated run that was not made is named only beside a dirty home, which it would show to matter. */
export function checksLine({ checks, signals }: Verdict): Line | undefined {
  const dirty = signals.some(({ id }) => id === 'dirty-home')
  const said = checks.filter(({ idle }) => !idle || dirty).map(({ id, state }) => `${CHECK_LABEL[id]} ${TICK[state]}`)
  return said.length === 0 ? undefined : [`Before a patch is trusted: ${said.join(' · ')}`]
}
