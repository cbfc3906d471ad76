import { describe, expect, test } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import type { Place } from '../../../src/core/model.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { askedCells } from '../../../src/core/verdict-model.ts'
import {
  candidateOf,
  caseOf,
  claimsOf,
  EARLIER,
  EARLIER_CONTENT,
  type FactOverrides,
  OTHER_CONTENT,
  referenceOf,
} from '../../support/facts.ts'

const PERSON = { places: ['ci'], oneOf: ['local', 'box'], why: 'octocat is a person' } as const
const AGENT = { places: ['ci'], oneOf: ['box', 'local'], why: 'Copilot is an agent' } as const
type Files = { readonly [P in Place]?: FactOverrides | undefined }

/** A case with these files alone, and which places were really asked. */
function play(files: Files, more: Partial<Case> = {}) {
  const candidates = Object.entries(files).map(([place, facts]) => candidateOf(place as Place, facts))
  const verdict = judgeCase(caseOf({ asked: PERSON, candidates, ...more }))
  const asked = [...new Set(askedCells(verdict.rows).map(({ place }) => place))].sort()
  const suite = verdict.rows.find(({ kind }) => kind === 'tests green')
  const reasonIn = (place: Place) => suite?.cells[place]?.reason ?? null
  return { verdict, gate: verdict.gate.verdict, asked: asked.join(' '), reasonIn }
}

const RED = { tests: { failed: 1, exit_status: 1 } }
const UNRECORDED = { tests: { source: 'none' } } as const
const OLDER = {
  git: { head: EARLIER, head_content: EARLIER_CONTENT, tree_content: EARLIER_CONTENT },
  tests: { content_before: EARLIER_CONTENT, content_after: EARLIER_CONTENT },
}

describe('one of local and box', () => {
  test.each<[string, Files, string, string]>([
    ['a laptop alone', { local: {}, ci: {} }, 'pass', 'ci local'],
    ['a box alone', { box: {}, ci: {} }, 'pass', 'box ci'],
    ['both: the usual one is asked', { local: {}, box: {}, ci: {} }, 'pass', 'ci local'],
    ['neither', { ci: {} }, 'blocked', 'ci local'],
    ['what the laptop does not know the box may', { local: UNRECORDED, box: {}, ci: {} }, 'pass', 'box ci'],
    ['and the other way round', { local: {}, box: UNRECORDED, ci: {} }, 'pass', 'ci local'],
    ['what the other one refutes at this content counts', { local: {}, box: RED, ci: {} }, 'blocked', 'box ci local'],
    ['whichever it is', { local: RED, box: {}, ci: {} }, 'blocked', 'box ci local'],
    [
      'of an earlier commit it is shown only',
      { local: {}, box: { ...OLDER, tests: { ...OLDER.tests, ...RED.tests } }, ci: {} },
      'pass',
      'ci local',
    ],
    ['ci is asked in any case', { local: {}, box: {} }, 'blocked', 'ci local'],
  ])('%s', (_, files, gate, asked) => {
    const seen = play(files)
    expect([seen.gate, seen.asked]).toEqual([gate, asked])
  })

  test('an agent in the checkout of a person: two names of one machine do not shut the gate', () => {
    const host = { machine: '11'.repeat(16), in_container: false, container: undefined }
    const seen = play({ local: { host }, box: { host }, ci: {} }, { asked: AGENT })
    expect([seen.gate, seen.asked, seen.reasonIn('box')]).toEqual(['pass', 'ci local', 'SAME_MACHINE'])
  })

  test('an agent that typed local on its own machine: no laptop has spoken, and the box stands by itself', () => {
    const probe = { hosted_agent: 'CLAUDE_CODE_REMOTE' }
    const host = { machine: '11'.repeat(16), in_container: false, container: undefined }
    const local = { probe, host, tests: { session: { ...host } } }
    expect(play({ local, ci: {} })).toMatchObject({ gate: 'blocked' })
    expect(play({ local, ci: {} }).reasonIn('local')).toBe('WRONG_PLACE')
    const both = play({ local, box: { ...local }, ci: {} }, { asked: AGENT })
    expect([both.gate, both.asked, both.reasonIn('local')]).toEqual(['pass', 'box ci', 'WRONG_PLACE'])
  })

  test("a person's fix on the branch of an agent: the laptop speaks for the head", () => {
    const seen = play({ local: {}, box: OLDER, ci: {} }, { asked: AGENT })
    expect([seen.gate, seen.asked]).toEqual(['pass', 'ci local'])
  })

  test('where neither has a file the one is asked whose work it is, if anything is claimed there', () => {
    expect(play({ ci: {} }, { asked: AGENT }).asked).toBe('box ci')
    const at = ['local', 'ci'] as const
    const claims = claimsOf({ places: at, claims: [{ kind: 'tests green', subject: 'suite', in: at }] })
    const seen = play({ ci: {} }, { asked: AGENT, claims })
    expect([seen.gate, seen.asked, seen.reasonIn('local')]).toEqual(['blocked', 'ci local', 'NO_PROBE'])
  })

  test('a leg that is expected is asked, whatever the other place says', () => {
    const seen = play({ local: {}, ci: {} }, { expect: ['box-codex'] })
    expect([seen.gate, seen.reasonIn('box')]).toEqual(['blocked', 'MISSING_LEG'])
  })

  test('a place that need not speak is neither missed nor old', () => {
    const failOn = ['unknown', 'fails', 'stale'] as const
    expect(play({ local: {}, ci: {} }, { failOn }).gate).toBe('pass')
    expect(play({ local: {}, box: OLDER, ci: {} }, { failOn }).gate).toBe('pass')
    expect(play({ box: OLDER, ci: {} }, { failOn }).gate).toBe('blocked')
  })
})

