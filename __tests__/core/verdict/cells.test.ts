import { describe, expect, it } from 'vitest'
import type { FailOn } from '../../../src/core/case.ts'
import type { State } from '../../../src/core/model.ts'
import { BLOCK_TEXTS, decideGate } from '../../../src/core/verdict/gate.ts'
import {
  type AskedCell,
  askedCells,
  type Gate,
  holdsUp,
  isFailing,
  isSecretOut,
  isUnknown,
  type PlaceReport,
} from '../../../src/core/verdict-model.ts'
import { cellOf, rowOf } from '../../support/verdicts.ts'

const asked = (cell: AskedCell['cell'], overrides: Partial<AskedCell> = {}): AskedCell => ({
  row: rowOf({}),
  place: 'box',
  cell,
  ...overrides,
})
const tests = { row: rowOf({}, { kind: 'tests green', subject: 'suite' }) }
const gate = (failOn: readonly FailOn[], verdict: Gate['verdict'] = 'blocked'): Gate => ({
  verdict,
  failOn,
  blocks: [],
  unknown: 0,
  failing: 0,
  unexplained: 0,
  notAsked: 0,
})

describe('cells before the gate', () => {
  it('are those that are asked, in the order of the places', () => {
    const ci = cellOf('IN_PREFIX')
    const local = cellOf('MISSING')
    expect(askedCells([rowOf({ ci, local }), rowOf({})])).toEqual([
      { row: rowOf({ ci, local }), place: 'local', cell: local },
      { row: rowOf({ ci, local }), place: 'ci', cell: ci },
    ])
  })

  it.each<[State | 'odd', boolean]>([
    ['holds', false],
    ['fails', false],
    ['unknown', true],
    ['odd', true],
  ])('%s is unknown: %s', (state, expected) => {
    expect(isUnknown(asked(cellOf('IN_PREFIX', { state: state as State })))).toBe(expected)
  })

  const explained = { explained: 'by design' }
  it.each<[string, AskedCell, boolean]>([
    ['fails', asked(cellOf('MISSING')), true],
    ['fails and is excused', asked(cellOf('MISSING', explained)), false],
    ['tests fail in ci, excused', asked(cellOf('FAILED', explained), { ...tests, place: 'ci' }), true],
    ['tests fail in box, excused', asked(cellOf('FAILED', explained), { ...tests, place: 'box' }), false],
    ['something else fails in ci, excused', asked(cellOf('MISSING', explained), { place: 'ci' }), false],
    ['tracked, excused', asked(cellOf('TRACKED', explained)), true],
    ['holds', asked(cellOf('IN_PREFIX')), false],
    ['unknown', asked(cellOf('NO_PROBE')), false],
  ])('%s: fails for the gate: %s', (_what, cell, expected) => {
    expect(isFailing(cell)).toBe(expected)
  })

  const leg = (state: State, reason: 'TRACKED' | 'ABSENT') => ({ leg: 'a', state, reason, fact: '' })
  it.each([
    ['its own reason', cellOf('TRACKED'), true],
    ['credentials', cellOf('CREDENTIAL_IN_CONFIG'), true],
    ['another reason', cellOf('ABSENT'), false],
    ['a leg that fails so', cellOf('ABSENT', { legs: [leg('fails', 'ABSENT'), leg('fails', 'TRACKED')] }), true],
    ['legs that fail otherwise', cellOf('ABSENT', { legs: [leg('fails', 'ABSENT')] }), false],
    ['a leg that only once was', cellOf('ABSENT', { legs: [leg('holds', 'TRACKED')] }), false],
  ])('beyond excuse by %s', (_what, cell, expected) => {
    expect(isSecretOut(asked(cell))).toBe(expected)
  })

  it.each<[string, AskedCell, readonly FailOn[], boolean]>([
    ['unknown', asked(cellOf('NO_PROBE')), ['unknown', 'fails'], true],
    ['unknown where that does not shut', asked(cellOf('NO_PROBE')), ['fails'], false],
    ['failing', asked(cellOf('MISSING')), ['unknown', 'fails'], true],
    ['failing where that does not shut', asked(cellOf('MISSING')), ['unknown'], false],
    ['excused', asked(cellOf('MISSING', explained)), ['unknown', 'fails'], false],
    ['beyond excuse, whatever shuts', asked(cellOf('TRACKED')), ['unknown'], true],
    ['tests in ci, whatever shuts', asked(cellOf('FAILED'), { ...tests, place: 'ci' }), ['stale'], true],
    ['holding', asked(cellOf('IN_PREFIX')), ['unknown', 'fails'], false],
    [
      'a leg that fails hides one of which nothing is known, and only that counts',
      asked(cellOf('ABSENT', { legs: [leg('fails', 'ABSENT'), leg('unknown', 'ABSENT')] })),
      ['unknown'],
      true,
    ],
    [
      'the same where nothing unknown counts',
      asked(cellOf('ABSENT', { legs: [leg('fails', 'ABSENT'), leg('unknown', 'ABSENT')] })),
      ['diffs'],
      false,
    ],
  ])('holds the gate up: %s', (_what, cell, failOn, expected) => {
    expect(holdsUp(cell, gate(failOn))).toBe(expected)
    expect(holdsUp(cell, gate(failOn, 'pass'))).toBe(false)
  })
})

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

it('counts exactly what is old, silent, stale or differs', () => {
  const difference = { key: 'git.cwd', values: {}, counted: true, explained: null }
  const decided = decideGate({
    rows: [rowOf({ ci: cellOf('IN_PREFIX') })],
    places: [
      place({ content: 'earlier' }),
      place({ content: 'earlier', facts: null }),
      place({ facts: null }),
      place({}),
      place({ place: 'ci' }),
    ],
    differences: [
      difference,
      { ...difference, explained: 'so be it' },
      { ...difference, counted: false },
      difference,
      difference,
    ],
    staleExplanations: ['a', 'b', 'c', 'd'],
    faults: [],
    loosened: [],
    authorMayLoosen: false,
    failOn: ['diffs', 'stale'],
  })
  // Three differences and two places that say nothing; four explanations, one old file and the same two.
  expect(decided.blocks.map(({ code, count }) => [code, count])).toEqual([
    ['DIFFS', 5],
    ['STALE', 7],
  ])
  expect(decided.unexplained).toBe(3)
})

it('says of which places the cells are', () => {
  const rows = [
    rowOf({ local: cellOf('NO_PROBE'), ci: cellOf('NO_PROBE') }),
    rowOf({ local: cellOf('NO_PROBE'), box: cellOf('MISSING') }),
  ]
  const input = { rows, places: [], differences: [], staleExplanations: [], faults: [], loosened: [] }
  const { blocks } = decideGate({ ...input, authorMayLoosen: true, failOn: [] })
  expect(blocks.map(({ text }) => text)).toEqual([BLOCK_TEXTS.UNKNOWN(3, 'local and ci'), BLOCK_TEXTS.FAILS(1, 'box')])
})

it('says each block in one sentence, for one and for many', async () => {
  const lines = Object.entries(BLOCK_TEXTS).flatMap(([code, say]) => [
    `${code} 1: ${say(1, 'box')}`,
    `${code} 2: ${say(2, 'local and box')}`,
  ])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('blocks.txt')
})
