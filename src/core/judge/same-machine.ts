/** Two places are two machines only when proven, or two checkouts of one where the claims say so. Host names prove
 *  nothing, equal machine ids the contrary. */
import type { Claims, Place } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { type Finding, finding, isUnread, type Serving, type Slot } from './serving.ts'

/** A machine of the provider, thrown away after the job. */
export const isHosted = ({ probe }: Facts): boolean => ['github-hosted', 'hosted'].includes(probe?.ci?.runner ?? '')

const differ = (a: string | undefined, b: string | undefined): boolean => a !== undefined && b !== undefined && a !== b

/** One says that it is in no container, the other names its own and has no machine id to compare. */
const isInsideAndOutside = (outside: Facts, inside: Facts): boolean =>
  outside.host?.in_container === false &&
  inside.host?.in_container === true &&
  inside.host.container !== undefined &&
  inside.host.machine_absent === true

export function areProvenDifferent(a: Facts, b: Facts): boolean {
  return (
    differ(a.host?.machine, b.host?.machine) ||
    differ(a.host?.container, b.host?.container) ||
    isInsideAndOutside(a, b) ||
    isInsideAndOutside(b, a) ||
    // Hosted runners are started from one image, which may carry one machine id.
    (differ(a.host?.boot, b.host?.boot) && (isHosted(a) || isHosted(b)))
  )
}

/** A checkout that was moved, or that is also mounted elsewhere, has another path; only a copy is another folder, too. */
const areTwoCheckouts = ({ host: a }: Facts, { host: b }: Facts): boolean =>
  differ(a?.checkout, b?.checkout) && differ(a?.checkout_folder, b?.checkout_folder)

/** The self-reported place gives way: box before local, ci never. */
const GIVES_WAY_TO: { readonly [P in Place]: readonly Place[] } = { local: ['ci'], box: ['local', 'ci'], ci: [] }

/** A file that does not serve still counts as the other machine, so that damaging it does not help. */
export function separateMachines(slots: readonly Slot[], box: Claims['box']): Slot[] {
  return slots.map((slot) => {
    const { serving } = slot
    if (serving === null) return slot
    const other = slots.find((one) => findTwin(serving, one, box) !== null)
    const silent = other && findTwin(serving, other, box)
    return silent ? { ...slot, serving: null, silent, doubted: [serving], twin: other.place } : slot
  })
}

/** null: proven to be two, or the two need not be told apart. */
function findTwin({ place, facts }: Serving, other: Slot, box: Claims['box']): Finding | null {
  if (!GIVES_WAY_TO[place].includes(other.place)) return null
  if (isUnread(other))
    return finding('UNREADABLE_FILE', `nothing tells it from ${other.place}: ${other.silent?.fact ?? 'not readable'}`)
  const theirs = other.considered?.facts
  // It says itself that it is no laptop: there is only one place to be told apart.
  if (other.silent?.reason === 'WRONG_PLACE') return null
  if (theirs === undefined || areProvenDifferent(facts, theirs)) return null
  if (box === 'worktree' && other.place === 'local' && areTwoCheckouts(facts, theirs)) return null
  const { machine, checkout } = facts.host ?? {}
  if (checkout !== undefined && checkout === theirs.host?.checkout)
    return finding('SAME_MACHINE', `the same checkout as ${other.place}`)
  const same = machine !== undefined && machine === theirs.host?.machine
  return finding('SAME_MACHINE', same ? `same machine id as ${other.place}` : `nothing tells it from ${other.place}`)
}