describe('a head that was made on github.com', () => {
  const headOnline = { reference: referenceOf({ headOnline: true }) }

  test('has been on no laptop: ci alone is asked, and what is older is shown', () => {
    const seen = play({ local: OLDER, ci: {} }, headOnline)
    expect([seen.gate, seen.asked, seen.reasonIn('local')]).toEqual(['pass', 'ci', 'GREEN_EARLIER'])
    expect(seen.verdict.asked.why).toContain('made on github.com')
    expect(play({ ci: {} }, headOnline).gate).toBe('pass')
  })

  test('is no way around ci', () => {
    expect(play({ ci: RED }, headOnline).gate).toBe('blocked')
    expect(play({ local: {} }, headOnline).gate).toBe('blocked')
  })
})

describe('the report', () => {
  test('names the places that were really asked, and those that are only shown', () => {
    const { verdict } = play({ local: {}, box: UNRECORDED, ci: {} })
    const text = renderMarkdown(verdict)
    expect(text).toContain('Asked: local, ci, because')
    expect(text).toContain('Agent box: shown, and counted only where it fails at this content.')
    expect(text).toContain('docs/places.md')
    expect(text).toMatch(/\| ❓ .*\(not asked\)/)
    expect(renderMarkdown(play({ local: {}, ci: {} }).verdict)).not.toContain('Agent box: shown')
  })

  test('says that a list of all three asks no more than none', () => {
    const said = (claims: Case['claims']) => renderMarkdown(play({ local: {}, ci: {} }, { claims }).verdict)
    expect(said(claimsOf({ listsAll: true }))).toContain('lists all three')
    expect(said(claimsOf())).not.toContain('lists all three')
  })
})

test('a file about another pull request does not make a place one that is asked', () => {
  const git = { head: 'f'.repeat(40), head_content: OTHER_CONTENT, tree_content: OTHER_CONTENT }
  const tests = { content_before: OTHER_CONTENT, content_after: OTHER_CONTENT }
  expect(play({ local: { git, tests }, box: {}, ci: {} })).toMatchObject({ gate: 'pass', asked: 'box ci' })
})

test('a job that asks its own place alone does not say that anything passed', () => {
  const asked = { places: ['ci'], elsewhere: ['local', 'box'], why: 'this job probes it' } as const
  const said = (of: Partial<Case['asked']>) => renderMarkdown(play({ ci: {} }, { asked: { ...asked, ...of } }).verdict)
  const [title] = said({}).split('\n')
  expect(title).toContain('Local and Agent box: not asked here, a job with mode: report has to')
  expect(title).not.toContain('pass')
  expect(said({ elsewhere: [] })).toMatch(/^\*\*Where it ran: pass/)
})
