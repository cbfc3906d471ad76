/** Properties: taking something away never helps a claim, and the order of things says nothing. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Candidate, Case, Place, Verdict } from '../../../src/core/model.ts'
import { type Facts, LABELS } from '../../../src/core/probe-file/schema.ts'
import { judgeCase } from '../../../src/core/verdict.ts'
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
} from '../../support/facts.ts'

const PLACES = ['local', 'box', 'ci'] as const
type Tree = { readonly [key: string]: unknown }
type Path = readonly string[]

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every fact and section below, at any depth; lists are one fact each. */
const pathsOf = (tree: Tree, above: Path = []): Path[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const path = [...above, key]
    return isTree(value) ? [path, ...pathsOf(value, path)] : [path]
  })

function change(tree: Tree, [key = '', ...rest]: Path, to: unknown): Tree {
  const { [key]: old, ...others } = tree
  if (rest.length > 0) return { ...tree, [key]: change(isTree(old) ? old : {}, rest, to) }
  return to === undefined ? others : { ...tree, [key]: to }
}

const valueAt = (tree: Tree, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isTree(value) ? value[key] : undefined), tree)

/** Other values that the judges tell apart. */
const CONTENTS = [CONTENT, EARLIER_CONTENT, OTHER_CONTENT]
const WORDS: { readonly [key: string]: readonly unknown[] } = {
  label: LABELS,
  path_label: LABELS,
  origin: ['<repo>/cli_helpers/__init__.py', '<other>/x.py', ''],
  path_origin: ['<repo>/cli_helpers/__init__.py', '<other>/x.py', ''],
  loader: ['source', 'namespace', 'builtin'],
  direct_url: ['none', 'editable'],
  distribution: ['', 'requests'],
  copies: [[], ['venv']],
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
  hook_error: ['', 'ImportError: x'],
  hash: ['0123456789ab', 'ba9876543210'],
  error: ['OSError: x'],
}
/** What a file is told by: without these two it cannot be read, which is another property. */
const MANDATORY = ['probe', 'probe.format', 'probe.place']

function alternatives(path: Path, value: unknown): readonly unknown[] {
  const words = WORDS[path.at(-1) ?? '']
  if (words) return words
  if (typeof value === 'boolean') return [true, false]
  return typeof value === 'number' ? [0, 1, 5, 412, 415, 700] : [value]
}

function greenOf(place: Place): Tree {
  const hash = { env: { claimed: { BILLING_MODE: { hash: '0123456789ab' } } } }
  const { reading } = candidateOf(place, hash)
  if (!reading.ok) throw new Error('the builder makes readable files')
  return reading.facts as Tree
}

const asCandidate = (place: Place, facts: Tree): Candidate => withFacts(candidateOf(place), facts)

