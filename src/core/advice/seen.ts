/** What signals and checks look at, and how they look at two places side by side. */
import { COUNTED } from '../compare/normalise.ts'
import type { Serving } from '../judge/serving.ts'
import { type Claims, type Commands, PLACES, type Place, type State } from '../model.ts'
import { placeName } from '../place.ts'
import { joinWords } from '../text/words.ts'
import type { Difference, Row, Signal } from '../verdict-model.ts'
import { contextOf, type FixContext } from './fix/context.ts'

export interface Seen {
  readonly servings: readonly Serving[]
  readonly rows: readonly Row[]
  readonly differences: readonly Difference[]
  readonly claims: Claims
  readonly commands: Commands
}

/** One sighting: where, what exactly, and what to do about it with the real values filled in. */
export interface Sighting {
  readonly places: readonly Place[]
  /** Those that stand apart from the rest. */
  readonly apart?: readonly Place[]
  /** Where this one says less than the rule does. */
  readonly trust?: Signal['trust']
  readonly what: string
  readonly next: string
}

/** One row of the decision tables. */
export interface SignalRule {
  readonly id: string
  /** For people: when it is shown. The docs are made from it. */
  readonly when: string
  readonly trust: Signal['trust']
  find(seen: Seen): readonly Sighting[]
}

export type Pair = readonly [Serving, Serving]

/** Every two files of two different places; the order of places is local, box, ci. */
export const pairsOf = ({ servings }: Seen): Pair[] =>
  servings.flatMap((a, index) =>
    servings.slice(index + 1).flatMap((b): Pair[] => (a.place === b.place ? [] : [[a, b]])),
  )

/** The commands of a place, as they are typed there. */
export const typingAt = ({ claims, commands }: Seen, { place, leg, facts }: Serving): FixContext =>
  contextOf({
    claim: { kind: 'tests green', subject: 'suite', in: [place] },
    place,
    leg,
    reason: 'NO_RECORD',
    facts,
    claims,
    commands,
  })

export const testsState = ({ rows }: Seen, place: Place): State | undefined =>
  rows.find(({ kind }) => kind === 'tests green')?.cells[place]?.state

/** Whether two files say the same of a counted fact; undefined where one does not say. */
export function sameFact(key: string, [a, b]: Pair): boolean | undefined {
  const read = COUNTED[key]
  const [inA, inB] = [read?.(a.facts), read?.(b.facts)]
  return inA === undefined || inB === undefined ? undefined : inA === inB
}

/** What makes two runtimes one: all of it known and equal. */
const RUNTIME = [
  'interpreter.version',
  'interpreter.in_venv',
  'git.cwd',
  'path.pythonpath',
  'path.user_site',
  'path.sitecustomize',
  'path.usercustomize',
  'path.pth_import_lines',
] as const

export const sameRuntime = (pair: Pair): boolean => RUNTIME.every((key) => sameFact(key, pair) === true)

export const placesOf = (servings: readonly Serving[]): readonly Place[] =>
  PLACES.filter((place) => servings.some((one) => one.place === place))
/** Everybody who is part of a pair, once, in order. */
export const partners = (pairs: readonly Pair[], { servings }: Seen): Serving[] =>
  servings.filter((one) => pairs.some((pair) => pair.includes(one)))
export const sayNames = (servings: readonly Serving[]): string => joinWords(servings.map(placeName))
export const fileOf = ({ commands }: Seen, serving: Serving): string =>
  `${commands.probesFolder}/${placeName(serving)}.txt`
