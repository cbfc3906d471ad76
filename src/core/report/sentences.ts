/** What a report says, a line each: both printers take the same lines, Markdown and the terminal. */
import { nextStep, stepText } from '../advice/next-step.ts'
import { PLACES } from '../model.ts'
import type { Difference, Signal, Verdict } from '../verdict-model.ts'
import { checkTexts, PLACE_TITLE, SELF_REPORTED, trustTexts } from './phrases.ts'

/** Our own words; or a string from outside, which each printer makes harmless in its own way. */
export type Span = string | { readonly strong: string } | { readonly outside: string; readonly max?: number }
export type Line = readonly Span[]

/** A line, and the command or edit that answers it: a string from outside. */
export interface Item {
  readonly line: Line
  readonly next?: string | undefined
}

export const strong = (words: string): Span => ({ strong: words })
export const outside = (text: string, max?: number): Span =>
  max === undefined ? { outside: text } : { outside: text, max }

/** Longest command or edit. */
export const FIX_LENGTH = 800

/** Lines with `between` between them. */
export const joined = (lines: readonly Line[], between: string): Line =>
  lines.flatMap((line, index) => (index === 0 ? line : [between, ...line]))

/** The first few, and how many more there are. */
export function firstFew<T>(all: readonly T[], max: number, show: (one: T) => Item): Item[] {
  const more = all.length - max
  return [...all.slice(0, max).map(show), ...(more > 0 ? [{ line: [`and ${more} more`] }] : [])]
}

/** Why the gate is shut, and what a reader must know before the table; `max` of each kind. */
export const headItems = (
  { gate, loosened, faults, redacted = [] }: Verdict,
  max = Number.POSITIVE_INFINITY,
): Item[] => [
  ...gate.blocks.map(({ text }) => ({ line: [text] })),
  ...firstFew(loosened, max, ({ what, key }) => ({
    line: [strong('Loosened gate'), `: ${what} `, outside(key)],
  })),
  ...firstFew(faults, max, ({ where, message, fix }) => ({
    line: ['Fault in ', outside(where, 60), ': ', outside(message)],
    next: fix,
  })),
  ...firstFew(redacted, 5, ({ kind, where }) => ({
    line: [
      ...[strong('Secret taken out'), ': ', outside(where)],
      ` held what looks like one (${kind}). Revoke it: whoever sees that place can read it.`,
    ],
  })),
]

export function nextLine(verdict: Verdict): Line | undefined {
  const step = nextStep(verdict)
  if (step === null) return undefined
  const whose = step.place === null ? '' : `, ${PLACE_TITLE[step.place]}`
  return [strong(`Next step${whose}`), `${stepText(step)}: `, outside(step.text, FIX_LENGTH)]
}

/** What was asked and why, what was not, and what such evidence is worth. */
export function standingLine({ asked, gate: { notAsked }, claimsSource }: Verdict): Line {
  const rest = [
    ...(notAsked === 0 ? [] : [`${notAsked} ${notAsked === 1 ? 'cell is' : 'cells are'} not asked.`]),
    ...(claimsSource === 'default' ? ['Claims are the defaults: there is no claims.json.'] : []),
    ...(asked.places.some((place) => place !== 'ci') ? [SELF_REPORTED] : []),
  ]
  return [
    `Asked: ${asked.places.join(', ') || 'no place'}`,
    ...(asked.why === '' ? [] : [', because ', outside(asked.why)]),
    ['.', ...rest].join(' '),
  ]
}

const differenceStatus = ({ counted, explained }: Difference): Line => {
  if (!counted) return [', context']
  return explained === null ? [', ', strong('unexplained')] : [', explained: ', outside(explained)]
}

export function differenceLine(difference: Difference): Line {
  const values = PLACES.flatMap((place) => {
    const value = difference.values[place]
    return value === undefined ? [] : [[`${PLACE_TITLE[place]} `, outside(value)]]
  })
  return [outside(difference.key), ': ', ...joined(values, ', '), ...differenceStatus(difference)]
}

export const staleLines = ({ staleExplanations }: Verdict): Line[] =>
  staleExplanations.map((key) => ['explains nothing any more: ', outside(key)])

/** Signals in a row that say the same of trust say it once. */
export function signalItems(signals: readonly Signal[]): Item[] {
  const trusts = trustTexts(signals)
  return signals.map(({ id, what, next }, index) => {
    const trust = trusts[index] ? [`; ${trusts[index]}`] : []
    return { line: [strong(id), ': ', outside(what), ...trust], next }
  })
}

export function checksLine(verdict: Verdict): Line | undefined {
  const checks = checkTexts(verdict)
  return checks.length === 0 ? undefined : [`Before a patch is trusted: ${checks.join(' · ')}`]
}
