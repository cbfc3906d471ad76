import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FailOn } from '../../../src/core/case.ts'
import type { State } from '../../../src/core/model.ts'
import type { Reason } from '../../../src/core/reasons.ts'
import { decideGate, type GateInput } from '../../../src/core/verdict/gate.ts'
import type { Block, Cell, PlaceReport, Row } from '../../../src/core/verdict-model.ts'

const cell = (state: State, reason: Reason, overrides: Partial<Cell> = {}): Cell => ({
  state,
  reason,
  fact: '',
  fix: null,
  explained: null,
  legs: [],
  ...overrides,
})
const holds = cell('holds', 'GREEN')
const fails = cell('fails', 'FAILED')
const unknown = cell('unknown', 'NO_PROBE')
const excused = cell('fails', 'CANARY_LOST', { explained: 'thrown away by design' })

const tests = (cells: Partial<Row['cells']>): Row => ({
  kind: 'tests green',
  subject: 'suite',
  cells: { local: null, box: null, ci: null, ...cells },
})
const file = (cells: Partial<Row['cells']>): Row => ({ ...tests(cells), kind: 'file persisted', subject: 'x' })
const secret = (cells: Partial<Row['cells']>): Row => ({ ...tests(cells), kind: 'secret stored', subject: '.env' })
const place = (overrides: Partial<PlaceReport>): PlaceReport => ({
  place: 'box',
  leg: null,
  provenance: null,
  probeVersion: null,
  content: 'match-head',
  note: null,
  facts: {},
  ...overrides,
})
const difference = { key: 'interpreter.version', values: {}, counted: true, explained: null }

const input = (overrides: Partial<GateInput> = {}): GateInput => ({
  rows: [tests({ ci: holds })],
  places: [],
  differences: [],
  staleExplanations: [],
  faults: [],
  loosened: [],
  authorMayLoosen: true,
  failOn: ['unknown', 'fails'],
  ...overrides,
})
const codes = (overrides: Partial<GateInput>): Block['code'][] =>
  decideGate(input(overrides)).blocks.map(({ code }) => code)

const loosened = [{ what: 'claim dropped', key: 'secret stored/.env' }] as const
const faults = [{ where: 'artifact', message: 'gone' }]

