/** Which file speaks for each place and leg, why none does where none does, and which files do not count. */

import type { Case } from '../case.ts'
import type { Candidate, Place, Reference, Unused } from '../model.ts'
import { parsePlaceName, placeName } from '../place.ts'
import { firstFew } from '../text/words.ts'
import { earlierText } from './content.ts'
import {
  compareFiles,
  compareText,
  examineFile,
  findOpen,
  findUndated,
  newestOf,
  type PlaceFile,
} from './place-file.ts'
import { referenceFor } from './reference.ts'
import { separateMachines } from './same-machine.ts'
import { type Finding, finding, type Serving, type Slot } from './serving.ts'

export interface ServedPlaces {
  readonly slots: readonly Slot[]
  /** What the files were compared with. */
  readonly reference: Reference
  /** All that was read, by place, the best first. */
  readonly files: readonly PlaceFile[]
}

type Leg = string | null

export function servePlaces(c: Case, places: readonly Place[]): ServedPlaces {
  const reference = referenceFor(c.reference, places.includes('ci') ? filesOf(c, 'ci', c.reference) : [])
  const looked = places.map((place) => servePlace(c, place, reference))
  return {
    slots: separateMachines(
      looked.flatMap(({ slots }) => slots),
      c.claims.box,
    ),
    reference,
    files: looked.flatMap(({ files }) => files),
  }
}

/** ci is the record: only what this run made speaks for it. */
const mayBeHeard = (c: Case, { place, provenance }: Candidate): boolean =>
  place !== 'ci' || provenance.kind === 'this-run' || c.ciFromFiles === true

const filesOf = (c: Case, place: Place, reference: Reference): PlaceFile[] =>
  c.candidates
    .filter((candidate) => candidate.place === place && mayBeHeard(c, candidate))
    .map((candidate) => examineFile(candidate, reference))
    .sort(compareFiles)

const expectedLegs = (c: Case, place: Place): Leg[] =>
  c.expect.flatMap((name) => {
    const parsed = parsePlaceName(name)
    return parsed?.place === place ? [parsed.leg ?? null] : []
  })

function servePlace(c: Case, place: Place, reference: Reference): Pick<ServedPlaces, 'slots' | 'files'> {
  const expected = expectedLegs(c, place)
  // Where legs are expected, a file of the whole place is the gathering job's own: it speaks for no leg.
  const inLegs = expected.some((leg) => leg !== null) && !expected.includes(null)
  const all = filesOf(c, place, reference)
  const files = all.filter((f) => !inLegs || f.leg !== null || f.candidate.leg)
  const legs = legsOf(c, place, files, expected)
  const slots = legs.map((leg, index) => {
    const slot = slotOf(place, leg, files, missing(c, place, leg, expected))
    return { ...slot, note: noteOf(c, slot, index === 0, expected.length) }
  })
  return { slots, files: all }
}

/** A leg counts if it is expected, could not be probed, or has a file that is not plainly of another time. */
function legsOf(c: Case, place: Place, files: readonly PlaceFile[], expected: readonly Leg[]): Leg[] {
  const unprobed = (c.unprobed ?? []).filter((one) => one.place === place).map(({ leg }) => leg ?? null)
  const present = files.filter((file) => !isOfAnotherTime(file)).map(({ leg }) => leg)
  const legs = new Set<Leg>([...present, ...expected, ...unprobed])
  if (legs.size === 0) legs.add(files[0]?.leg ?? null)
  return [...legs].sort((a, b) => compareText(a ?? '', b ?? ''))
}

/** A file that this run made is never of another time, even if it looked at other content. */
const isOfAnotherTime = ({ file, refusal }: PlaceFile): boolean =>
  refusal?.reason === 'NOT_THIS_PR' && file?.relation === 'stale' && file.provenance.kind !== 'this-run'

function missing(c: Case, place: Place, leg: Leg, expected: readonly Leg[]): Finding {
  const why = c.unprobed?.find((one) => one.place === place && (one.leg ?? null) === leg)
  if (why) return finding(why.reason, why.fact)
  const reason = leg !== null && expected.includes(leg) ? 'MISSING_LEG' : 'NO_PROBE'
  return finding(reason, `no file from ${placeName({ place, leg })}`)
}

