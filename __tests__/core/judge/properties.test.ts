/** Properties of whole verdicts: unknown never passes, and what order or key things have says nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import type { Explanation } from '../../../src/core/model.ts'
import { PLACES } from '../../../src/core/model.ts'
import { REASONS, type Reason } from '../../../src/core/reasons.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import type { Verdict } from '../../../src/core/verdict-model.ts'
import { arbitraryCase, change, factsIn, isTree, type Tree, withFacts } from '../../support/arbitrary-case.ts'
import { candidateOf, caseOf } from '../../support/facts.ts'
import { runs } from '../../support/runs.ts'

const REASON_CODES = Object.keys(REASONS) as Reason[]
const askedCells = ({ rows }: Verdict) =>
  rows.flatMap(({ kind, subject, cells }) =>
    PLACES.flatMap((place) => {
      const cell = cells[place]
      return cell ? [{ key: `${kind}/${subject}@${place}`, cell }] : []
    }),
  )

/** A sentence for every cell, for whatever reason, and for every difference that could be. */
function excuseAll(c: Case): Case {
  const cells = c.claims.claims.flatMap(({ kind, subject }) =>
    PLACES.flatMap((place) =>
      REASON_CODES.map((reason): Explanation => ({ key: `${kind}/${subject}@${place}`, reason, because: 'because' })),
    ),
  )
  return { ...c, claims: { ...c.claims, explanations: cells } }
}

test('any unknown cell shuts the default gate, and no sentence opens it', () => {
  fc.assert(
    fc.property(arbitraryCase, fc.boolean(), fc.subarray([0, 1, 2]), (whole, excused, gone) => {
      const c = { ...whole, candidates: whole.candidates.filter((_, index) => !gone.includes(index)) }
      const verdict = judgeCase(excused ? excuseAll(c) : c)
      const unknown = askedCells(verdict).filter(({ cell }) => cell.state === 'unknown')
      expect(verdict.gate.unknown).toBe(unknown.length)
      if (unknown.length > 0) expect(verdict.gate.verdict).toBe('blocked')
      expect(unknown.filter(({ cell }) => cell.explained !== null)).toEqual([])
    }),
    runs(100),
  )
})

test('the gate is open only if every asked cell holds or its failure is excused by a sentence', () => {
  fc.assert(
    fc.property(arbitraryCase, fc.boolean(), (whole, excused) => {
      const verdict = judgeCase(excused ? excuseAll(whole) : whole)
      if (verdict.gate.verdict === 'blocked') return
      const open = askedCells(verdict).filter(({ cell }) => cell.state !== 'holds' && cell.explained === null)
      expect(open).toEqual([])
      const beyond = askedCells(verdict).filter(
        ({ key, cell }) => cell.state === 'fails' && isBeyondExcuse(key, cell.reason),
      )
      expect(beyond).toEqual([])
    }),
    runs(100),
  )
})

const isBeyondExcuse = (key: string, reason: Reason): boolean =>
  key === 'tests green/suite@ci' || ['TRACKED', 'IN_HISTORY', 'CREDENTIAL_IN_CONFIG'].includes(reason)

/** The same facts, every table's keys in another order. */
function shuffleKeys(tree: Tree, seed: number): Tree {
  const entries = Object.entries(tree).map(
    ([key, value]) => [key, isTree(value) ? shuffleKeys(value, seed + key.length) : value] as const,
  )
  const rank = ([key]: readonly [string, unknown]) => (key.length * 7919 + key.charCodeAt(0) * seed) % 1009
  return Object.fromEntries(entries.sort((a, b) => rank(a) - rank(b)))
}

test('the order of keys in a file changes no cell, no gate, and no word of the report', () => {
  fc.assert(
    fc.property(arbitraryCase, fc.integer({ min: 1, max: 1_000_000 }), (c, seed) => {
      const candidates = c.candidates.map((one) => withFacts(one, shuffleKeys(factsIn(one), seed)))
      const [before, after] = [judgeCase(c), judgeCase({ ...c, candidates })]
      expect(after.rows).toEqual(before.rows)
      expect(after.gate).toEqual(before.gate)
      // The unified diff shows facts in the order of the file.
      const words = (verdict: Verdict) => renderMarkdown({ ...verdict, places: [] })
      expect(words(after)).toBe(words(before))
    }),
    runs(40),
  )
})

