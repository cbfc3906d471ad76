/** What becomes of a finding: its leg, its fix, who is asked at all, and whose memory counts. */
import { describe, expect, test } from 'vitest'
import { judgeRows } from '../../../src/core/judge/judge.ts'
import { judgeCase, mendOf } from '../../../src/core/verdict/verdict.ts'
import { type Cell, decidingLegs } from '../../../src/core/verdict-model.ts'
import { BASE, candidateOf, caseOf, claimsOf, type FactOverrides, idOf, OTHER_CONTENT } from '../../support/facts.ts'
import { cellOf } from '../../support/judge-cell.ts'

const unset: FactOverrides = {
  env: { claimed: { BILLING_MODE: { set: false } } },
  tests: { env: { BILLING_MODE: { set: false } } },
}

describe('a fix', () => {
  test('stands in every asked cell that does not hold, and in no other', () => {
    const candidates = [candidateOf('local', unset), candidateOf('box'), candidateOf('ci')]
    const cells = judgeCase(caseOf({ candidates })).rows.flatMap((row) => Object.values(row.cells))
    const asked = cells.filter((cell) => cell !== null)
    expect(asked.filter(({ state }) => state !== 'holds').map(({ reason }) => reason)).toEqual(['UNSET'])
    for (const { state, fix } of asked) expect(fix === null).toBe(state === 'holds')
  })

  test('names the interpreter of the file that was considered, also where it does not serve', () => {
    const failing = { tests: { failed: 1, exit_status: 1 }, interpreter: { executable: '<repo>/env/bin/python3' } }
    expect(cellOf('tests green', 'suite', { facts: failing }).fix).toContain('env/bin/python3 -m pytest')
    const stale: FactOverrides = {
      interpreter: { executable: '<repo>/env/bin/python3' },
      git: { head: BASE, head_content: OTHER_CONTENT, tree_content: OTHER_CONTENT },
      tests: { content_before: OTHER_CONTENT, content_after: OTHER_CONTENT },
    }
    const refused = cellOf('tests green', 'suite', { facts: stale })
    expect(refused).toMatchObject({ reason: 'NOT_THIS_PR', fix: expect.stringContaining('env/bin/python3 scripts') })
  })
})

describe('a value that is compared', () => {
  const hash = (value: string): FactOverrides => ({ tests: { env: { BILLING_MODE: { hash: value } } } })

  test.each([
    ['differs from one of ci’s legs', ['a', 'b'], 'VALUE_DIFFERS'],
    ['is that of every leg', ['a', 'a'], 'IN_TEST_PROCESS'],
  ])('%s', (_, [one = '', two = ''], reason) => {
    const leg = (name: string, value: string) =>
      candidateOf('ci', { ...hash(value.repeat(12)), probe: { leg: name } }, { leg: name })
    const claims = claimsOf({
      claims: [{ kind: 'env var set', subject: 'BILLING_MODE', in: ['local', 'box', 'ci'], compare: true }],
    })
    const candidates = [candidateOf('box', hash('a'.repeat(12))), leg('x', one), leg('y', two)]
    expect(judgeCase(caseOf({ claims, candidates })).rows[0]?.cells.box?.reason).toBe(reason)
  })
})

describe('what a place remembers of a canary', () => {
  const lost: FactOverrides = {
    persist: { canary: { home: { earlier: false, remembered: true, remembered_there: false } } },
    previous: { machine: idOf('ci', 1), run_id: 'ab'.repeat(16) },
  }
  const earlier = (more: FactOverrides) => {
    const other = candidateOf('local', { probe: { run_id: 'ab'.repeat(16) }, ...more })
    const candidates = [other, candidateOf('box', lost), candidateOf('ci')]
    return judgeCase(caseOf({ candidates })).rows[4]?.cells.box
  }
  const elsewhere = (content: string | undefined): FactOverrides => ({
    git: { head: BASE, head_content: content, tree_content: content },
    tests: { content_before: content, content_after: content },
  })

  test.each([
    ['counts where it was a run of this pull request', {}, 'CANARY_LOST'],
    ['does not where that run was about other content', elsewhere(OTHER_CONTENT), 'FIRST_VISIT'],
    ['nor where nobody knows what it was about', elsewhere(undefined), 'FIRST_VISIT'],
  ])('%s', (_, facts, reason) => {
    expect(earlier(facts)?.reason).toBe(reason)
  })
  test('and the cell says who remembers', () => {
    expect(earlier({})?.fact).toBe('the canary that this pull request remembers is gone')
  })
})

test('the legs that decide are those of the cell’s own state', () => {
  const cell: Cell = {
    state: 'fails',
    reason: 'UNSET',
    fact: '',
    fix: null,
    explained: null,
    legs: [
      { leg: 'a', state: 'fails', reason: 'UNSET', fact: '' },
      { leg: 'b', state: 'unknown', reason: 'NOT_ASKED', fact: '' },
    ],
  }
  expect(decidingLegs(cell).map(({ leg }) => leg)).toEqual(['a'])
})

test.each([
  ['has no slot', []],
  [
    'has one of which nothing is said',
    (['local', 'box', 'ci'] as const).map((place) => ({
      place,
      leg: null,
      serving: null,
      silent: null,
      considered: null,
      doubted: [],
      note: null,
    })),
  ],
])('a place that is asked and %s, by a fault of ours, is unknown', (_, slots) => {
  const { reference, claims } = caseOf()
  for (const [index, { cells }] of judgeRows({ c: caseOf(), slots, reference, mend: mendOf(caseOf()) }).entries())
    for (const place of claims.claims[index]?.in ?? []) {
      expect(cells[place]).toMatchObject({ state: 'unknown', reason: 'NO_PROBE', legs: [] })
      expect(cells[place]?.fact).toBe(`no file from ${place}`)
      expect(cells[place]?.fix ?? null).not.toBeNull()
    }
})
