/** What comes of it: cells, rows, differences, signals, and the one value that gate and report read. */

import type { AskedPlaces, FailOn } from './case.ts'
import {
  type ClaimKind,
  type Claims,
  type ContentRelation,
  type Fault,
  type Loosening,
  PLACES,
  type Place,
  type PlaceOrLeg,
  type Provenance,
  type Redaction,
  type Reference,
  type State,
  type Unused,
} from './model.ts'
import type { Facts } from './probe-file/schema.ts'
import { isExcusable as mayExcuse, type Reason } from './reasons.ts'
import type { Words } from './text/words.ts'

export interface LegCell {
  readonly leg: string
  readonly state: State
  readonly reason: Reason
  readonly fact: string
}

export interface Cell {
  readonly state: State
  readonly reason: Reason
  /** The one short fact that decided, from untrusted files: escape before printing. */
  readonly fact: string
  /** The command or edit that mends it; null when the cell holds. For box a sentence for the agent. */
  readonly fix: string | null
  /** The sentence that excuses it, when one still applies. */
  readonly explained: string | null
  /** The legs that decide, when the place has legs; behind failing ones also those that are unknown. */
  readonly legs: readonly LegCell[]
  /** Shown only: this place need not speak, for another one does. */
  readonly beside?: true
}

export interface Row {
  readonly kind: ClaimKind
  readonly subject: string
  /** null: not asked. */
  readonly cells: { readonly [P in Place]: Cell | null }
}

export interface PlaceReport extends PlaceOrLeg {
  readonly provenance: Provenance | null
  readonly probeVersion: string | null
  readonly content: ContentRelation
  /** Short sentence: `3 commits before head`, `ignored: a ci file in the checkout`. */
  readonly note: string | null
  /** The facts that spoke; null when none did. */
  readonly facts: Facts | null
}

export interface Difference {
  readonly key: string
  readonly values: { readonly [P in Place]?: string }
  readonly counted: boolean
  readonly explained: string | null
}

export interface Signal {
  readonly id: string
  readonly places: readonly Place[]
  /** Those of `places` that stand apart from the rest, where some do. */
  readonly apart?: readonly Place[]
  /** Is a green of one place good for another? null: the question does not arise. */
  readonly trust: boolean | 'as-far-as-it-goes' | null
  readonly what: string
  readonly next: string
}

/** The signal that the head repeats: a green of less is no green of the whole. */
export const FEWER_EXECUTED = 'fewer-executed'

export interface Check {
  readonly id: Words<'fits-declared-range no-unexplained-difference isolated-run-passes own-modules-from-repo'>
  readonly state: State
  /** No place was asked to look. */
  readonly idle?: true
}

/** One reason why the gate is shut. */
export interface Block {
  readonly code: Words<'UNKNOWN FAILS DIFFS STALE CI_TESTS_FAIL NEVER_EXCUSED NOTHING_CLAIMED LOOSENED FAULT'>
  readonly text: string
  readonly count: number
}

export interface Gate {
  readonly verdict: 'pass' | 'blocked'
  readonly failOn: readonly FailOn[]
  readonly blocks: readonly Block[]
  /** Counts over asked cells; explained failures are not among `failing`. */
  readonly unknown: number
  readonly failing: number
  readonly unexplained: number
  readonly notAsked: number
}

/** The one value: judged, compared and decided. The three renderers read only this. */
export interface Verdict {
  readonly gate: Gate
  readonly rows: readonly Row[]
  readonly places: readonly PlaceReport[]
  readonly differences: readonly Difference[]
  readonly staleExplanations: readonly string[]
  readonly signals: readonly Signal[]
  readonly checks: readonly Check[]
  readonly loosened: readonly Loosening[]
  readonly faults: readonly Fault[]
  readonly unused: readonly Unused[]
  /** Absent: no value looked like a secret. */
  readonly redacted?: readonly Redaction[]
  readonly asked: AskedPlaces
  readonly reference: Reference
  readonly claimsSource: 'file' | 'default'
  /** The claims list all three places, which is read as no list. */
  readonly listsAll?: true | undefined
  /** Variables that ci is not asked for, because GitHub handed it no secrets. */
  readonly withheld?: readonly string[]
  /** Places that the claims ask at all; absent where that is not known. */
  readonly claimedPlaces?: readonly Place[]
  /** What the claims say box is. */
  readonly box?: Claims['box'] | undefined
  /** Where the reader stands, where that is known. */
  readonly here?: Place | undefined
}

/** A cell that is asked, with where it stands. */
export interface AskedCell {
  readonly row: Row
  readonly place: Place
  readonly cell: Cell
}

export const askedCells = (rows: readonly Row[]): AskedCell[] =>
  rows.flatMap((row) =>
    PLACES.flatMap((place) => {
      const cell = row.cells[place]
      return cell && !cell.beside ? [{ row, place, cell }] : []
    }),
  )

/** Neither proven nor excused. */
export const isOpen = ({ state, explained }: Cell): boolean => state !== 'holds' && explained === null

export const isUnexplained = ({ counted, explained }: Pick<Difference, 'counted' | 'explained'>): boolean =>
  counted && explained === null

/** A cell that is neither proven nor refuted is unknown: a state that is not known here is no pass. */
export const isUnknown = ({ cell }: AskedCell): boolean => cell.state !== 'holds' && cell.state !== 'fails'

/** A failing leg hides an unknown one, which counts where failing alone would not block. */
export const hidesUnknown = ({ cell }: AskedCell): boolean =>
  cell.state === 'fails' && cell.legs.some(({ state }) => state === 'unknown')

export const isCiTests = ({ row, place }: AskedCell): boolean => row.kind === 'tests green' && place === 'ci'

/** True where the leg that fails, not only the cell's own reason, is beyond excuse. */
export const isSecretOut = ({ cell }: AskedCell): boolean =>
  !mayExcuse(cell.reason) || cell.legs.some(({ state, reason }) => state === 'fails' && !mayExcuse(reason))

const isExcusable = (asked: AskedCell): boolean => !isCiTests(asked) && !isSecretOut(asked)

export const isFailing = (asked: AskedCell): boolean =>
  asked.cell.state === 'fails' && (asked.cell.explained === null || !isExcusable(asked))

/** Whether this cell is one of those that shut the gate. */
export function holdsUp(asked: AskedCell, { verdict, failOn }: Gate): boolean {
  if (verdict === 'pass') return false
  if (isUnknown(asked)) return failOn.includes('unknown')
  if (failOn.includes('fails')) return isFailing(asked)
  return (isFailing(asked) && !isExcusable(asked)) || (hidesUnknown(asked) && failOn.includes('unknown'))
}

/** The legs that make the cell what it is. */
export const decidingLegs = ({ state, legs }: Cell): readonly LegCell[] => legs.filter((leg) => leg.state === state)