/** Facts that are there or could be, sections left out. */
const leavesOf = (green: Tree): Path[] => {
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
const compared = claims.claims.map((claim) =>
  claim.kind === 'env var set' ? { ...claim, compare: true } : claim,
)

const arbitraryCase: fc.Arbitrary<Case> = fc
  .tuple(
    fc.tuple(...PLACES.map(arbitraryFacts)),
    fc.constantFrom(
      referenceOf(),
      referenceOf({ merge: OTHER_CONTENT }),
      referenceOf({ commits: [] }),
      { merge: CONTENT, commits: [], pullRequest: false },
      { commits: [], pullRequest: false },
    ),
    fc.boolean(),
    fc.constantFrom(claims.claims, compared),
  )
  .map(([facts, reference, ciFromFiles, list]) =>
    caseOf({
      reference,
      ciFromFiles,
      claims: claimsOf({ claims: list }),
      candidates: facts.map((one, index): Candidate => {
        const place = PLACES[index] ?? 'ci'
        const provenance = {
          kind: ciFromFiles ? 'checkout' : candidateOf(place).provenance.kind,
          label: place,
        }
        return { place, provenance, reading: { ok: true, facts: one } } as Candidate
      }),
    }),
  )

const factsIn = (candidate: Candidate): Tree =>
  candidate.reading.ok ? (candidate.reading.facts as Tree) : {}

const withFacts = (candidate: Candidate, facts: Tree): Candidate => ({
  ...candidate,
  reading: { ok: true, facts: facts as Facts },
})

const holding = ({ rows }: Verdict): string[] =>
  rows.flatMap(({ kind, subject, cells }) =>
    PLACES.filter((place) => cells[place]?.state === 'holds').map((place) => `${kind}/${subject}@${place}`),
  )

/** One fact or section of one file, taken away. */
const takeAway = (c: Case): { path: string; without: Case }[] =>
  c.candidates.flatMap((candidate, index) =>
    pathsOf(factsIn(candidate))
      .filter((path) => !MANDATORY.includes(path.join('.')))
      .map((path) => ({
        path: `${candidate.place}: ${path.join('.')}`,
        without: {
          ...c,
          candidates: c.candidates.with(
            index,
            withFacts(candidate, change(factsIn(candidate), path, undefined)),
          ),
        },
      })),
  )

function expectNothingBegins(c: Case, paths: readonly (readonly [number, Path])[]) {
  const before = holding(judgeCase(c))
  for (const [index, path] of paths) {
    const candidate = c.candidates[index]
    if (!candidate) throw new Error(`no candidate ${index}`)
    const less = withFacts(candidate, change(factsIn(candidate), path, undefined))
    const now = holding(judgeCase({ ...c, candidates: c.candidates.with(index, less) }))
    const begun = now.filter((cell) => !before.includes(cell))
    expect(begun, `${candidate.place} without ${path.join('.')}`).toEqual([])
  }
}

const isOtherwise = (value: unknown, green: unknown): boolean =>
  JSON.stringify(value) !== JSON.stringify(green)

describe('monotonic', () => {
  test('green, with any single fact or section taken away: nothing begins to hold, the gate opens for nobody', () => {
    const c = caseOf()
    const before = holding(judgeCase(c))
    for (const { path, without } of takeAway(c)) {
      const begun = holding(judgeCase(without)).filter((cell) => !before.includes(cell))
      expect(begun, path).toEqual([])
    }
  })

  test.each(PLACES)(
    'any fact of %s that refutes, then it or one beside it unsaid: nothing begins',
    (place) => {
      const green = greenOf(place)
      const index = PLACES.indexOf(place)
      const caseWith = (facts: Tree) =>
        caseOf({ candidates: PLACES.map((one) => asCandidate(one, one === place ? facts : greenOf(one))) })
      const all = holding(judgeCase(caseWith(green))).length
      for (const path of leavesOf(green)) {
        for (const to of alternatives(path, valueAt(green, path))) {
          const facts = change(green, path, to)
          const c = caseWith(facts)
          if (holding(judgeCase(c)).length === all) continue
          const beside = leavesOf(facts).filter(
            (other) => other.slice(0, -1).join('.') === path.slice(0, -1).join('.'),
          )
          expectNothingBegins(
            c,
            beside.map((other) => [index, other]),
          )
        }
      }
    },
  )

  test('whatever the facts are, taking away what is unusual about them never makes a cell hold', () => {
    fc.assert(
      fc.property(arbitraryCase, (c) => {
        const unusual = c.candidates.flatMap((candidate, index) => {
          const green = greenOf(candidate.place)
          const facts = factsIn(candidate)
          return pathsOf(facts)
            .filter(
              (path) =>
                !MANDATORY.includes(path.join('.')) &&
                isOtherwise(valueAt(facts, path), valueAt(green, path)),
            )
            .map((path) => [index, path] as const)
        })
        expectNothingBegins(c, unusual)
      }),
      { numRuns: 200 },
    )
  })

  test('taking everything away bit by bit never makes a cell hold that did not before', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.array(fc.nat(), { minLength: 30, maxLength: 30 }), (start, picks) => {
        let c = start
        let before = holding(judgeCase(c))
        for (const pick of picks) {
          const index = pick % c.candidates.length
          const candidate = c.candidates[index] ?? candidateOf('ci')
          const paths = pathsOf(factsIn(candidate)).filter((path) => !MANDATORY.includes(path.join('.')))
          const path = paths[pick % paths.length]
          if (path === undefined) continue
          const less = withFacts(candidate, change(factsIn(candidate), path, undefined))
          const without = { ...c, candidates: c.candidates.with(index, less) }
          const now = holding(judgeCase(without))
          const begun = now.filter((cell) => !before.includes(cell))
          expect(begun, `${candidate.place} without ${path.join('.')}`).toEqual([])
          c = without
          before = now
        }
      }),
      { numRuns: 40 },
    )
  })

  const withLegs = (c: Case): Case => ({
    ...c,
    expect: ['ci-a', 'ci-b'],
    candidates: [
      ...c.candidates.filter(({ place }) => place !== 'ci'),
      ...['a', 'b'].map((leg) => {
        const ci = c.candidates.find(({ place }) => place === 'ci') ?? candidateOf('ci')
        return { ...withFacts(ci, change(factsIn(ci), ['probe', 'leg'], leg)), leg }
      }),
    ],
  })

  test('deleting a file never opens the gate', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.boolean(), (whole, legs) => {
        const c = legs ? withLegs(whole) : whole
        if (judgeCase(c).gate.verdict === 'pass') return
        for (const gone of c.candidates) {
          const candidates = c.candidates.filter((candidate) => candidate !== gone)
          expect(judgeCase({ ...c, candidates }).gate.verdict).toBe('blocked')
        }
      }),
      { numRuns: 150 },
    )
  })

  test.each(PLACES)('without the file of %s the gate is shut', (place) => {
    const candidates = caseOf().candidates.filter((candidate) => candidate.place !== place)
    expect(judgeCase(caseOf({ candidates })).gate.verdict).toBe('blocked')
  })
})

test('the order of files and of claims changes no cell and no gate', () => {
  fc.assert(
    fc.property(
      arbitraryCase.chain((c) => {
        const twice = [...c.candidates, ...caseOf().candidates]
        return fc.tuple(
          fc.constant({ ...c, candidates: twice }),
          fc.shuffledSubarray(twice, { minLength: twice.length }),
          fc.shuffledSubarray([...c.claims.claims], { minLength: c.claims.claims.length }),
        )
      }),
      ([c, candidates, shuffled]) => {
        const one = judgeCase(c)
        const other = judgeCase({ ...c, candidates, claims: { ...c.claims, claims: shuffled } })
        const keyed = ({ rows }: Verdict) =>
          Object.fromEntries(rows.map(({ kind, subject, cells }) => [`${kind}/${subject}`, cells]))
        expect(keyed(other)).toEqual(keyed(one))
        expect(other.gate).toEqual(one.gate)
      },
    ),
    { numRuns: 150 },
  )
})

test('no file makes the judges throw, whatever it holds', async () => {
  const { arbitraryFacts: anyFacts } = await import('../../support/arbitrary-facts.ts')
  fc.assert(
    fc.property(fc.array(anyFacts, { maxLength: 4 }), (files) => {
      const candidates = files.map((facts): Candidate => {
        const place = facts.probe?.place ?? 'local'
        return withFacts({ ...candidateOf(place), place }, facts as Tree)
      })
      expect(['pass', 'blocked']).toContain(judgeCase(caseOf({ candidates })).gate.verdict)
    }),
    { numRuns: 150 },
  )
})
