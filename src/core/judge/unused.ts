/** Files that were read and do not count, each with the reason, for the person who left it. */
import type { Unused } from '../model.ts'
import { placeName } from '../place.ts'
import { shellWord } from '../text/shell.ts'
import type { PlaceFile } from './place-file.ts'
import type { ServedPlaces } from './serve.ts'
import type { Slot } from './serving.ts'

export function findUnused({ slots, files }: ServedPlaces): readonly Unused[] {
  const left = files.filter(isLeftOver)
  const together =
    left.length > 1 ? [tellLeftOver(left.map(({ candidate }) => candidate.provenance.label))] : []
  const alone = files
    .filter((file) => !slots.some((slot) => isSaidBy(slot, file)))
    .filter((file) => together.length === 0 || !left.includes(file))
    .map((file) => ({ place: file.candidate.place, message: whyUnused(file, slots) }))
  return [...alone, ...together]
}

/** Committed under a branch's name, about commits not judged here: merged pull requests leave them. */
const isLeftOver = ({ candidate: { place, leg, provenance }, refusal }: PlaceFile): boolean =>
  place !== 'ci' && leg !== undefined && provenance.kind === 'checkout' && refusal?.reason === 'NOT_THIS_PR'

/** As many as one command may name and a reader may check. */
const TOLD = 12

function tellLeftOver(labels: readonly string[]): Unused {
  const more = labels.length > TOLD ? `, ${labels.length} in all` : ''
  const some = labels.slice(0, TOLD)
  return {
    place: null,
    message: `${some.join(', ')}${more}: about other commits; those of merged branches may go`,
    fix: `git rm ${some.map((label) => shellWord(label, 'posix')).join(' ')}`,
  }
}

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
