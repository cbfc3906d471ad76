import { expect, test } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import type { Explanation, Place } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { BASE, candidateOf, caseOf, claimsOf, type FactOverrides, HEAD } from '../../support/facts.ts'

const because = 'the box is thrown away by design'
const noModel = { persist: { files: { '~/.cache/model.bin': { exists: false } } } } as const
const tracked = { secrets: { files: { '.env': { tracked: true } } } } as const
const brought = { secrets: { files: { '.env': { history: [HEAD] } } } } as const
const older = { secrets: { files: { '.env': { history: [BASE] } } } } as const
const credential = { secrets: { configuration: { headers: true, shut: false } } } as const
const kept = { secrets: { configuration: { index_urls: true, shut: true } } } as const
const red = { tests: { failed: 1, exit_status: 1 } } as const

function judge(place: Place, facts: FactOverrides, explanation: Omit<Explanation, 'because'>) {
  const claims = claimsOf({ explanations: [{ ...explanation, because }] })
  const others = (['local', 'box', 'ci'] as const).filter((one) => one !== place)
  const candidates = [candidateOf(place, facts), ...others.map((one) => candidateOf(one))]
  const { rows, gate, staleExplanations } = judgeCase(caseOf({ claims, candidates }))
  const row = rows.find(({ kind, subject }) => explanation.key === `${kind}/${subject}@${place}`)
  return { explained: row?.cells[place]?.explained ?? null, verdict: gate.verdict, staleExplanations }
}

const model = 'file persisted/~/.cache/model.bin@box'
const cases: [string, Place, FactOverrides, string, Explanation['reason'] & string, boolean][] = [
  ['a failing cell of that reason', 'box', noModel, model, 'MISSING', true],
  ['tests failing on the box', 'box', red, 'tests green/suite@box', 'FAILED', true],
  ['another claim failing in ci', 'ci', noModel, 'file persisted/~/.cache/model.bin@ci', 'MISSING', true],
  ['another reason', 'box', noModel, model, 'UNREADABLE', false],
  ['unknown', 'box', { persist: undefined }, model, 'FACT_MISSING', false],
  ['a tracked secret', 'box', tracked, 'secret stored/.env@box', 'TRACKED', false],
  ['a secret in a commit of this pull request', 'box', brought, 'secret stored/.env@box', 'IN_HISTORY', false],
  ['a secret in an older commit', 'box', older, 'secret stored/.env@box', 'IN_OLD_HISTORY', true],
  ['a credential of the owner alone', 'box', kept, 'secret stored/configuration@box', 'CREDENTIAL_KEPT', true],
  ['a credential', 'box', credential, 'secret stored/configuration@box', 'CREDENTIAL_IN_CONFIG', false],
  ['tests failing in ci', 'ci', red, 'tests green/suite@ci', 'FAILED', false],
]
test.each(cases)('a sentence about %s', (_, place, facts, key, reason, excused) => {
  const { explained, verdict } = judge(place, facts, { key, reason })
  expect(explained).toBe(excused ? because : null)
  expect(verdict).toBe(excused ? 'pass' : 'blocked')
})

test('a sentence about one cell excuses no other of the same reason', () => {
  const claims = claimsOf({ explanations: [{ key: model, reason: 'MISSING', because }] })
  const candidates = [candidateOf('local', noModel), candidateOf('box', noModel), candidateOf('ci')]
  const { local, box } = judgeCase(caseOf({ claims, candidates })).rows[3]?.cells ?? {}
  expect([local?.explained, box?.explained]).toEqual([null, because])
})

test('a sentence that excuses nothing any more is stale; unknown says nothing about it', () => {
  const stale = (facts: FactOverrides) => judge('box', facts, { key: model, reason: 'MISSING' }).staleExplanations
  expect(stale({})).toEqual([model])
  expect(stale(noModel)).toEqual([])
  expect(stale({ persist: undefined })).toEqual([])
})

test('a sentence about what nobody claims is stale', () => {
  const key = 'env var set/GONE@box'
  expect(judge('box', {}, { key, reason: 'UNSET' }).staleExplanations).toEqual([key])
})

test('one sentence does not excuse two legs that fail for two reasons', () => {
  const leg = (name: string, files: object) =>
    candidateOf('box', { probe: { leg: name }, persist: { files: { '~/.cache/model.bin': files } } }, { leg: name })
  const claims = claimsOf({ explanations: [{ key: model, reason: 'MISSING', because }] })
  const both = [leg('a', { exists: false }), leg('b', { readable: false }), candidateOf('local'), candidateOf('ci')]
  const { rows } = judgeCase(caseOf({ claims, candidates: both }))
  expect(rows[3]?.cells.box).toMatchObject({ state: 'fails', explained: null })
})

test('a sentence about one leg does not answer for another that is unknown', () => {
  const leg = (name: string, facts: FactOverrides) =>
    candidateOf('box', { ...facts, probe: { leg: name } }, { leg: name })
  const claims = claimsOf({ explanations: [{ key: model, reason: 'MISSING', because }] })
  const judgeLegs = (other: FactOverrides) =>
    judgeCase(
      caseOf({ claims, candidates: [leg('a', noModel), leg('b', other), candidateOf('local'), candidateOf('ci')] }),
    )
  const unknown = judgeLegs({ persist: { files: undefined } })
  expect(unknown.rows[3]?.cells.box).toMatchObject({ state: 'unknown', legs: [{ leg: 'b' }] })
  expect(unknown.gate.verdict).toBe('blocked')
  expect(judgeLegs({}).rows[3]?.cells.box).toMatchObject({ state: 'fails', explained: because })
})

test('a leg that fails hides no unknown one from a gate that minds only what is unknown', () => {
  const leg = (name: string, facts: FactOverrides) =>
    candidateOf('box', { ...facts, probe: { leg: name } }, { leg: name })
  const judgeLegs = (other: FactOverrides, failOn: Case['failOn']) =>
    judgeCase(
      caseOf({ failOn, candidates: [leg('a', noModel), leg('b', other), candidateOf('local'), candidateOf('ci')] }),
    )
  const unknown = { persist: { files: undefined } }
  expect(judgeLegs({}, ['unknown']).gate.verdict).toBe('pass')
  expect(judgeLegs(unknown, ['unknown']).gate).toMatchObject({
    verdict: 'blocked',
    blocks: [{ code: 'UNKNOWN', count: 1 }],
  })
  // Where what fails blocks anyway, the cell is counted once.
  expect(judgeLegs(unknown, ['unknown', 'fails']).gate.blocks.map(({ code }) => code)).toEqual(['FAILS'])
})
