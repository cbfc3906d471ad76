import { describe, expect, test } from 'vitest'
import type { Reason } from '../../../src/core/reasons.ts'
import type { FactOverrides } from '../../support/facts.ts'
import { cellOf } from '../../support/judge-cell.ts'

const shell = (set: boolean | undefined) => ({ claimed: { BILLING_MODE: { set } } })
const session = (set: boolean | undefined) => ({ env: { BILLING_MODE: { set } } })
const none = { source: 'none' } as const

const table: [string, FactOverrides, Reason][] = [
  ['set in both', {}, 'IN_TEST_PROCESS'],
  ['set by the tests only', { env: shell(false) }, 'IN_TEST_PROCESS'],
  ['set in the shell, not inherited', { tests: session(false) }, 'NOT_IN_TEST_PROCESS'],
  ['set nowhere', { env: shell(false), tests: session(false) }, 'UNSET'],
  ['no session, set', { tests: none }, 'SET'],
  ['no session, not set', { tests: none, env: shell(false) }, 'UNSET'],
  [
    'a foreign record does not count',
    { tests: { believed: false, tracked: true, ...session(false) } },
    'SET',
  ],
  ['nor does one that the probe disbelieves', { tests: { believed: false, ...session(false) } }, 'SET'],
  [
    'nor one of other content',
    { tests: { believed: false, content_after: '00'.repeat(32), ...session(false) } },
    'SET',
  ],
  ['believed, and its facts say no', { tests: { tracked: true } }, 'FACT_MISSING'],
  ['believed, of the command that was claimed then', { tests: { command: ['make', 'test'] } }, 'NO_RECORD'],
  [
    'its facts say no, and nobody says whether it is believed',
    { tests: { believed: undefined, tracked: true } },
    'FACT_MISSING',
  ],
  ['not known whether a session is recorded', { tests: { source: undefined } }, 'FACT_MISSING'],
  [
    'not known whose record it is',
    { tests: { session: { machine: undefined, container: undefined } } },
    'FACT_MISSING',
  ],
  [
    'a report is of no process that could be looked into',
    { tests: { source: 'report', session: undefined } },
    'SET',
  ],
  [
    'a session of another tree, though believed',
    { tests: { session: { same_tree: false } } },
    'FACT_MISSING',
  ],
  ['the session does not say', { tests: { env: { BILLING_MODE: undefined } } }, 'NOT_ASKED'],
  ['the probe was not asked', { tests: none, env: { claimed: { BILLING_MODE: undefined } } }, 'NOT_ASKED'],
  ['the family broke', { tests: none, env: { error: 'OSError: x', claimed: undefined } }, 'PROBE_ERROR'],
]

describe('a variable is set in one process', () => {
  test.each(table)('%s', (_, facts, reason) => {
    expect(cellOf('env var set', 'BILLING_MODE', { facts })).toMatchObject({ reason })
  })
})

test('what only the tests set was not set by the place', () => {
  const facts = { tests: { env: { BILLING_MODE: { set: true, by_tests: true } } } }
  expect(cellOf('env var set', 'BILLING_MODE', { facts })).toMatchObject({
    reason: 'UNSET',
    fact: 'only the tests set it, for themselves',
  })
})

const hash = (value: string | undefined): FactOverrides => ({
  tests: { env: { BILLING_MODE: { hash: value } } },
})
const [mine, theirs] = ['0123456789ab', 'ba9876543210']

describe('"compare" compares with ci', () => {
  const pairs: [string, string | undefined, string | undefined, Reason][] = [
    ['the same value', mine, mine, 'IN_TEST_PROCESS'],
    ['another value', mine, theirs, 'VALUE_DIFFERS'],
    ['no hash here', undefined, theirs, 'FACT_MISSING'],
    ['no hash in ci', mine, undefined, 'FACT_MISSING'],
  ]
  test.each(pairs)('%s', (_, here, ci, reason) => {
    const scene = { facts: hash(here), others: { ci: hash(ci) }, claim: { compare: true } }
    expect(cellOf('env var set', 'BILLING_MODE', scene)).toMatchObject({ reason })
  })

  test('the shell of the probe says nothing of the value that the tests saw', () => {
    const shell = { env: { claimed: { BILLING_MODE: { hash: theirs } } } }
    const here = { ...shell, ...hash(mine) }
    const scene = { facts: here, others: { ci: { ...shell, ...hash(theirs) } }, claim: { compare: true } }
    expect(cellOf('env var set', 'BILLING_MODE', scene)).toMatchObject({ reason: 'VALUE_DIFFERS' })
    const untold = { ...scene, facts: { ...shell, ...hash(undefined) } }
    expect(cellOf('env var set', 'BILLING_MODE', untold)).toMatchObject({ reason: 'FACT_MISSING' })
  })

  test('what the probe itself did not say is named as its own', () => {
    const facts = { tests: none, env: { claimed: { BILLING_MODE: { hash: undefined } } } }
    const scene = { facts, others: { ci: hash(theirs) }, claim: { compare: true } }
    expect(cellOf('env var set', 'BILLING_MODE', scene).fact).toBe('env.claimed.BILLING_MODE.hash')
  })

  test('in ci, too, it must be known which process counts', () => {
    const ci = {
      env: { claimed: { BILLING_MODE: { hash: mine } } },
      tests: { session: { same_user: undefined } },
    }
    const scene = { facts: hash(mine), others: { ci }, claim: { compare: true } }
    expect(cellOf('env var set', 'BILLING_MODE', scene)).toMatchObject({ reason: 'FACT_MISSING' })
  })

  test('ci itself is compared with nothing', () => {
    const scene = { place: 'ci', claim: { compare: true } } as const
    expect(cellOf('env var set', 'BILLING_MODE', scene)).toMatchObject({ reason: 'IN_TEST_PROCESS' })
  })
})
