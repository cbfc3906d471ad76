import { describe, expect, test } from 'vitest'
import type { Reason } from '../../../src/core/reasons.ts'
import { candidateOf, type FactOverrides, idOf } from '../../support/facts.ts'
import { cellOf } from '../../support/judge-cell.ts'

const MODEL = '~/.cache/model.bin'
const file = (facts: object | undefined): FactOverrides => ({ persist: { files: { [MODEL]: facts } } })

const named: [string, FactOverrides, Reason][] = [
  ['there', {}, 'EXISTS'],
  ['not there', file({ exists: false, readable: false }), 'MISSING'],
  ['there, not readable', file({ readable: false }), 'UNREADABLE'],
  ['not known whether readable', file({ readable: undefined }), 'FACT_MISSING'],
  ['not known whether there', file({ exists: undefined }), 'FACT_MISSING'],
  ['not asked', file(undefined), 'NOT_ASKED'],
  ['the family broke', { persist: { error: 'OSError: x', files: undefined } }, 'PROBE_ERROR'],
]

describe('a named file', () => {
  test.each(named)('%s', (_, facts, reason) => {
    expect(cellOf('file persisted', MODEL, { facts })).toMatchObject({ reason })
  })
})

const canary = (facts: object): FactOverrides => ({ persist: { canary: { home: facts } } })
const nothing = { boot_changed: false, container_changed: false, login_changed: false }
const lost = { earlier: false, age_s: 0, remembered: true, remembered_there: false, ...nothing }
/** Another machine and container than where it was planted, and no file of this place from before. */
const image = {
  boot_changed: true,
  container_changed: true,
  machine_same: false,
  remembered: false,
  remembered_there: undefined,
}
const restarted = { ...image, container_changed: false, machine_same: undefined }
const hosted = { probe: { ci: { provider: 'github', runner: 'github-hosted' } } } as const

const canaries: [string, FactOverrides, Reason][] = [
  ['outlived a reboot', {}, 'SURVIVED'],
  ['outlived its container', canary({ ...nothing, container_changed: true }), 'SURVIVED'],
  ['came with an image', canary({ ...image, visits: 1 }), 'FIRST_VISIT'],
  ['came with an image, and nothing counts visits', canary(image), 'FIRST_VISIT'],
  ['on another machine, seen by two before it', canary({ ...image, visits: 2 }), 'SURVIVED'],
  ['on another machine, and remembered here', canary({ ...image, remembered_there: true }), 'SURVIVED'],
  ['in the same container', { ...canary(restarted), host: { in_container: true } }, 'SURVIVED'],
  [
    'not known to be the same container',
    { ...canary(restarted), host: { in_container: false } },
    'FIRST_VISIT',
  ],
  ['outlived a login, ten minutes old', canary({ ...nothing, login_changed: true, age_s: 600 }), 'SURVIVED'],
  ['a new login after a moment', canary({ ...nothing, login_changed: true, age_s: 599 }), 'SAME_SESSION'],
  ['still the same session', canary(nothing), 'SAME_SESSION'],
  [
    'first visit',
    canary({ earlier: false, remembered: false, remembered_there: false, ...nothing }),
    'FIRST_VISIT',
  ],
  ['lost on the same machine', canary(lost), 'CANARY_LOST'],
  ['a newer one survived, the remembered one did not', canary({ remembered_there: false }), 'CANARY_LOST'],
  [
    'remembered by another machine',
    { ...canary(lost), previous: { machine: idOf('local', 1) } },
    'FIRST_VISIT',
  ],
  ['not known whether remembered', canary({ remembered: undefined }), 'FACT_MISSING'],
  ['not known whether the remembered one is there', canary({ remembered_there: undefined }), 'FACT_MISSING'],
  ['not known whether earlier', canary({ earlier: undefined }), 'FACT_MISSING'],
  ['nothing can be written', canary({ writable: false, nonce: undefined }), 'FACT_MISSING'],
  ['another box on a hosted runner', { ...canary(nothing), ...hosted }, 'EPHEMERAL_RUNNER'],
]

describe('a canary', () => {
  test.each(canaries)('%s', (_, facts, reason) => {
    expect(cellOf('file persisted', 'canary:home', { facts })).toMatchObject({ reason })
  })

  test('lost in this pull request, whatever machine it was on', () => {
    const before = candidateOf('box', { probe: { run_id: idOf('box', 5) }, host: { boot: idOf('box', 9) } })
    const now = candidateOf('box', { ...canary(lost), previous: { machine: idOf('local', 1) } })
    const older = { ...before, provenance: { ...before.provenance, run: '4600' } }
    const candidates = [older, now, candidateOf('ci'), candidateOf('local')]
    expect(cellOf('file persisted', 'canary:home', { case: { candidates } })).toMatchObject({
      reason: 'CANARY_LOST',
    })
  })

  test('hosted CI keeps nothing, whatever the file says', () => {
    expect(cellOf('file persisted', 'canary:home', { place: 'ci' })).toMatchObject({
      reason: 'EPHEMERAL_RUNNER',
    })
  })

  test('a self-hosted runner may keep something; one of unknown kind proves nothing', () => {
    const runner = (kind: 'self-hosted' | undefined) => ({
      place: 'ci' as const,
      facts: { probe: { ci: { runner: kind } } },
    })
    expect(cellOf('file persisted', 'canary:home', runner('self-hosted')).reason).toBe('SURVIVED')
    expect(cellOf('file persisted', 'canary:home', runner(undefined)).reason).toBe('FACT_MISSING')
  })

  test('the fact says how long and what was survived', () => {
    expect(cellOf('file persisted', 'canary:home').fact).toBe('24 hours old, outlived a reboot')
  })
})

test('a canary of an image is told from one that this very machine planted', () => {
  const outside = { host: { in_container: false, container: undefined } }
  const cell = (facts: object) =>
    cellOf('file persisted', 'canary:home', { facts: { ...outside, ...canary({ ...image, ...facts }) } })
  expect(cell({}).fact).toBe('it may have come with an image: seen once before')
  expect(cell({ container_changed: false, machine_same: true }).reason).toBe('SURVIVED')
  expect(cell({ container_changed: false, machine_same: false }).reason).toBe('FIRST_VISIT')
  expect(cell({ container_changed: true, machine_same: true }).reason).toBe('FIRST_VISIT')
})
