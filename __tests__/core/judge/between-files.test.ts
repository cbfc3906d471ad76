/** What the facts of one file alone do not decide: other legs, other places, earlier runs, other claims. */
import { describe, expect, test } from 'vitest'
import type { Candidate, Case } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, claimsOf, type FactOverrides, idOf, OTHER_CONTENT } from '../../support/facts.ts'
import { cellOf } from '../../support/judge-cell.ts'

const suiteIn = (overrides: Partial<Case>) =>
  judgeCase(caseOf(overrides)).rows.find(({ kind }) => kind === 'tests green')?.cells

describe('how many tests ci has', () => {
  const ran = (collected: number | undefined) => ({ collected, passed: collected, skipped: 0 })
  const leg = (name: string, collected: number | undefined) =>
    candidateOf('ci', { probe: { leg: name }, tests: ran(collected) }, { leg: name })
  const cells = (collected: number, ...legs: Candidate[]) =>
    suiteIn({ candidates: [candidateOf('local'), candidateOf('box', { tests: ran(collected) }), ...legs] })
  const both = [leg('a', 400), leg('b', 410)]
  const oneSilent = [leg('a', 400), leg('b', undefined)]

  test('is what its smallest leg has: legs may differ', () => {
    expect(cells(400, ...both)).toMatchObject({ ci: { state: 'holds' }, box: { reason: 'GREEN' } })
    const fact = '399 collected, ci collected 400'
    expect(cells(399, ...both)?.box).toMatchObject({ reason: 'PARTIAL_RUN', fact })
  })
  test('is no measure of ci itself: a leg that does not say stands alone', () => {
    expect(cells(415, ...oneSilent)?.ci?.legs.map((one) => one.leg)).toEqual(['b'])
  })
  test('is not known while one leg does not say', () => {
    const fact = 'ci does not say how many tests it collected'
    expect(cells(415, ...oneSilent)?.box).toMatchObject({ reason: 'FACT_MISSING', fact })
  })
  test('is not known where the file of ci cannot be read', () => {
    const ci = { ...candidateOf('ci'), reading: { ok: false, problems: [] } } as const
    const candidates = [candidateOf('local', { tests: { collected: 414 } }), candidateOf('box'), ci]
    expect(suiteIn({ candidates })?.local).toMatchObject({ state: 'unknown', reason: 'UNREADABLE_FILE' })
  })
})

test('what is claimed from the repository is its own, also where git lists no package', () => {
  const origin = { label: 'venv', origin: '<prefix>/lib/cli_helpers/__init__.py' } as const
  const claims = claimsOf({
    claims: [
      { kind: 'tests green', subject: 'suite', in: ['box'] },
      { kind: 'package installed', subject: 'cli-helpers.sub', in: ['box'], fromRepo: true },
    ],
  })
  const facts = { tests: { origins: { cli_helpers: origin } } }
  expect(cellOf('tests green', 'suite', { facts, case: { own: [], claims } }).reason).toBe('OTHER_CHECKOUT')
})

test('a commit without a name is of no pull request', () => {
  const provenance = { kind: 'this-run', label: 'x' } as const
  const candidates = [candidateOf('box', { git: { head: undefined } }, { provenance })]
  const reference = { commits: [], pullRequest: false, merge: OTHER_CONTENT }
  expect(suiteIn({ candidates, reference })?.box?.reason).toBe('STALE_CONTENT')
})

test('a canary that an older run of this pull request left is lost, whatever machine it was on', () => {
  const nothing = { boot_changed: false, container_changed: false, login_changed: false }
  const lost = { earlier: false, age_s: 0, remembered: true, remembered_there: false, ...nothing }
  const before = candidateOf('box', { probe: { run_id: idOf('box', 5) }, host: { boot: idOf('box', 9) } })
  const now = candidateOf('box', { persist: { canary: { home: lost } }, previous: { machine: idOf('local', 1) } })
  const older = { ...before, provenance: { ...before.provenance, run: '4600' } }
  const candidates = [older, now, candidateOf('ci'), candidateOf('local')]
  expect(cellOf('file persisted', 'canary:home', { case: { candidates } }).reason).toBe('CANARY_LOST')
})

describe('of the .env that nobody claimed, a leg without it hides no other leg', () => {
  const secret = { kind: 'secret stored', subject: '.env', in: ['local', 'box'] } as const
  const claims = claimsOf({ source: 'default', claims: [secret] })
  const file = (facts: object): FactOverrides => ({ secrets: { files: { '.env': facts } } })
  const leg = (name: string, facts: FactOverrides) =>
    candidateOf('box', { ...facts, probe: { leg: name } }, { leg: name })
  test.each<[FactOverrides, Partial<Case>, string, string?]>([
    [file({ tracked: true }), {}, 'TRACKED', 'blocked'],
    [{ secrets: undefined }, {}, 'FACT_MISSING', 'blocked'],
    [{}, { expect: ['box-a', 'box-b', 'box-c'] }, 'MISSING_LEG', 'blocked'],
    [{}, {}, 'PRIVATE'],
    [file({ exists: false }), {}, 'not asked'],
  ])('the other: %j, %j: %s', (other, more, reason, gated) => {
    const legs = [leg('a', file({ exists: false })), leg('b', other)]
    const candidates = [candidateOf('local'), ...legs, candidateOf('ci')]
    const { rows, gate } = judgeCase(caseOf({ claims, candidates, ...more }))
    expect(rows[0]?.cells.box?.reason ?? 'not asked').toBe(reason)
    if (gated) expect(gate.verdict).toBe(gated)
  })
})
