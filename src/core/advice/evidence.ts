/** What signals and checks go by: the files that speak, the cells, and how two places compare. */

import type { Case } from '../case.ts'
import type { Serving } from '../judge/serving.ts'
import type { Place } from '../model.ts'
import { placeName } from '../place.ts'
import { joinWords } from '../text/words.ts'
import type { Cell, Signal, Verdict } from '../verdict-model.ts'
import { contextOf, type FixContext } from './fix/context.ts'

export interface Evidence extends Pick<Verdict, 'rows' | 'differences'>, Pick<Case, 'claims' | 'commands'> {
  readonly servings: readonly Serving[]
}

/** What a rule found, with real values filled in; `trust` where this one is worth less than the rule says. */
export type Sighting = Omit<Signal, 'id' | 'trust'> & Partial<Pick<Signal, 'trust'>>

/** One row of the decision tables. */
export interface SignalRule extends Pick<Signal, 'id' | 'trust'> {
  /** For people: when it is shown. The docs are made from it. */
  readonly when: string
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

/** Both are known and not alike. */
export const changed = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now

/** Subjects of a map of facts that match. */
export const subjectsWhere = <F>(
  map: { readonly [subject: string]: F } | undefined,
  match: (fact: F, subject: string) => boolean,
): string[] => Object.entries(map ?? {}).flatMap(([subject, fact]) => (match(fact, subject) ? [subject] : []))

/** What the places say of the suite; undefined where it is not claimed. */
export const testsCell = ({ rows }: Evidence, place: Place): Cell | null | undefined =>
  rows.find(({ kind }) => kind === 'tests green')?.cells[place]

export const namesOf = (servings: readonly Serving[]): string => joinWords(servings.map(placeName))
