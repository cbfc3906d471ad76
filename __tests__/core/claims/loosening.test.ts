import { expect, test } from 'vitest'
import { claimsWithoutFile } from '../../../src/core/claims/default.ts'
import { findLoosening } from '../../../src/core/claims/loosening.ts'
import { readClaims } from '../../../src/core/claims/read.ts'
import type { Claims } from '../../../src/core/model.ts'

const BASE = {
  packages: [{ name: 'app', from: 'repo' }, 'requests'],
  env: [{ name: 'A', compare: true }],
  tests: { command: ['python', '-m', 'pytest'], reports: ['junit.xml'] },
  secrets: ['.env'],
  explain: { 'env var set/A@box': { reason: 'UNSET', because: 'old' } },
}

function claims(file: object): Claims {
  const reading = readClaims(JSON.stringify(file), 'd1'.repeat(32))
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.claims
}
const said = (base: Claims, now: Claims) => findLoosening(base, now).map(({ what, key }) => `${what}: ${key}`)

test.each<[string, object, string[]]>([
  ['the same', {}, []],
  [
    'other order, other words',
    {
      packages: ['requests', { name: 'app', from: 'repo' }],
      explain: { 'env var set/A@box': { reason: 'UNSET', because: 'new' } },
    },
    [],
  ],
  ['more claims', { files: ['a'] }, []],
  ['"own": [] is asked of whoever may loosen', { own: [] }, ['claim narrowed: own']],
  ['fewer explanations', { explain: {} }, []],
  ['a claim dropped', { packages: [{ name: 'app', from: 'repo' }] }, ['claim dropped: package installed/requests']],
  [
    'secrets dropped, and configuration with them',
    { secrets: undefined },
    ['claim dropped: secret stored/.env', 'claim dropped: secret stored/configuration'],
  ],
  [
    'a claim in fewer places',
    { env: [{ name: 'A', compare: true, in: ['ci'] }], explain: {} },
    ['claim narrowed: env var set/A'],
  ],
  ['a claim that compares no more', { env: ['A'] }, ['claim narrowed: env var set/A']],
  ['a claim that means an empty value', { env: [{ name: 'A', empty: true }] }, ['claim narrowed: env var set/A']],
  [
    'a claim that a file may fulfil',
    { env: [{ name: 'A', compare: true, from: '.env' }] },
    ['claim narrowed: env var set/A'],
  ],
  ['from anywhere', { packages: ['app', 'requests'] }, ['claim narrowed: package installed/app']],
  ['another command', { tests: { command: ['true'], reports: ['junit.xml'] } }, ['command changed: true']],
  ['no command', { tests: { reports: ['junit.xml'] } }, ['command changed: the usual one']],
  ['fewer reports', { tests: { command: ['python', '-m', 'pytest'] } }, ['claim narrowed: report junit.xml']],
  [
    'an explanation',
    { explain: { ...BASE.explain, 'git.cwd': { values: { ci: '.' }, because: 'x' } } },
    ['explanation added: git.cwd'],
  ],
  [
    'an explanation for another reason',
    { explain: { 'env var set/A@box': { reason: 'VALUE_DIFFERS', because: 'old' } } },
    ['explanation added: env var set/A@box'],
  ],
])('%s', (_, change, loosened) => {
  expect(said(claims(BASE), claims({ ...BASE, ...change }))).toEqual(loosened)
})

test('what a variable is asked may become more', () => {
  const base = claims({ env: [{ name: 'A', empty: true, from: '.env' }] })
  expect(said(base, claims({ env: ['A'] }))).toEqual([])
  expect(said(base, claims({ env: [{ name: 'A', empty: true, from: 'other.env' }] }))).toEqual([
    'claim narrowed: env var set/A',
  ])
})

test.each<[string, object, object, string[]]>([
  ['tests of earlier commits accepted again', { earlier: false }, {}, ['claim narrowed: tests of earlier commits']],
  ['tests of earlier commits refused', {}, { earlier: false }, []],
  ['what was so without a word said', {}, { earlier: true }, []],
  ['more files apart', { apart: ['*.md'] }, { apart: ['*.md', '**'] }, ['claim narrowed: tests apart from **']],
  ['fewer files apart', { apart: ['*.md', '**'] }, { apart: ['*.md'] }, []],
])('%s', (_, base, now, loosened) => {
  const tests = { command: ['a'] }
  expect(said(claims({ tests: { ...tests, ...base } }), claims({ tests: { ...tests, ...now } }))).toEqual(loosened)
})

test.each<[string, object, object, string[]]>([
  ['a kind is asked in other places', {}, { places: { agent: ['ci'] } }, ['asked changed: agent']],
  ['in more places', { places: { agent: ['ci'] } }, {}, ['asked changed: agent']],
  ['an account is called something else', { who: { a: 'agent' } }, { who: { a: 'person' } }, ['asked changed: a']],
  ['a list of all three goes', { places: ['local', 'box', 'ci'] }, {}, []],
])('who is asked: %s', (_, base, now, loosened) => expect(said(claims(base), claims(now))).toEqual(loosened))

test('fewer places for all narrow each claim too', () => {
  const now = claims({ places: ['local', 'ci'], tests: { command: ['a'] } })
  const base = claims({ tests: { command: ['a'] } })
  expect(said(base, now)).toEqual(['places narrowed: box', 'claim narrowed: tests green/suite'])
})

test('a box that is declared to be a worktree is a loosening, and one that no longer is tightens', () => {
  const [base, now] = [claims(BASE), claims({ ...BASE, box: 'worktree' })]
  expect(said(base, now)).toEqual(['box declared: worktree'])
  expect(said(now, base)).toEqual([])
  expect(said(now, now)).toEqual([])
})

test('a file that is gone', () => {
  const usual = claimsWithoutFile(['app/__init__.py', 'test_a.py'])
  expect(said(claims({ tests: { command: ['a'] } }), usual)).toContain('claims removed: claims.json')
})

test('the first file is measured against what was claimed without one', () => {
  const usual = claimsWithoutFile(['app/__init__.py', 'test_a.py'])
  expect(said(usual, claims({ tests: {}, secrets: ['.env'] }))).toEqual(['claim dropped: package installed/app'])
  expect(
    said(usual, claims({ tests: { command: ['true'] }, secrets: ['.env'], packages: [{ name: 'app', from: 'repo' }] })),
  ).toEqual(['command changed: true'])
})

test('a first file that says the same aloud loosens nothing', () => {
  const usual = claimsWithoutFile(['app/__init__.py', 'test_a.py'])
  const aloud = { tests: { command: ['python', '-m', 'pytest'] }, packages: [{ name: 'app', from: 'repo' }] }
  // Where nobody claims it, a .env that is not there is not asked about.
  expect(said(usual, claims({ ...aloud, secrets: [] }))).toEqual([])
  expect(said(usual, claims(aloud))).toEqual(['claim dropped: secret stored/configuration'])
})
