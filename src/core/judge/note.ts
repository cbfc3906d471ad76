/** The one short sentence about a place: what its content is, and what was not listened to. */
import type { Case } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import type { Serving, Slot } from './serving.ts'

function contentNote({ relation, commitsBehind, facts }: Serving): string | undefined {
  if (relation === 'unknown') return 'nothing to compare its content with'
  if (relation === 'stale') return 'other content than this checkout'
  return relation === 'earlier' ? earlierText(facts, commitsBehind ?? 0) : undefined
}

const isChanged = ({ git }: Facts): boolean =>
  (git?.modified ?? 0) + (git?.deleted ?? 0) + (git?.untracked ?? 0) > 0

/** What a file speaks of that is neither the merge nor the head. */
export function earlierText(facts: Facts, behind: number): string {
  if (behind === 0) return 'uncommitted changes on top of HEAD'
  return isChanged(facts) ? `${commitsText(behind)}, with uncommitted changes` : commitsText(behind)
}

export const commitsText = (behind: number): string =>
  behind === 0 ? 'at head' : `${behind} ${behind === 1 ? 'commit' : 'commits'} before head`

/** Files that claim to be ci but were not made in this run. */
const unheard = (c: Case): string[] =>
  c.candidates
    .filter(({ place, provenance }) => place === 'ci' && provenance.kind !== 'this-run')
    .map(({ provenance }) => provenance.label)
    .sort()

/** `first`: the place's first slot, which carries what is to be said about the whole place. */
export function noteOf(c: Case, slot: Slot, first: boolean, expected: number): string | null {
  const { serving, place, leg } = slot
  const ignored = place === 'ci' && first && !c.ciFromFiles ? unheard(c) : []
  const notes = [
    serving ? contentNote(serving) : undefined,
    serving?.provenance.edited ? 'edited after it was posted' : undefined,
    place === 'ci' && serving && serving.provenance.kind !== 'this-run'
      ? 'read from a file, not made in this run'
      : undefined,
    ignored.length > 0 ? `ignored, ci comes only from this run: ${ignored.join(', ')}` : undefined,
    leg !== null && first && expected === 0 ? 'no leg is expected: a missing one goes unnoticed' : undefined,
  ].filter((note) => note !== undefined)
  return notes.length > 0 ? notes.join('; ') : null
}
