/** Every single fact, and every section, taken away from a green case: nothing breaks, nothing begins to hold. */
import { expect, test } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import {
  change,
  factsIn,
  holding,
  isTree,
  MANDATORY,
  pathsOf,
  valueAt,
  withFacts,
} from '../../support/arbitrary-case.ts'
import { candidateOf, caseOf, claimsOf, type FactOverrides, OTHER_CONTENT } from '../../support/facts.ts'

/** One fact or section of one file, taken away. */
const takeAway = (c: Case): { path: string; without: Case }[] =>
  c.candidates.flatMap((candidate, index) =>
    pathsOf(factsIn(candidate))
      .filter((path) => !MANDATORY.includes(path.join('.')))
      .map((path) => ({
        path: `${candidate.place}: ${path.join('.')}`,
        without: {
          ...c,
          candidates: c.candidates.with(index, withFacts(candidate, change(factsIn(candidate), path, undefined))),
        },
      })),
  )

test('green, with any single fact or section taken away: nothing begins to hold, the gate opens for nobody', () => {
  const c = caseOf()
  const before = holding(judgeCase(c))
  for (const { path, without } of takeAway(c)) {
    const begun = holding(judgeCase(without)).filter((cell) => !before.includes(cell))
    expect(begun, path).toEqual([])
  }
})

test('sections taken away two at a time break nothing', () => {
  const c = caseOf()
  for (const [index, candidate] of c.candidates.entries()) {
    const sections = Object.keys(factsIn(candidate)).filter((name) => name !== 'probe')
    for (const one of sections)
      for (const other of sections) {
        const less = withFacts(candidate, change(change(factsIn(candidate), [one], undefined), [other], undefined))
        const verdict = judgeCase({ ...c, candidates: c.candidates.with(index, less) })
        expect(verdict.gate.verdict, `${candidate.place} without ${one} and ${other}`).toMatch(/pass|blocked/)
      }
  }
})

const compared = claimsOf().claims.map((claim) => (claim.kind === 'env var set' ? { ...claim, compare: true } : claim))
const hash: FactOverrides = { env: { claimed: { BILLING_MODE: { hash: '0123456789ab' } } } }
const other = (content: string): FactOverrides => ({
  git: { tree_content: content, head_content: content, head: '9'.repeat(40) },
  tests: { content_before: content, content_after: content },
})
const unimported = { imported: false, origin: '', label: 'none' } as const

/** Facts of all three places; each leads the judges along another way. */
const WAYS: readonly (readonly [string, FactOverrides])[] = [
  ['a hash to compare', hash],
  ['no session', { tests: { source: 'none' } }],
  ['a report', { tests: { source: 'report' } }],
  ['a command that the probe ran', { tests: { source: 'run', sessions: 0, executed: undefined } }],
  ['a session that is not believed', { tests: { believed: false, disbelief: ['x'] } }],
  ['tests that fail', { tests: { failed: 1, exit_status: 1 } }],
  ['nothing set in the tests', { tests: { env: { BILLING_MODE: { set: false } } } }],
  ['a module of nobody', { tests: { origins: { cli_helpers: unimported } } }],
  ['another command', { tests: { claimed_command: false } }],
  ['narrowed', { tests: { narrowed: ['-k'] } }],
  ['other content', other(OTHER_CONTENT)],
  ['a changed tree', { git: { tree_content: OTHER_CONTENT, modified: 1 } }],
  ['no module', { packages: { claimed: { requests: { importable: false }, cli_helpers: { importable: false } } } }],
  ['the system site', { packages: { claimed: { requests: { label: 'system' } } } }],
  ['a canary that is gone', { persist: { canary: { home: { remembered_there: false } } } }],
  ['no machine id', { host: { machine: undefined, machine_absent: true } }],
]

test.each(WAYS)('%s, with any section or table taken away: nothing breaks, nothing begins', (_, facts) => {
  const candidates = (['box', 'ci'] as const).map((place) => candidateOf(place, facts))
  const asked = { places: ['box', 'ci'] as const, why: '' }
  const c = caseOf({ asked, candidates, claims: claimsOf({ claims: compared }) })
  const before = holding(judgeCase(c))
  for (const [index, candidate] of candidates.entries()) {
    const found = factsIn(candidate)
    const tables = pathsOf(found).filter((path) => isTree(valueAt(found, path)) && !MANDATORY.includes(path.join('.')))
    for (const path of tables) {
      const less = withFacts(candidate, change(found, path, undefined))
      const now = holding(judgeCase({ ...c, candidates: candidates.with(index, less) }))
      expect(
        now.filter((cell) => !before.includes(cell)),
        `${candidate.place} without ${path.join('.')}`,
      ).toEqual([])
    }
  }
})
