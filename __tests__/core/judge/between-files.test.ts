/** What the facts of one file alone do not decide: other legs, other places, earlier runs, other claims. */
import { describe, expect, test } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import type { Candidate } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, claimsOf, type FactOverrides, idOf, OTHER_CONTENT } from '../../support/facts.ts'
import { cellOf } from '../../support/judge-cell.ts'

const suiteIn = (overrides: Partial<Case>) =>
  judgeCase(caseOf(overrides)).rows.find(({ kind }) => kind === 'tests green')?.cells

describe('how many tests a place has', () => {
  const FILE = 'tests/test_cli.py'
  const ran = (count: number | undefined, more = {}): FactOverrides => ({
    tests: { functions: count, files: { 'tests/test_config.py': undefined, [FILE]: count }, ...more },
  })
  const leg = (name: string, facts: FactOverrides) =>
    candidateOf('ci', { probe: { leg: name }, ...facts }, { leg: name })
  const cells = (box: FactOverrides, legs: readonly Candidate[], local: FactOverrides = box) =>
    suiteIn({ candidates: [candidateOf('local', local), candidateOf('box', box), ...legs] })
  const skipping = { skipped_files: ['tests/test_gpu.py'] }
  const gpu = (count: number): FactOverrides => ({
    tests: {
      functions: 25 + count,
      files: { [FILE]: 25, 'tests/test_config.py': undefined, 'tests/test_gpu.py': count },
    },
  })

  test('is what its legs have together', () => {
    const legs = [leg('a', ran(40)), leg('b', ran(41))]
    expect(cells(ran(41), legs)).toMatchObject({ ci: { state: 'holds' }, box: { reason: 'GREEN' } })
    const fact = `40 collected, ci collected 41: fewer from ${FILE}`
    expect(cells(ran(40), legs)?.box).toMatchObject({ reason: 'PARTIAL_RUN', fact })
  })
  test('is asked of ci, too, and of all its legs together', () => {
    const fact = `1 collected, local collected 41: fewer from ${FILE}`
    expect(cells(ran(41), [candidateOf('ci', ran(1))])?.ci).toMatchObject({ reason: 'PARTIAL_RUN', fact })
    expect(cells(ran(41), [leg('a', ran(1)), leg('b', ran(40))])?.ci).toMatchObject({ reason: 'PARTIAL_RUN' })
    expect(cells(ran(41), [leg('a', ran(1)), leg('b', ran(41))])?.ci).toMatchObject({ state: 'holds' })
  })
  test('counts functions: parameters that only one system has are none', () => {
    const fewer = ran(40, { collected: 90, passed: 87, executed: 87 })
    expect(cells(ran(40), [candidateOf('ci', fewer)])).toMatchObject({
      box: { state: 'holds' },
      ci: { state: 'holds' },
    })
  })
  test.each<[string, readonly Candidate[]]>([
    ['in one leg', [leg('a', ran(25, skipping)), leg('b', gpu(7))]],
    ['in every leg, on machines without a GPU', [leg('a', ran(25, skipping)), leg('b', ran(25, skipping))]],
  ])('a module that is skipped while collecting %s is a skip', (_, legs) => {
    expect(cells(gpu(7), legs)?.ci?.state).toBe('holds')
    expect(cells(gpu(7), [leg('a', ran(25)), leg('b', ran(25))])?.ci?.reason).toBe('PARTIAL_RUN')
  })
  test('of which ci has fewer is excused in its own name alone', () => {
    const fewer = { ci: { files: ['tests/test_gpu.py'], because: 'no GPU there' } }
    const candidates = [candidateOf('local', gpu(7)), candidateOf('box', gpu(7)), candidateOf('ci', ran(25))]
    const ci = suiteIn({ candidates, claims: claimsOf({ fewer }) })?.ci
    expect(ci).toMatchObject({ reason: 'GREEN', fact: expect.stringContaining('tests/test_gpu.py (no GPU there)') })
    expect(
      suiteIn({
        candidates: [...candidates.slice(0, 1), candidateOf('box', ran(25)), candidates[2] ?? candidateOf('ci')],
        claims: claimsOf({ fewer }),
      })?.box?.reason,
    ).toBe('PARTIAL_RUN')
  })
  test('is not known while one leg does not say', () => {
    const fact = 'ci does not say how many tests it collected'
    const silent = cells(ran(40), [leg('a', ran(40)), leg('b', ran(undefined))])
    expect(silent?.box).toMatchObject({ reason: 'FACT_MISSING', fact })
    expect(silent?.ci?.legs.map((one) => one.leg)).toEqual(['b'])
  })
  test('is not asked of a place where no session ran: that place has to be mended, not this one', () => {
    const none = {
      tests: { source: 'run', sessions: 0, exit_status: 1, collected: undefined, files: undefined },
    } as const
    const all = cells(ran(40), [candidateOf('ci', none)])
    expect(all).toMatchObject({ local: { state: 'holds' }, box: { state: 'holds' }, ci: { state: 'fails' } })
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
