/** Cases around a green pull request, with some facts otherwise, for properties. */
import fc from 'fast-check'
import type { Case } from '../../src/core/case.ts'
import type { Candidate, Place } from '../../src/core/model.ts'
import { LABELS } from '../../src/core/probe-file/facts/where.ts'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import {
  BASE,
  CONTENT,
  candidateOf,
  caseOf,
  claimsOf,
  EARLIER,
  EARLIER_CONTENT,
  HEAD,
  idOf,
  OTHER_CONTENT,
  referenceOf,
} from './facts.ts'

export const PLACES = ['local', 'box', 'ci'] as const
export type Tree = { readonly [key: string]: unknown }
export type Path = readonly string[]

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every fact and section below, at any depth; lists are one fact each. */
export const pathsOf = (tree: Tree, above: Path = []): Path[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const path = [...above, key]
    return isTree(value) ? [path, ...pathsOf(value, path)] : [path]
  })

export function change(tree: Tree, [key = '', ...rest]: Path, to: unknown): Tree {
  const { [key]: old, ...others } = tree
  if (rest.length > 0) return { ...tree, [key]: change(isTree(old) ? old : {}, rest, to) }
  return to === undefined ? others : { ...tree, [key]: to }
}

export const valueAt = (tree: Tree, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isTree(value) ? value[key] : undefined), tree)

/** Other values that the judges tell apart. */
const CONTENTS = [CONTENT, EARLIER_CONTENT, OTHER_CONTENT]
const WORDS: { readonly [key: string]: readonly unknown[] } = {
  label: LABELS,
  origin: ['<repo>/cli_helpers/__init__.py', '<other>/x.py', ''],
  path_origin: ['<repo>/cli_helpers/__init__.py', '<other>/x.py', ''],
  loader: ['source', 'namespace', 'builtin'],
  direct_url: ['none', 'editable'],
  distribution: ['', 'requests'],
  copies: [[], ['venv'], ['<repo>/.env.example']],
  history: [[], [HEAD], [BASE]],
  runner: ['github-hosted', 'self-hosted', 'unknown'],
  source: ['session', 'run', 'report', 'none'],
  state: ['ok', 'refused', 'none'],
  narrowed: [[], ['-k']],
  command: [['python', '-m', 'pytest', '-q'], ['true']],
  head: [HEAD, EARLIER, BASE],
  machine: PLACES.map((place) => idOf(place, 1)),
  boot: PLACES.map((place) => idOf(place, 2)),
  container: PLACES.map((place) => idOf(place, 3)),
  tree_content: CONTENTS,
  head_content: CONTENTS,
  content_before: CONTENTS,
  content_after: CONTENTS,
  run: ['4711', '1'],
  attempt: ['1', '2'],
  job: ['test', 'other'],
  hook_error: ['', 'ImportError: x', 'NameError: x'],
  unstarted: ['', 'pytest'],
  cached: ['', 'it says FROM-CACHE'],
  start: ['filled', 'empty', 'unset', 'untold'],
  file: ['filled', 'empty', 'unset', 'absent', 'tracked'],
  hash: ['0123456789ab', 'ba9876543210'],
  error: ['OSError: x'],
}
/** What a file is told by: without one of these it is no file of its place any more, which is another property. */
export const MANDATORY = ['probe', 'probe.format', 'probe.place', 'probe.leg']

export function alternatives(path: Path, value: unknown): readonly unknown[] {
  const words = WORDS[path.at(-1) ?? '']
  if (words) return words
  if (typeof value === 'boolean') return [true, false]
  return typeof value === 'number' ? [0, 1, 5, 412, 415, 700] : [value]
}

export function greenOf(place: Place): Tree {
  const hash = { env: { claimed: { BILLING_MODE: { hash: '0123456789ab' } } } }
  const { reading } = candidateOf(place, hash)
  if (!reading.ok) throw new Error('the builder makes readable files')
  return reading.facts as Tree
}

export const asCandidate = (place: Place, facts: Tree): Candidate => withFacts(candidateOf(place), facts)

/** Facts that are there or could be, sections left out. */
export const leavesOf = (green: Tree): Path[] => {
  const extra = [
    ['tests', 'error'],
    ['packages', 'error'],
    ['probe', 'ci', 'runner'],
    ['host', 'container'],
  ]
  return [...pathsOf(green), ...extra].filter(
    (path) => !isTree(valueAt(green, path)) && !MANDATORY.includes(path.join('.')),
  )
}

/** Green facts of a place with some of them otherwise. */
function arbitraryFacts(place: Place): fc.Arbitrary<Facts> {
  const green = greenOf(place)
  const mutation = fc
    .constantFrom(...leavesOf(green))
    .chain((path) =>
      fc.constantFrom(undefined, ...alternatives(path, valueAt(green, path))).map((to) => ({ path, to })),
    )
  return fc
    .array(mutation, { maxLength: 6 })
    .map((mutations) => mutations.reduce((facts, { path, to }) => change(facts, path, to), green) as Facts)
}

const claims = claimsOf()
const compared = claims.claims.map((claim) => (claim.kind === 'env var set' ? { ...claim, compare: true } : claim))

/** One of the two legs of ci, where it has legs. */
const asLeg = (facts: Facts, leg: string): Candidate => ({
  ...asCandidate('ci', change(facts as Tree, ['probe', 'leg'], leg)),
  leg,
})

/** Around a green pull request: what its claims are, whether ci has legs, what it is compared with. */
export const arbitraryCase: fc.Arbitrary<Case> = fc
  .record({
    local: arbitraryFacts('local'),
    box: arbitraryFacts('box'),
    ci: arbitraryFacts('ci'),
    other: arbitraryFacts('ci'),
    reference: fc.constantFrom(
      referenceOf(),
      referenceOf({ merge: OTHER_CONTENT }),
      referenceOf({ commits: [] }),
      { merge: CONTENT, commits: [], pullRequest: false },
      { merge: CONTENT, mergeSha: HEAD, commits: [], pullRequest: false },
      { commits: [], pullRequest: false },
    ),
    ciFromFiles: fc.boolean(),
    list: fc.constantFrom(claims.claims, compared),
    source: fc.constantFrom('file' as const, 'file' as const, 'default' as const),
    legs: fc.constantFrom(false, false, true),
  })
  .map(({ local, box, ci, other, reference, ciFromFiles, list, source, legs }) => {
    const inCi = legs ? [asLeg(ci, 'a'), asLeg(other, 'b')] : [asCandidate('ci', ci as Tree)]
    const candidates = [asCandidate('local', local as Tree), asCandidate('box', box as Tree), ...inCi]
    const kept = (one: Candidate): Candidate => ({
      ...one,
      provenance: { kind: 'checkout', label: one.leg ?? one.place },
    })
    return caseOf({
      reference,
      ciFromFiles,
      claims: claimsOf({ claims: list, source }),
      expect: legs ? ['ci-a', 'ci-b'] : [],
      candidates: ciFromFiles ? candidates.map(kept) : candidates,
    })
  })

export const factsIn = (candidate: Candidate): Tree => (candidate.reading.ok ? (candidate.reading.facts as Tree) : {})

export const withFacts = (candidate: Candidate, facts: Tree): Candidate => ({
  ...candidate,
  reading: { ok: true, facts: facts as Facts },
})

export const holding = ({ rows }: Verdict): string[] =>
  rows.flatMap(({ kind, subject, cells }) =>
    PLACES.filter((place) => cells[place]?.state === 'holds').map((place) => `${kind}/${subject}@${place}`),
  )
