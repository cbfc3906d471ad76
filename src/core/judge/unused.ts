/** Files that were read and do not speak, each with the reason: whoever left one asks why. */
import type { Unused } from '../model.ts'
import { nameOf, type PlaceFile } from './place-file.ts'
import type { Served } from './serve.ts'
import type { Slot } from './serving.ts'

export function findUnused({ slots, files }: Served): readonly Unused[] {
  return files
    .filter((file) => !slots.some((slot) => isSaidBy(slot, file)))
    .map((file) => ({ place: file.candidate.place, message: whyUnused(file, slots) }))
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
    ? `${provenance.label}: ${speaks.provenance.label} speaks for ${nameOf(place, leg)} instead`
    : `${provenance.label}: ${nameOf(place, leg)} is none of the legs that are expected`
}
