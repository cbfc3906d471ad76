/** What signals and checks go by: the files that speak, the cells, and how two places compare. */
import type { Serving } from '../judge/serving.ts'
import { type Claims, type Commands, PLACES, type Place, type State } from '../model.ts'
import { placeName } from '../place.ts'
import { joinWords } from '../text/words.ts'
import type { Difference, Row, Signal } from '../verdict-model.ts'
import { contextOf, type FixContext } from './fix/context.ts'

export interface Evidence {
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
  find(evidence: Evidence): readonly Sighting[]
}

/** A rule about one file: `name` is its place and leg, `typed` has the commands as they are typed there. */
export const inEach =
  (
    match: (
      file: Serving & { readonly name: string; readonly typed: FixContext },
      evidence: Evidence,
    ) => Omit<Sighting, 'places'> | undefined,
  ) =>
  (evidence: Evidence): Sighting[] =>
    evidence.servings.flatMap((serving) => {
      const file = { ...serving, name: placeName(serving), typed: typedAt(evidence, serving) }
      const found = match(file, evidence)
      return found ? [{ places: [serving.place], ...found }] : []
    })

export const typedAt = ({ claims, commands }: Evidence, { place, leg, facts }: Serving): FixContext =>
  contextOf({
    claim: { kind: 'tests green', subject: 'suite', in: [place] },
    ...{ place, leg, facts, claims, commands, reason: 'NO_RECORD' },
  })

/** Subjects of a map of facts that match. */
export const subjectsWhere = <F>(
  map: { readonly [subject: string]: F } | undefined,
  match: (fact: F, subject: string) => boolean,
): string[] => Object.entries(map ?? {}).flatMap(([subject, fact]) => (match(fact, subject) ? [subject] : []))

export const testsState = ({ rows }: Evidence, place: Place): State | undefined =>
  rows.find(({ kind }) => kind === 'tests green')?.cells[place]?.state

export const placesOf = (servings: readonly Serving[]): readonly Place[] =>
  PLACES.filter((place) => servings.some((one) => one.place === place))

export const namesOf = (servings: readonly Serving[]): string => joinWords(servings.map(placeName))
