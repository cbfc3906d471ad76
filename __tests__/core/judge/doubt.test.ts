/** Doubt hides no refutation: what a fact about this place and content refutes stays so, whatever else is unknown. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import { type Candidate, PLACES, type Place, type State } from '../../../src/core/model.ts'
import { stateOf } from '../../../src/core/reasons.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import type { Cell, Verdict } from '../../../src/core/verdict-model.ts'
import { arbitraryCase, change, factsIn, greenOf, type Tree, valueAt, withFacts } from '../../support/arbitrary-case.ts'
import { candidateOf, caseOf, type FactOverrides, idOf } from '../../support/facts.ts'
import { runs } from '../../support/runs.ts'

const cellsIn = ({ rows }: Verdict): ReadonlyMap<string, Cell> =>
  new Map(
    rows.flatMap(({ kind, subject, cells }) =>
      PLACES.flatMap((place) => {
        const cell = cells[place]
        return cell ? [[`${kind}/${subject}@${place}`, cell] as const] : []
      }),
    ),
  )
const inState = (verdict: Verdict, state: State): string[] =>
  [...cellsIn(verdict)].flatMap(([key, cell]) => (cell.state === state ? [key] : []))

const judged = (c: Case, candidates: readonly Candidate[]): Verdict => judgeCase({ ...c, candidates })
const failing = (c: Case, candidates: readonly Candidate[]): string[] => inState(judged(c, candidates), 'fails')

/** Without a pull request a file of ci says itself what is judged: where it comes or goes, other content is judged. */
const inPullRequest = arbitraryCase.filter(({ reference }) => reference.pullRequest)

/** A look at the same content that is no newer: dated before, or without a date. */
function olderLook(candidate: Candidate, dated: boolean): Candidate {
  const facts = factsIn(candidate)
  const kept = [['git'], ['tests', 'content_before'], ['tests', 'content_after'], ['tests', 'source'], ['probe', 'leg']]
  const green = kept.reduce<Tree>((tree, path) => change(tree, path, valueAt(facts, path)), greenOf(candidate.place))
  const at = dated ? '2025-01-01T00:00:00Z' : undefined
  return withFacts(candidate, change(green, ['probe', 'taken_at'], at))
}

describe('a cell that fails goes on failing', () => {
  test('when a file of another place or another leg is added', () => {
    let seen = 0
    fc.assert(
      fc.property(inPullRequest, fc.nat(), fc.boolean(), (whole, pick, shared) => {
        const host = valueAt(factsIn(whole.candidates[0] ?? candidateOf('local')), ['host'])
        const onOne = whole.candidates.map((one) => withFacts(one, change(factsIn(one), ['host'], host)))
        const c = shared ? { ...whole, candidates: onOne } : whole
        const added = c.candidates[pick % c.candidates.length]
        const before = failing(
          c,
          c.candidates.filter((one) => one !== added),
        )
        seen += before.length
        const after = failing(c, c.candidates)
        const ofOthers = before.filter((key) => !key.endsWith(`@${added?.place}`) || added?.leg !== undefined)
        expect(ofOthers.filter((key) => !after.includes(key))).toEqual([])
      }),
      runs(300),
    )
    expect(seen).toBeGreaterThan(20)
  })

  test('when an older record of the same place is added', () => {
    let seen = 0
    fc.assert(
      fc.property(inPullRequest, fc.nat(), fc.boolean(), (c, pick, dated) => {
        const one = c.candidates[pick % c.candidates.length] ?? candidateOf('ci')
        const before = failing(c, c.candidates)
        seen += before.length
        const after = failing(c, [olderLook(one, dated), ...c.candidates])
        expect(before.filter((key) => !after.includes(key))).toEqual([])
      }),
      runs(300),
    )
    expect(seen).toBeGreaterThan(20)
  })
})

