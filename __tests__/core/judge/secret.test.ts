import { describe, expect, test } from 'vitest'
import type { Case } from '../../../src/core/model.ts'
import type { Reason } from '../../../src/core/reasons.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, claimsOf, type FactOverrides } from '../../support/facts.ts'
import { cellOf } from '../../support/judge-cell.ts'

const file = (facts: object | undefined): FactOverrides => ({ secrets: { files: { '.env': facts } } })

const files: [string, FactOverrides, Reason][] = [
  ['private', {}, 'PRIVATE'],
  ['outside the repository', file({ in_repo: false, ignored: undefined }), 'PRIVATE'],
  ['not there', file({ exists: false }), 'ABSENT'],
  ['tracked', file({ tracked: true, ignored: false }), 'TRACKED'],
  ['tracked, and deleted', file({ tracked: true, exists: false }), 'TRACKED'],
  ['readable by others', file({ others_read: true, mode: '0644' }), 'READABLE_BY_OTHERS'],
  ['not ignored', file({ ignored: false }), 'NOT_IGNORED'],
  ['somebody else’s', file({ mine: false }), 'UNREADABLE'],
  ['closed to its owner', file({ owner_reads: false, mode: '0000' }), 'UNREADABLE'],
  ['its directory is closed', file({ parent_readable: false, exists: undefined }), 'UNREADABLE_PARENT'],
  ['no permission bits', file({ modes: false, others_read: undefined }), 'NO_MODES'],
  ['no permission bits, not ignored', file({ modes: false, ignored: false }), 'NOT_IGNORED'],
  ['not known whether tracked', file({ tracked: undefined }), 'FACT_MISSING'],
  ['not known whether inside', file({ in_repo: undefined }), 'FACT_MISSING'],
  [
    'outside the repository, not known whose',
    file({ in_repo: false, ignored: undefined, mine: undefined }),
    'FACT_MISSING',
  ],
  ['inside, not known whether ignored', file({ ignored: undefined }), 'FACT_MISSING'],
  ['not asked', file(undefined), 'NOT_ASKED'],
  ['the family broke', { secrets: { error: 'OSError: x', files: undefined } }, 'PROBE_ERROR'],
]

describe('a secret file', () => {
  test.each(files)('%s', (_, facts, reason) => {
    expect(cellOf('secret stored', '.env', { facts })).toMatchObject({ reason })
  })
})

describe('the .env that nobody claimed', () => {
  const claims = claimsOf({
    source: 'default',
    claims: [{ kind: 'secret stored', subject: '.env', in: ['local', 'box'] }],
  })
  const cell = (facts: FactOverrides) => cellOf('secret stored', '.env', { facts, case: { claims } })

  test('is not asked about where it is not there', () => {
    expect(() => cell(file({ exists: false }))).toThrow(/not asked/)
  })
  test('counts where it is there', () => {
    expect(cell(file({ others_read: true })).reason).toBe('READABLE_BY_OTHERS')
  })
  test('is not asked about where permission bits mean nothing, tracked or not', () => {
    const windows = file({ modes: false, others_read: undefined })
    expect(() => cell(windows)).toThrow(/not asked/)
    expect(cell(file({ modes: false, tracked: true })).reason).toBe('TRACKED')
    // Claimed by somebody, it is.
    expect(cellOf('secret stored', '.env', { facts: windows }).reason).toBe('NO_MODES')
  })
  test('a leg without it hides no other leg', () => {
    const leg = (name: string, facts: FactOverrides) =>
      candidateOf('box', { ...facts, probe: { leg: name } }, { leg: name })
    const inLegs = (other: FactOverrides, more: Partial<Case> = {}) => {
      const legs = [leg('a', file({ exists: false })), leg('b', other)]
      const candidates = [candidateOf('local'), ...legs, candidateOf('ci')]
      const { rows, gate } = judgeCase(caseOf({ claims, candidates, ...more }))
      const found = rows[0]?.cells.box
      return [found?.reason ?? 'not asked', gate.verdict]
    }
    expect(inLegs(file({ tracked: true }))).toEqual(['TRACKED', 'blocked'])
    expect(inLegs({ secrets: undefined })).toEqual(['FACT_MISSING', 'blocked'])
    expect(inLegs({}, { expect: ['box-a', 'box-b', 'box-c'] })).toEqual(['MISSING_LEG', 'blocked'])
    expect(inLegs({})[0]).toBe('PRIVATE')
    expect(inLegs(file({ exists: false }))[0]).toBe('not asked')
  })
  test('counts where nothing says whether it is there', () => {
    expect(cell(file({ exists: undefined })).state).toBe('unknown')
  })
})

const spots = ['remotes', 'instead_of', 'headers', 'index_urls', 'direct_urls'] as const
const spot = (name: string, value: boolean | undefined): FactOverrides => ({
  secrets: { configuration: { [name]: value } },
})

describe('configuration', () => {
  test('clean when all five places were looked at', () => {
    expect(cellOf('secret stored', 'configuration').reason).toBe('CLEAN')
  })
  test.each(spots)('a credential in %s', (name) => {
    const cell = cellOf('secret stored', 'configuration', { facts: spot(name, true) })
    expect(cell.reason).toBe('CREDENTIAL_IN_CONFIG')
  })
  test.each(spots)('unknown when %s was not looked at', (name) => {
    const cell = cellOf('secret stored', 'configuration', { facts: spot(name, undefined) })
    expect(cell.reason).toBe('FACT_MISSING')
  })
  test('ci is judged alike where it is asked', () => {
    const scene = { place: 'ci', facts: spot('headers', true) } as const
    expect(cellOf('secret stored', 'configuration', scene).reason).toBe('CREDENTIAL_IN_CONFIG')
  })
})
