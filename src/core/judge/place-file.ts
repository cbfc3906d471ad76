/** One file before a place: does it say what its name says, and may it speak in this pull request? */
import { type Candidate, type Reference, SOURCES } from '../model.ts'
import { placeName } from '../place.ts'
import type { Facts } from '../probe-file/schema.ts'
import { gitRefused, isExact, relateContent, saysWhatItIsAbout } from './content.ts'
import { type Finding, finding, type Serving } from './serving.ts'

export interface PlaceFile {
  readonly leg: string | null
  readonly candidate: Candidate
  /** null: unreadable or of another place. */
  readonly file: Serving | null
  /** Why it does not serve; null when it does. */
  readonly refusal: Finding | null
}

/** In the checkout a branch's name may stand behind the leg, so that two pull requests never share a file. */
function legAgrees({ leg: named, provenance }: Candidate, leg: string | undefined): boolean {
  if (named === leg) return true
  if (named === undefined || provenance.kind !== 'checkout') return false
  return leg === undefined || named.startsWith(`${leg}-`)
}

function refusalOf(candidate: Candidate, serving: Serving, reference: Reference): Finding | null {
  const { place, relation, facts, provenance } = serving
  if (place === 'ci' && facts.probe?.ci?.provider === undefined)
    return finding('NOT_IN_CI', `${provenance.label} names no CI provider`)
  const elsewhere = place === 'local' ? notALaptop(facts) : undefined
  if (elsewhere) return finding('WRONG_PLACE', `${provenance.label} was made ${elsewhere}`)
  if (relation !== 'unknown' && relation !== 'stale') return null
  const nothingToCompare = reference.merge === undefined && reference.head === undefined
  const ofThisRun = candidate.provenance.kind === 'this-run'
  // A file that this run made is about this checkout, even if the tree changed since.
  if (!reference.pullRequest && (ofThisRun || nothingToCompare)) return null
  if (ofThisRun && place === 'ci' && nothingToCompare) return null
  // A job may have checked out something else; only git that said why it does not know may leave it open.
  const refused = gitRefused(facts)
  if (ofThisRun && place === 'ci' && refused) return null
  // Where git is silent the cause is known, and no other commit would help.
  return refused ?? finding('NOT_THIS_PR', notThisPr(facts, provenance.label, reference))
}

/** A place is a machine, not the word on the command line. */
export function notALaptop({ probe }: Facts): string | undefined {
  const { provider, run } = probe?.ci ?? {}
  if (provider !== 'other' && run !== undefined) return `in a CI run of ${provider}`
  return probe?.hosted_agent ? `on the machine of a hosted agent (${probe.hosted_agent} is set)` : undefined
}

function notThisPr({ git }: Facts, label: string, { headSha, mergeSha, noMerge }: Reference): string {
  if (git?.head === undefined) return `${label} does not say which commit it is about`
  if (noMerge) return `${label} is about ${git.head.slice(0, 7)}, and there is no test merge to compare it with`
  const judged = headSha ?? mergeSha
  const other = judged === undefined ? '' : `, not ${judged.slice(0, 7)}`
  return `${label} is about ${git.head.slice(0, 7)}${other}`
}

function firstProblem(candidate: Candidate): string {
  const [problem] = candidate.reading.ok ? [] : candidate.reading.problems
  const where = problem?.line === undefined ? '' : `line ${problem.line}: `
  const key = problem?.key === undefined ? '' : `${problem.key} `
  return `${candidate.provenance.label}: ${where}${key}${problem?.message ?? 'not readable'}`
}

export function examineFile(candidate: Candidate, reference: Reference): PlaceFile {
  const { place, leg: named, provenance, reading } = candidate
  const unfit = (refusal: Finding): PlaceFile => ({ leg: named ?? null, candidate, file: null, refusal })
  if (!reading.ok) return unfit(finding('UNREADABLE_FILE', firstProblem(candidate)))
  const { place: said, leg } = reading.facts.probe ?? {}
  if (said !== place || !legAgrees(candidate, leg)) {
    const says = placeName({ place: said ?? place, leg })
    return unfit(finding('WRONG_PLACE', `${provenance.label} says it is from ${says}`))
  }
  const related = relateContent(reading.facts, reference)
  const file: Serving = { place, leg: leg ?? null, facts: reading.facts, provenance, ...related }
  return { leg: leg ?? null, candidate, file, refusal: refusalOf(candidate, file, reference) }
}

/** Run and comment ids grow: the greater is the newer one. */
function ageOf({ provenance: { run, url } }: Candidate): bigint {
  const digits = /^\d{1,20}$/.exec(run ?? '')?.[0] ?? /issuecomment-(\d{1,20})$/.exec(url ?? '')?.[1]
  return BigInt(digits ?? '0')
}

/** Artifact, text, checkout; the newest of one kind. */
function compareOrigin({ candidate: a }: PlaceFile, { candidate: b }: PlaceFile): number {
  const newer = ageOf(b) - ageOf(a)
  return (
    SOURCES.indexOf(a.provenance.kind) - SOURCES.indexOf(b.provenance.kind) || (newer > 0n ? 1 : newer < 0n ? -1 : 0)
  )
}

/** Content first, then the newest commit, then where it came from. */
function compareRank(a: PlaceFile, b: PlaceFile): number {
  const exact = ({ file }: PlaceFile) => (isExact(file?.relation) ? 0 : 1)
  const behind = ({ file }: PlaceFile) => file?.commitsBehind ?? Number.MAX_SAFE_INTEGER
  return exact(a) - exact(b) || behind(a) - behind(b) || compareOrigin(a, b)
}

const takenAt = ({ file }: PlaceFile): string => file?.facts.probe?.taken_at ?? ''

/** With content, commit and origin equal the file taken last comes first: the place was probed again. */
export function compareFiles(a: PlaceFile, b: PlaceFile): number {
  return (
    compareRank(a, b) ||
    compareText(takenAt(b), takenAt(a)) ||
    compareText(a.candidate.provenance.label, b.candidate.provenance.label) ||
    compareText(JSON.stringify(a.candidate), JSON.stringify(b.candidate))
  )
}

const isOpen = ({ file }: PlaceFile): boolean => file === null || !saysWhatItIsAbout(file.facts, file.relation)

/** A file that is unreadable, or lacks a fact it is ranked by, could be the newest: no older one serves. */
export function findOpen(best: PlaceFile, files: readonly PlaceFile[]): Finding | null {
  const open = files.find((one) => one !== best && isOpen(one) && compareOrigin(one, best) <= 0)
  if (open === undefined) return null
  const { label } = open.candidate.provenance
  if (open.file === null) return open.refusal
  return finding('UNREADABLE_FILE', `${label} does not fully name its content`)
}

/** The best of files in their order, and those that may be newer: only clocks tell them apart, and one has no time. */
export function newestOf(files: readonly PlaceFile[]): readonly PlaceFile[] {
  const rivals = files.filter((one) => files[0] !== undefined && compareRank(files[0], one) === 0)
  return rivals.some((one) => takenAt(one) === '') ? rivals : rivals.slice(0, 1)
}

/** Of files that only their clocks tell apart, one without a time could be the newest: none serves. */
export function findUndated(files: readonly PlaceFile[]): Finding | null {
  const rivals = newestOf(files)
  const undated = rivals.find((one) => takenAt(one) === '')
  if (rivals.length < 2 || undated === undefined) return null
  const labels = rivals.map(({ candidate }) => candidate.provenance.label).join(', ')
  const { label } = undated.candidate.provenance
  return finding('UNREADABLE_FILE', `${label} does not say when it was taken; which of ${labels} is the newest?`)
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