function slotOf(place: Place, leg: Leg, all: readonly PlaceFile[], absent: Finding): Slot {
  const files = all.filter((file) => file.leg === leg)
  const fit = files.filter(({ refusal }) => refusal === null)
  const best = fit[0] ?? files[0]
  const silent = best ? (best.refusal ?? findOpen(best, files) ?? findUndated(fit)) : absent
  const considered = best?.file ?? null
  const doubted = silent ? newestOf(fit).flatMap(({ file }) => file ?? []) : []
  return { place, leg, considered, silent, serving: silent ? null : considered, doubted, note: null }
}

function contentNote({ relation, commitsBehind, facts, rebased }: Serving): string | undefined {
  if (relation === 'unknown') return 'its content cannot be compared: there is no reference'
  if (relation === 'stale') return 'other content than this checkout'
  return relation === 'earlier' ? earlierText(facts, commitsBehind ?? 0, rebased) : undefined
}

/** Files that claim to be ci but were not made in this run. */
const unheard = (c: Case): string[] =>
  c.candidates
    .filter(({ place, provenance }) => place === 'ci' && provenance.kind !== 'this-run')
    .map(({ provenance }) => provenance.label)
    .sort()

/** `first`: the place's first slot, which carries what is to be said about the whole place. */
function noteOf(c: Case, slot: Slot, first: boolean, expected: number): string | null {
  const { serving, place, leg } = slot
  const ignored = place === 'ci' && first && !c.ciFromFiles ? unheard(c) : []
  const notes = [
    serving ? contentNote(serving) : undefined,
    serving?.provenance.edited ? 'edited after it was posted' : undefined,
    place === 'ci' && serving && serving.provenance.kind !== 'this-run'
      ? 'read from a file, not made in this run'
      : undefined,
    ignored.length > 0 ? `ignored, ci comes only from this run: ${ignored.join(', ')}` : undefined,
    leg !== null && first && expected === 0 ? 'without expect, a missing leg is not noticed' : undefined,
  ].filter((note) => note !== undefined)
  return notes.length > 0 ? notes.join('; ') : null
}

export function findUnused({ slots, files }: ServedPlaces): readonly Unused[] {
  const left = files.filter(isLeftOver)
  const together = left.length > 1 ? [tellLeftOver(left.map(({ candidate }) => candidate.provenance.label))] : []
  const alone = files
    .filter((file) => !slots.some((slot) => isSaidBy(slot, file)))
    .filter((file) => together.length === 0 || !left.includes(file))
    .map((file) => ({ place: file.candidate.place, message: whyUnused(file, slots) }))
  return [...alone, ...together]
}

/** Committed under a branch's name, about commits not judged here. */
const isLeftOver = ({ candidate: { place, leg, provenance }, refusal }: PlaceFile): boolean =>
  place !== 'ci' && leg !== undefined && provenance.kind === 'checkout' && refusal?.reason === 'NOT_THIS_PR'

/** As many as a reader may check. */
const TOLD = 12

const tellLeftOver = (labels: readonly string[]): Unused => ({
  place: null,
  message: `${firstFew(labels, TOLD)}: about other commits`,
})

/** It speaks, or the cells already say why it does not. */
const isSaidBy = ({ considered, silent }: Slot, { file, refusal }: PlaceFile): boolean =>
  (file !== null && considered === file) || (refusal !== null && silent === refusal)

function whyUnused({ candidate, leg, refusal }: PlaceFile, slots: readonly Slot[]): string {
  const { place, provenance } = candidate
  if (refusal?.reason === 'NOT_THIS_PR') return `${refusal.fact}, which is other content`
  if (refusal) return refusal.fact
  const speaks = slots.find((slot) => slot.place === place && slot.leg === leg)?.serving
  return speaks
    ? `${provenance.label}: ${speaks.provenance.label} speaks for ${placeName({ place, leg })} instead`
    : `${provenance.label}: ${placeName({ place, leg })} is none of the legs that are expected`
}