test('the order of legs and of what is expected changes nothing', () => {
  const leg = (name: string) => {
    const ci = candidateOf('ci')
    return { ...withFacts(ci, { ...factsIn(ci), probe: { ...(factsIn(ci).probe as Tree), leg: name } }), leg: name }
  }
  const names = ['linux', 'macos', 'windows', 'arm']
  const others = caseOf().candidates.filter(({ place }) => place !== 'ci')
  const shuffled = fc.shuffledSubarray(names, { minLength: 2 })
  fc.assert(
    fc.property(shuffled, fc.shuffledSubarray(names, { minLength: 4 }), (present, expected) => {
      const judged = (there: readonly string[], wanted: readonly string[]) =>
        judgeCase(caseOf({ candidates: [...there.map(leg), ...others], expect: wanted.map((name) => `ci-${name}`) }))
      const [one, other] = [judged(present, expected), judged([...present].sort(), names)]
      expect(other.rows).toEqual(one.rows)
      expect(other.gate).toEqual(one.gate)
      expect(one.gate.verdict).toBe(present.length === names.length ? 'pass' : 'blocked')
    }),
    runs(50),
  )
})

test('a value that is emptied never holds', () => {
  const FILE = ['persist', 'files', '~/.cache/model.bin', 'empty']
  const empty = (facts: Tree): Tree =>
    [
      ['env', 'claimed', 'BILLING_MODE', 'start'],
      ['tests', 'env', 'BILLING_MODE', 'start'],
    ].reduce((tree, path) => change(tree, path, 'empty'), change(facts, FILE, true))
  fc.assert(
    fc.property(arbitraryCase, (whole) => {
      const candidates = whole.candidates.map((one) => withFacts(one, empty(factsIn(one))))
      const emptied = /^(?:env var set|file persisted\/~)/
      const cells = askedCells(judgeCase({ ...whole, candidates })).filter(({ key }) => emptied.test(key))
      expect(cells.filter(({ cell }) => cell.state === 'holds')).toEqual([])
    }),
    runs(60),
  )
})

test('on equal content a place that collected fewer test functions never holds silently', () => {
  const FILES = ['tests/test_cli.py', 'tests/test_config.py', 'tests/gpu/test_gpu.py']
  const counts = fc.array(fc.constantFrom<number>(0, 3, 3, 3, 7), { minLength: 3, maxLength: 3 })
  const skips = fc.constantFrom<readonly string[]>([], [], ['tests/gpu/test_gpu.py'])
  const fewer = fc.constantFrom(undefined, { box: { files: ['tests/gpu/**'], because: 'no GPU' } })
  const suites = fc.array(fc.tuple(counts, skips), { minLength: 4, maxLength: 4 })
  let doubted = 0
  fc.assert(
    fc.property(arbitraryCase, suites, fewer, (whole, each, accepted) => {
      const candidates = whole.candidates.map((candidate, index) => {
        const [numbers, skipped_files] = each[index] ?? [[], []]
        const files = Object.fromEntries(FILES.map((file, at) => [file, numbers[at] ?? 0]).filter(([, n]) => n !== 0))
        const functions = numbers.reduce((sum, n) => sum + n, 0)
        const tests = { ...(factsIn(candidate).tests as Tree), runner: 'pytest', files, functions, skipped_files }
        return withFacts(candidate, { ...factsIn(candidate), tests })
      })
      const c = { ...whole, candidates, claims: { ...whole.claims, ...(accepted ? { fewer: accepted } : {}) } }
      const row = judgeCase(c).rows.find(({ kind }) => kind === 'tests green')
      const testsIn = (place: string) =>
        candidates.flatMap((one) => (one.place === place && one.reading.ok ? [one.reading.facts.tests ?? {}] : []))
      for (const place of PLACES) {
        const cell = row?.cells[place]
        const mine = testsIn(place)
        const same = PLACES.filter((other) => other !== place)
          .flatMap(testsIn)
          .filter(
            ({ source, sessions = 1, claimed_command, command, content_after }) =>
              source === 'session' &&
              sessions > 0 &&
              claimed_command &&
              command?.[0] === 'python' &&
              mine.every((one) => one.content_after === content_after),
          )
        const most = (all: typeof mine, file: string) => Math.max(0, ...all.map(({ files }) => files?.[file] ?? 0))
        for (const file of FILES.filter((one) => most(mine, one) < most(same, one))) {
          doubted += cell?.reason === 'PARTIAL_RUN' ? 1 : 0
          // Of a report there is one number, not one for each file.
          if (cell?.state !== 'holds' || mine.some(({ source }) => source === 'report')) continue
          if (mine.some((one) => one.skipped_files?.includes(file))) continue
          expect([place, cell.fact]).toEqual(['box', expect.stringContaining(file)])
        }
      }
    }),
    runs(200),
  )
  expect(doubted).toBeGreaterThan(0)
})