describe('decideGate', () => {
  it('opens when every asked cell holds, and counts what was not asked', () => {
    expect(decideGate(input())).toEqual({
      verdict: 'pass',
      failOn: ['unknown', 'fails'],
      blocks: [],
      unknown: 0,
      failing: 0,
      unexplained: 0,
      notAsked: 2,
    })
  })

  it.each<[string, Partial<GateInput>, Block['code'][]]>([
    ['an unknown cell', { rows: [tests({ ci: holds, box: unknown })] }, ['UNKNOWN']],
    ['a failing cell', { rows: [file({ box: fails })] }, ['FAILS']],
    ['an excused failing cell', { rows: [file({ box: excused })] }, []],
    ['an "excused" unknown cell', { rows: [file({ box: { ...unknown, explained: 'so what' } })] }, ['UNKNOWN']],
    ['failing tests in ci', { rows: [tests({ ci: fails })] }, ['CI_TESTS_FAIL', 'FAILS']],
    [
      '"excused" failing tests in ci',
      { rows: [tests({ ci: { ...fails, explained: 'flaky' } })] },
      ['CI_TESTS_FAIL', 'FAILS'],
    ],
    ['excused failing tests on the box', { rows: [tests({ ci: holds, box: { ...fails, explained: 'no GPU' } })] }, []],
    ['failing tests in ci, fail-on unknown', { rows: [tests({ ci: fails })], failOn: ['unknown'] }, ['CI_TESTS_FAIL']],
    [
      'an "excused" tracked secret',
      { rows: [secret({ box: cell('fails', 'TRACKED', { explained: 'old' }) })] },
      ['NEVER_EXCUSED', 'FAILS'],
    ],
    [
      'a credential, fail-on unknown',
      { rows: [secret({ box: cell('fails', 'CREDENTIAL_IN_CONFIG') })], failOn: ['unknown'] },
      ['NEVER_EXCUSED'],
    ],
    [
      'a tracked secret in one leg',
      {
        rows: [secret({ box: { ...excused, legs: [{ leg: 'codex', state: 'fails', reason: 'TRACKED', fact: '' }] } })],
      },
      ['NEVER_EXCUSED', 'FAILS'],
    ],
    ['no row', { rows: [] }, ['NOTHING_CLAIMED']],
    ['rows of which nothing is asked', { rows: [tests({})] }, ['NOTHING_CLAIMED']],
    ['a fault', { faults }, ['FAULT']],
    ['a fault, fail-on fails', { faults, failOn: ['fails'] }, ['FAULT']],
    ['a gate loosened by who may', { loosened }, []],
    ['a gate loosened by who may not', { loosened, authorMayLoosen: false }, ['LOOSENED']],
    ['an unexplained difference', { differences: [difference] }, []],
    ['an unexplained difference, fail-on diffs', { differences: [difference], failOn: ['diffs'] }, ['DIFFS']],
    ['an explained difference', { differences: [{ ...difference, explained: 'why' }], failOn: ['diffs'] }, []],
    ['a difference that is context', { differences: [{ ...difference, counted: false }], failOn: ['diffs'] }, []],
    [
      'a place that could not be compared, fail-on diffs',
      { places: [place({ facts: null })], failOn: ['diffs'] },
      ['DIFFS'],
    ],
    ['a stale explanation', { staleExplanations: ['git.cwd'] }, []],
    ['a stale explanation, fail-on stale', { staleExplanations: ['git.cwd'], failOn: ['stale'] }, ['STALE']],
    [
      'evidence of an earlier commit, fail-on stale',
      { places: [place({ content: 'earlier' })], failOn: ['stale'] },
      ['STALE'],
    ],
    ['missing evidence, fail-on stale', { places: [place({ facts: null })], failOn: ['stale'] }, ['STALE']],
    ['an empty fail-on: the default', { rows: [file({ box: unknown })], failOn: [] }, ['UNKNOWN']],
    [
      'never beside another word: the other word',
      { rows: [file({ box: fails })], failOn: ['never', 'fails'] },
      ['FAILS'],
    ],
    [
      'never alone',
      { rows: [tests({ ci: fails, box: unknown })], faults, loosened, authorMayLoosen: false, failOn: ['never'] },
      [],
    ],
    ['a state that is none', { rows: [file({ box: { ...holds, state: 'fine' as State } })] }, ['UNKNOWN']],
  ])('decides on %s', (_what, overrides, expected) => {
    expect(codes(overrides)).toEqual(expected)
  })

  it('counts the same cells that it blocks on', () => {
    const rows = [file({ local: fails, box: excused, ci: unknown }), tests({ ci: { ...fails, explained: 'flaky' } })]
    const gate = decideGate(input({ rows, differences: [difference] }))
    expect(gate).toMatchObject({ unknown: 1, failing: 2, unexplained: 1, notAsked: 2 })
    expect(Object.fromEntries(gate.blocks.map(({ code, count }) => [code, count]))).toEqual({
      CI_TESTS_FAIL: 1,
      UNKNOWN: 1,
      FAILS: 2,
    })
  })

  it('never opens because a holding cell turned worse, or an excuse went away', () => {
    const anyCell = fc.constantFrom(null, holds, fails, unknown, excused)
    const rows = fc.array(fc.tuple(fc.constantFrom(tests, file, secret), anyCell, anyCell, anyCell), {
      minLength: 1,
      maxLength: 4,
    })
    const words = fc.subarray<FailOn>(['unknown', 'fails', 'diffs', 'stale'])
    fc.assert(
      fc.property(rows, words, fc.constantFrom(fails, unknown), fc.nat(), (spec, failOn, worse, at) => {
        const build = (change: (one: Cell) => Cell): Row[] => {
          let seen = 0
          const put = (one: Cell | null): Cell | null => (one && seen++ === at % 12 ? change(one) : one)
          return spec.map(([kind, local, box, ci]) => kind({ local: put(local), box: put(box), ci: put(ci) }))
        }
        const before = decideGate(input({ rows: build((one) => one), failOn }))
        const after = decideGate(
          input({ rows: build((one) => (one.state === 'holds' ? worse : { ...one, explained: null })), failOn }),
        )
        expect(before.verdict === 'blocked' && after.verdict === 'pass').toBe(false)
      }),
    )
  })
})
