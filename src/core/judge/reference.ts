/** What files are compared with: what is asked about the pull request for their sake, and what stands for it without one. */
import type { Candidate, Reference } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { isExact, relateContent } from './content.ts'
import type { Serving } from './serving.ts'

/** Patch ids of the pull request, from what this run looked at. */
export function patchesOf(candidates: readonly Candidate[], reference: Reference, ciFromFiles = false) {
  const { mergeSha, headSha } = reference
  return candidates.flatMap(({ place, provenance, reading }) => {
    const heard = provenance.kind === 'this-run' || (place === 'ci' && ciFromFiles)
    if (!heard || !reading.ok) return []
    const { head, patches = [] } = reading.facts.git ?? {}
    return head !== undefined && (head === mergeSha || head === headSha) ? patches : []
  })
}

export const isAtContent = ({ reading }: Candidate, reference: Reference): boolean =>
  reading.ok && isExact(relateContent(reading.facts, reference).relation)

/** Commits of which a file of local or box speaks; more than a few would be many requests. */
export function olderCommits(candidates: readonly Candidate[], reference: Reference): readonly string[] {
  const found = candidates.flatMap(({ place, reading }) => {
    if (place === 'ci' || !reading.ok) return []
    const { relation, commitsBehind } = relateContent(reading.facts, reference)
    return relation === 'earlier' && commitsBehind ? (reading.facts.git?.head ?? []) : []
  })
  return [...new Set(found)].slice(0, 4)
}

/** What must still be asked about the pull request so that these files can be related to it. */
export function needsReference(
  candidates: readonly Candidate[],
  reference: Reference,
): { readonly head: boolean; readonly commits: boolean } {
  const open = candidates.some(({ place, reading }) => {
    if (!reference.pullRequest || place === 'ci' || !reading.ok) return false
    return !isExact(relateContent(reading.facts, { ...reference, headSha: '', commits: [] }).relation)
  })
  const commits = reference.commits.length === 0 && (open || (reference.pullRequest && candidates.some(namesHistory)))
  return { head: open && reference.head === undefined, commits }
}

/** Whether a commit that held a secret is one of this pull request. */
const namesHistory = ({ reading }: Candidate): boolean =>
  reading.ok && historiesOf(reading.facts).some((history) => history.length > 0)

const historiesOf = ({ secrets = {} }: Facts): readonly (readonly string[])[] => [
  ...Object.values(secrets.files ?? {}).map(({ history = [] }) => history),
  ...Object.values(secrets.found ?? {}),
]

/** Equal to no content id: there is something to compare with, but it does not say what it is. */
const UNSAID = 'unsaid'

/**
 * Without a pull request: the checkout. ci.txt widens it only if it names its commit as a merged parent;
 * where the checkout's content is unknown, ci.txt's own counts.
 */
export function referenceFor(reference: Reference, ciFiles: readonly { readonly file: Serving | null }[]): Reference {
  if (reference.pullRequest || ciFiles.length === 0) return reference
  const [first, ...rest] = ciFiles.map(({ file }) => file?.facts.git)
  // Legs about different commits agree on no reference, whichever of them comes first.
  const agreed = rest.every((one) => isSame(one, first)) ? first : undefined
  const { head_content: merge = UNSAID, head: mergeSha } = agreed ?? {}
  const theirs = { commits: reference.commits, pullRequest: false, merge, mergeSha }
  if (reference.merge === undefined) return theirs
  const { mergeSha: own } = reference
  // This checkout's commit must be one that ci merged, the second parent or a later one: the first is the base branch,
  // which ci did not test alone. An unreadable ci file could be about any commit, so the stricter reference stays.
  const readable = ciFiles.flatMap(({ file }) => file ?? [])
  const ofOwn = readable.every(({ facts }) => facts.git?.parents?.slice(1).includes(own ?? ''))
  const settled = agreed !== undefined || readable.length < ciFiles.length
  if (own === undefined || readable.length === 0 || !settled || !ofOwn) return reference
  return { ...theirs, head: reference.merge, headSha: own }
}

/** What one of them does not say, it does not say alike. */
const isSame = (a: Facts['git'], b: Facts['git']): boolean =>
  a?.head !== undefined && a.head === b?.head && a.head_content === b.head_content
