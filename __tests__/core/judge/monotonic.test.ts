/** Properties: taking something away never helps a claim, and the order of things says nothing. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import type { Candidate } from '../../../src/core/model.ts'
import { readProbeFile } from '../../../src/core/probe-file/read.ts'
import type { Facts } from '../../../src/core/probe-file/schema.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import type { Verdict } from '../../../src/core/verdict-model.ts'
import {
  alternatives,
  arbitraryCase,
  asCandidate,
  change,
  factsIn,
  greenOf,
  holding,
  leavesOf,
  MANDATORY,
  type Path,
  PLACES,
  pathsOf,
  type Tree,
  valueAt,
  withFacts,
} from '../../support/arbitrary-case.ts'
import { candidateOf, caseOf, EARLIER, OTHER_CONTENT } from '../../support/facts.ts'
import { runs } from '../../support/runs.ts'
import { writeProbeFile } from '../../support/write-probe-file.ts'

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

const isOtherwise = (value: unknown, green: unknown): boolean => JSON.stringify(value) !== JSON.stringify(green)

test('what is taken away from holds often enough: most cells do, and many gates are open', () => {
  const verdicts = fc.sample(arbitraryCase, { numRuns: 600, seed: 20261130 }).map(judgeCase)
  const asked = verdicts.flatMap(({ rows }) =>
    rows.flatMap(({ kind, cells }) =>
      PLACES.flatMap((place) => (cells[place] ? [{ kind, place, state: cells[place].state }] : [])),
    ),
  )
  const shareOf = (some: typeof asked) => some.filter(({ state }) => state === 'holds').length / some.length
  expect(shareOf(asked)).toBeGreaterThan(0.7)
  for (const kind of new Set(asked.map((one) => one.kind)))
    for (const place of PLACES) {
      const some = asked.filter((one) => one.kind === kind && one.place === place)
      if (some.length > 0) expect(shareOf(some), `${kind} in ${place}`).toBeGreaterThan(0.3)
    }
  const open = verdicts.filter(({ gate }) => gate.verdict === 'pass').length
  expect(open).toBeGreaterThan(20)
  expect(open).toBeLessThan(560)
})

describe('monotonic', () => {
  test.each(PLACES)('any fact of %s that refutes, then it or one beside it unsaid: nothing begins', (place) => {
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
        const beside = leavesOf(facts).filter((other) => other.slice(0, -1).join('.') === path.slice(0, -1).join('.'))
        expectNothingBegins(
          c,
          beside.map((other) => [index, other]),
        )
      }
    }
  })

  test('whatever the facts are, taking away what is unusual about them never makes a cell hold', () => {
    fc.assert(
      fc.property(arbitraryCase, (c) => {
        const unusual = c.candidates.flatMap((candidate, index) => {
          const green = greenOf(candidate.place)
          const facts = factsIn(candidate)
          return pathsOf(facts)
            .filter(
              (path) => !MANDATORY.includes(path.join('.')) && isOtherwise(valueAt(facts, path), valueAt(green, path)),
            )
            .map((path) => [index, path] as const)
        })
        expectNothingBegins(c, unusual)
      }),
      runs(200),
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
      runs(40),
    )
  })

  test('deleting a file never opens the gate', () => {
    fc.assert(
      fc.property(arbitraryCase, (c) => {
        const { gate } = judgeCase(c)
        for (const gone of c.candidates) {
          const candidates = c.candidates.filter((candidate) => candidate !== gone)
          const less = judgeCase({ ...c, candidates })
          if (gate.verdict === 'blocked') expect(less.gate.verdict).toBe('blocked')
        }
      }),
      runs(150),
    )
  })

  test('a file without what it is told by is as good as none: the gate is shut', () => {
    fc.assert(
      fc.property(arbitraryCase, (c) => {
        for (const [index, candidate] of c.candidates.entries()) {
          const facts = factsIn(candidate)
          for (const name of MANDATORY.filter((one) => valueAt(facts, one.split('.')) !== undefined)) {
            const text = writeProbeFile(change(facts, name.split('.'), undefined) as Facts)
            const candidates = c.candidates.with(index, { ...candidate, reading: readProbeFile(text) })
            expect(judgeCase({ ...c, candidates }).gate.verdict, name).toBe('blocked')
          }
        }
      }),
      runs(20),
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
    runs(150),
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
    runs(150),
  )
})

describe('a file that nobody can read, where there was none,', () => {
  const problem = { message: 'it is UTF-16, not UTF-8' }
  const unread = (place: Candidate['place'], leg?: string): Candidate => ({
    provenance: { kind: 'checkout', label: `probes/${place}.txt` },
    place,
    ...(leg === undefined ? {} : { leg }),
    reading: { ok: false, problems: [problem] },
  })
  const begun = (c: Case, file: Candidate): readonly string[] => {
    const before = holding(judgeCase(c))
    return holding(judgeCase({ ...c, candidates: [...c.candidates, file] })).filter((cell) => !before.includes(cell))
  }

  test('lets nothing begin to hold', () => {
    const places = fc.constantFrom(...PLACES)
    const legs = fc.constantFrom(undefined, 'py3.13', 'topic')
    fc.assert(
      fc.property(arbitraryCase, places, legs, fc.boolean(), fc.boolean(), (c, place, leg, alone, ciFromFiles) => {
        const candidates = alone ? c.candidates.filter((one) => one.place !== place) : c.candidates
        expect(begun({ ...c, candidates, ciFromFiles }, unread(place, leg))).toEqual([])
      }),
      runs(200),
    )
  })

  test('nor what is about another commit than the one that is checked out', () => {
    const reference = { merge: OTHER_CONTENT, mergeSha: EARLIER, commits: [], pullRequest: false }
    const candidates = [candidateOf('local'), candidateOf('box')]
    const c = caseOf({ candidates, reference, ciFromFiles: true })
    expect(holding(judgeCase(c))).toEqual([])
    for (const place of PLACES) expect(begun(c, unread(place))).toEqual([])
  })

  test('nor what a ci file is measured by that says too little of its merge', () => {
    const ci = candidateOf('ci')
    const facts = ci.reading.ok ? ci.reading.facts : {}
    const { head_content: _, ...git } = { ...facts.git, parents: [OTHER_CONTENT.slice(0, 40), EARLIER] }
    const reference = { merge: facts.git?.tree_content, mergeSha: EARLIER, commits: [], pullRequest: false }
    const candidates = [withFacts(ci, { ...facts, git } as Tree)]
    const c = caseOf({ candidates, reference, ciFromFiles: true } as Partial<Case>)
    expect(holding(judgeCase(c))).not.toContain('tests green/suite@ci')
    expect(begun(c, unread('ci'))).toEqual([])
  })
})
