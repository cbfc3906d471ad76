/** What speaks for a place: the one file that serves it, or the reason why none does. */
import type { ContentRelation, Place, PlaceOrLeg, Provenance } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import type { Reason } from '../reasons.ts'

/** How a file's content relates to the pull request. */
export interface Relation {
  readonly relation: ContentRelation
  /** Commits between the recorded head and the pull request's head; null when it is none of its commits. */
  readonly commitsBehind: number | null
  /** Its commits were rebased since: the same patches, on another base. */
  readonly rebased?: true
}

/** A probe file that speaks for its place (or one leg of it) in this pull request. */
export interface Serving extends Relation, PlaceOrLeg {
  readonly facts: Facts
  readonly provenance: Provenance
}

/** A reason with the one short fact that decided. The fact is untrusted text. */
export interface Finding {
  readonly reason: Reason
  readonly fact: string
}

export const finding = (reason: Reason, fact: string): Finding => ({ reason, fact })

/** A place, or one leg of it: either a file serves it, or `silent` says why none does. */
export interface Slot extends PlaceOrLeg {
  readonly serving: Serving | null
  readonly silent: Finding | null
  /** The file that was considered, served or not: what it says still counts against others. */
  readonly considered: Serving | null
  /** Files about this place and content that a doubt keeps from serving: they prove no claim, and still refute one. */
  readonly doubted: readonly Serving[]
  readonly note: string | null
  /** The place that it is not told from. */
  readonly twin?: Place
}

/** There is a file and it cannot be read: comparisons with it stay open. */
export const isUnread = ({ silent, considered }: Slot): boolean =>
  silent?.reason === 'UNREADABLE_FILE' || (silent?.reason === 'WRONG_PLACE' && considered === null)

interface Section {
  readonly error?: string
}

/** `entries`: the part of the section that has one entry for each subject that the probe was asked. */
export function findMissing(name: string, section: Section | undefined, entries: object | undefined): Finding {
  if (section?.error !== undefined) return finding('PROBE_ERROR', `${name}: ${section.error}`)
  if (entries !== undefined) return finding('NOT_ASKED', `${name}: this probe was not asked about it`)
  return finding('FACT_MISSING', `no facts in section ${name}`)
}

/** A single fact that is needed and not there; where the section broke, that is the reason. */
export function lacks(name: string, section: Section | undefined, fact: string): Finding {
  if (section?.error !== undefined) return finding('PROBE_ERROR', `${name}: ${section.error}`)
  return finding('FACT_MISSING', `${name}.${fact}`)
}
