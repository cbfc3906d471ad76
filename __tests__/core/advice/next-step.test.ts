/** What is to be done where nothing is asked, or nothing but the gate itself is at fault. */
import { describe, expect, test } from 'vitest'
import { isFor, nextStep } from '../../../src/core/advice/next-step.ts'
import type { Case } from '../../../src/core/case.ts'
import { readClaims } from '../../../src/core/claims/read.ts'
import type { Place } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, claimsOf } from '../../support/facts.ts'
import { play } from '../../walk-throughs/support/stage.ts'

const inCi = { places: ['ci'] as const, why: 'this is a merge queue' }
const home: readonly Place[] = ['local', 'box']
const secret = { kind: 'secret stored', subject: '.env', in: home } as const

const step = (overrides: Partial<Case>): string => {
  const verdict = judgeCase(caseOf({ asked: inCi, candidates: [candidateOf('ci')], ...overrides }))
  expect(verdict.gate.blocks.map(({ code }) => code)).toEqual(['NOTHING_CLAIMED'])
  return nextStep(verdict)?.text ?? ''
}

test('claims that ask nothing of ci: the line to put into claims.json', () => {
  const text = step({ claims: claimsOf({ claims: [secret] }) })
  expect(text).toBe(
    'ask something of ci: put "tests": {"command": ["python", "-m", "pytest"], "in": ["ci"]} into probes/claims.json',
  )
})

test('claims that leave ci out of their places: both lines, which together are read and ask it', () => {
  const text = step({ claims: claimsOf({ places: home, claims: [secret] }) })
  const lines = /put (".*) and (".*) into probes\/claims\.json$/.exec(text)
  const reading = readClaims(`{${lines?.[1]}, ${lines?.[2]}, "secrets": [".env"]}`, 'd1'.repeat(32))
  expect(reading).toMatchObject({ ok: true })
  const claims = reading.ok ? reading.claims : claimsOf()
  const ci = candidateOf('ci', { tests: { command: ['python', '-m', 'pytest'] } })
  const { gate, rows } = judgeCase(caseOf({ asked: inCi, candidates: [ci], claims }))
  expect(rows[0]?.cells.ci?.reason).toBe('GREEN')
  expect(gate.verdict).toBe('pass')
})

test('nothing found without claims.json: the file to commit', () => {
  const text = step({ claims: claimsOf({ source: 'default', claims: [secret] }) })
  expect(text).toBe(
    'nothing was found to claim of ci: commit probes/claims.json with {"tests": {"command": ["python", "-m", "pytest"], "in": ["ci"]}}',
  )
})

test('no place at all', () => {
  expect(step({ asked: { places: [], why: '' } })).toBe('name a place that is asked: places: ci')
})

test('sentences that excuse nothing any more are named, and nobody is told to probe', () => {
  const explain = { 'path.user_site': { values: { local: 'enabled' }, because: 'so it is' } }
  const verdict = play({ claims: { explain }, case: { failOn: ['stale'] } })
  expect(verdict.gate.blocks.map(({ code }) => code)).toEqual(['STALE'])
  expect(nextStep(verdict)).toEqual({
    text: 'take "path.user_site" out of "explain" in probes/claims.json: it excuses nothing any more',
    place: null,
    mends: 0,
  })
})

describe('a first claims.json that differs from what is usual', () => {
  const loosened = [
    { what: 'command changed', key: 'pytest -q', first: true },
    { what: 'places narrowed', key: 'box', first: true },
    { what: 'claim narrowed', key: 'tests green/suite', first: true },
  ] as const

  test('of whoever may loosen is no loosening, but for a suite that ci is not asked about', () => {
    expect(judgeCase(caseOf({ loosened }))).toMatchObject({ loosened: [], gate: { blocks: [] } })
    const suite = { kind: 'tests green', subject: 'suite', in: ['local'] } as const
    const { loosened: told } = judgeCase(caseOf({ loosened, claims: claimsOf({ claims: [suite] }) }))
    expect(told.map(({ key }) => key)).toEqual(['tests green/suite'])
  })

  test('of an agent is told who has to do it, and how', () => {
    const verdict = judgeCase(caseOf({ loosened, authorMayLoosen: false }))
    expect(verdict.loosened).toEqual(loosened)
    expect(verdict.gate.blocks.map(({ text }) => text)).toEqual([
      'the gate is loosened in 3 ways by someone who may not loosen it: the target branch has no claims.json yet, and a person sets it up',
    ])
    expect(nextStep(verdict)?.text).toMatch(
      /^let a person with write access open the pull request that brings probes\/claims\.json, or push that file/,
    )
  })

  test('claims that were there and are loosened are to be put back', () => {
    const before = [...loosened, { what: 'claim dropped', key: 'env var set/MODE' } as const]
    const verdict = judgeCase(caseOf({ loosened: before, authorMayLoosen: false }))
    expect(verdict.gate.blocks.map(({ text }) => text)).toEqual([
      'the gate is loosened in 4 ways by someone who may not loosen it',
    ])
    expect(nextStep(verdict)?.text).toMatch(/^undo the change to probes\/claims\.json/)
  })
})

test.each<[Place, 'person' | 'agent' | null]>([
  ['local', 'person'],
  ['box', 'agent'],
  ['ci', null],
])('a step in %s is for %s', (place, who) => {
  const places = ['local', 'box', 'ci'] as const
  const candidates = places.filter((one) => one !== place).map((one) => candidateOf(one))
  const next = nextStep(judgeCase(caseOf({ candidates })))
  expect([next?.place, next && isFor(next)]).toEqual([place, who])
})

test('what an agent typed as local is no step for it: a person probes, the machine is a box', () => {
  const local = candidateOf('local', { probe: { hosted_agent: 'CLAUDE_CODE_REMOTE' } })
  const next = nextStep(judgeCase(caseOf({ candidates: [local, candidateOf('box'), candidateOf('ci')] })))
  expect(next?.text).toMatch(
    /^throw that file away and probe that machine as box; a person, on a machine of their own, /,
  )
})