describe('what is refuted under a doubt', () => {
  const host = (at: Place): FactOverrides['host'] => ({
    machine: idOf(at, 1),
    in_container: false,
    container: undefined,
  })
  const session = { machine: idOf('local', 1), in_container: false, container: undefined }
  const red: FactOverrides = { host: host('local'), tests: { session, failed: 2, passed: 410, exit_status: 1 } }
  const pair = (box: FactOverrides): Candidate[] => [candidateOf('local'), candidateOf('box', box), candidateOf('ci')]
  const suite = (c: Case): Cell | undefined => cellsIn(judgeCase(c)).get('tests green/suite@box')
  const explained = (c: Case): Case => ({
    ...c,
    claims: {
      ...c.claims,
      explanations: [{ key: 'tests green/suite@box', reason: 'FAILED', because: 'known to be red there' }],
    },
  })

  test('fails for its own reason, with the doubt beside it', () => {
    const cell = suite(caseOf({ candidates: pair(red) }))
    expect(cell).toMatchObject({ state: 'fails', reason: 'FAILED', fact: '2 failed, 410 passed, 3 skipped' })
    expect(cell?.legs).toEqual([
      { leg: 'box', state: 'unknown', reason: 'SAME_MACHINE', fact: 'same machine id as local' },
    ])
  })

  test('is excused by no sentence: the doubt is not, and decides then', () => {
    const cell = suite(explained(caseOf({ candidates: pair(red) })))
    expect(cell).toMatchObject({ state: 'unknown', reason: 'SAME_MACHINE', explained: null })
  })

  test('shuts a gate that minds only what is unknown', () => {
    const c = caseOf({ candidates: pair(red), failOn: ['unknown'] })
    const only = { ...c, claims: { ...c.claims, claims: c.claims.claims.filter(({ kind }) => kind === 'tests green') } }
    const { gate } = judgeCase(only)
    expect(gate.blocks.map(({ code }) => code)).toEqual(['UNKNOWN'])
  })

  test('what holds under the same doubt stays unknown', () => {
    const cell = suite(caseOf({ candidates: pair({ host: host('local'), tests: { session } }) }))
    expect(cell).toMatchObject({ state: 'unknown', reason: 'SAME_MACHINE' })
  })

  test('a file about other content refutes nothing', () => {
    const other = 'ab'.repeat(32)
    const git = { head: 'ab'.repeat(20), head_content: other, tree_content: other }
    const tests = { ...red.tests, content_before: other, content_after: other }
    const cell = suite(caseOf({ candidates: pair({ ...red, git, tests }) }))
    expect(cell).toMatchObject({ state: 'unknown', reason: 'NOT_THIS_PR' })
  })

  test('of two looks without a time the one that refutes decides', () => {
    const at = (tests: FactOverrides['tests'], label: string): Candidate =>
      candidateOf('box', { probe: { taken_at: undefined }, tests }, { provenance: { kind: 'artifact', label } })
    const looks = [at({}, 'a'), at({ failed: 1, exit_status: 1 }, 'b')]
    const candidates = [candidateOf('local'), ...looks, candidateOf('ci')]
    for (const all of [candidates, candidates.toReversed()])
      expect(suite(caseOf({ candidates: all }))).toMatchObject({ state: 'fails', reason: 'FAILED' })
  })
})

describe('names and order', () => {
  const legs = (names: readonly string[]) => (c: Case) => {
    const renamed = new Map(['a', 'b'].map((old, index) => [old, names[index] ?? old]))
    const candidates = c.candidates.map((one) => {
      const leg = one.leg === undefined ? undefined : renamed.get(one.leg)
      if (leg === undefined) return one
      return { ...withFacts(one, change(factsIn(one), ['probe', 'leg'], leg)), leg }
    })
    return { ...c, candidates, expect: c.expect.map((name) => `ci-${renamed.get(name.slice(3))}`) }
  }
  const statesIn = (c: Case) => [...cellsIn(judgeCase(c))].map(([key, { state }]) => [key, state])
  const cellsOf = (c: Case, names: readonly string[]) =>
    [...cellsIn(judgeCase(c))].map(([key, { fix: _, ...cell }]) => [
      key,
      { ...cell, legs: cell.legs.map((leg) => ({ ...leg, leg: `leg ${names.indexOf(leg.leg)}` })) },
    ])

  test('legs by other names are judged alike', () => {
    fc.assert(
      fc.property(arbitraryCase, (c) => {
        expect(cellsOf(legs(['full', 'windows'])(c), ['full', 'windows'])).toEqual(cellsOf(c, ['a', 'b']))
        expect(statesIn(legs(['windows', 'full'])(c))).toEqual(statesIn(c))
      }),
      runs(100),
    )
  })

  test('the order of places, in claims and among those asked, says nothing', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.shuffledSubarray([...PLACES], { minLength: 3 }), (c, order) => {
        const sorted = (places: readonly Place[]) => order.filter((place) => places.includes(place))
        const claims = c.claims.claims.map((claim) => ({ ...claim, in: sorted(claim.in) }))
        const other = {
          ...c,
          claims: { ...c.claims, claims, places: order },
          asked: { ...c.asked, places: sorted(c.asked.places) },
          candidates: c.candidates.toSorted((a, b) => order.indexOf(a.place) - order.indexOf(b.place)),
        }
        expect(judgeCase(other).rows).toEqual(judgeCase(c).rows)
      }),
      runs(60),
    )
  })
})

test('every state of a cell is that of its reason, with and without a doubt', () => {
  fc.assert(
    fc.property(arbitraryCase, (c) => {
      for (const cell of cellsIn(judgeCase(c)).values()) expect(cell.state).toBe(stateOf(cell.reason))
    }),
    runs(60),
  )
})
