/** Which files are read, refused and heard, as rows of `files.txt`; each also with its files in the other order. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import { relateContent } from '../../../src/core/judge/content.ts'
import { compareFiles, examineFile } from '../../../src/core/judge/place-file.ts'
import type { Candidate, Place, Provenance } from '../../../src/core/model.ts'
import { parsePlaceName, placeName } from '../../../src/core/place.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, factsOf, withOverrides } from '../../support/facts.ts'
import { readChanges, readRows } from '../../support/situations.ts'

const contentOf = (content: string) =>
  `git.head_content=${content}, git.tree_content=${content}, tests.content_before=${content}, tests.content_after=${content}`
const BARE = ['merge', 'mergeSha', 'head', 'headSha'].map((name) => `reference.${name}=unsaid`).join(', ')

/** Words that stand for changes. */
const WORDS: { readonly [word: string]: string } = {
  earlier: `git.head=EARLIER, ${contentOf('EARLIER_CONTENT')}`,
  other: `git.head=BASE, ${contentOf('OTHER_CONTENT')}`,
  'at-merge': 'git.tree_content=merged, tests.content_before=merged, tests.content_after=merged',
  lacking: 'packages.claimed.requests.importable=false, packages.claimed.requests.distribution=""',
  unasked: 'packages.claimed.requests=unsaid',
  older: 'provenance/run="4700"',
  newer: 'provenance/run="4701", provenance/label=other',
  unreadable: 'candidate/unreadable=true',
  bare: `${BARE}, reference.commits=[]`,
  alone: `${BARE}, reference.commits=[], reference.pullRequest=false`,
}
const spell = (text: string): string =>
  text
    .split(', ')
    .map((one) => one.replace(/^comment-(.*)$/, 'provenance/url=https://example.com/1#issuecomment-$1'))
    .map((one) => WORDS[one] ?? one)
    .join(', ')

function fileOf(name: string, kind: string, text: string): Candidate {
  const { place, leg } = parsePlaceName(name) ?? { place: 'box' as const }
  const said = leg === undefined ? '' : `probe.leg=${leg}, `
  const { facts = {}, provenance, candidate } = readChanges(said + spell(text), '')
  return candidateOf(place, facts, {
    ...(leg === undefined ? {} : { leg }),
    provenance: { kind: kind as Provenance['kind'], label: kind, ...provenance },
    ...(candidate ? { reading: { ok: false, problems: [] } } : {}),
  })
}

function readRow(left: string, always: string) {
  const parts = left.split(' | ').map((part) => part.split(' '))
  const changes = parts.filter(([word]) => word === 'case').map((words) => spell(words.slice(1).join(' ')))
  const { case: usual = {} } = readChanges(always, '')
  const cased = withOverrides(caseOf(), usual)
  const { facts = {} } = readChanges(changes.join(', '), '')
  const files = parts
    .filter(([word = '']) => word !== 'case' && word !== 'unprobed' && word !== '')
    .map(([name = '', kind = '', ...rest]) => fileOf(name, kind, rest.join(' ')))
  const unprobed = parts
    .filter(([word]) => word === 'unprobed')
    .map(([, name = '']) => ({
      ...(parsePlaceName(name) ?? { place: 'ci' as const }),
      reason: 'NO_INTERPRETER' as const,
      fact: `of ${name}`,
    }))
  const c = { ...withOverrides(cased, facts), candidates: files, unprobed }
  return { c, files }
}

function speaks(c: Case, place: Place): Record<string, string> {
  const { rows, places } = judgeCase(c)
  const cell = rows[0]?.cells[place]
  const here = places.filter((one) => one.place === place)
  const [first] = here
  return {
    '': `${cell?.reason}`,
    fact: `${cell?.reason}: ${cell?.fact}`,
    legs: (cell?.legs ?? []).map(({ leg, reason }) => `${leg} ${reason}`).join(', '),
    label: `${first?.provenance?.label}`,
    content: `${first?.content}`,
    note: `${first?.note}`,
    notes: here.map((one) => `${placeName(one)}: ${one.note}`).join(' / '),
    suite: `${rows[5]?.cells[place]?.reason}`,
  }
}

const rows = readRows(readFileSync('__tests__/core/judge/files.txt', 'utf8'))

test.each(rows)('$title $row', ({ title: [what], always, place, left, expected }) => {
  const { c, files } = readRow(left, always)
  const [first, second] = files.map((file) => examineFile(file, c.reference))
  if (what === 'first' && first && second) {
    expect(
      [compareFiles(first, second), compareFiles(second, first), compareFiles(first, first)].map(Math.sign),
    ).toEqual([-1, 1, 0])
  } else if (what === 'refused') {
    const { reason, fact } = first?.refusal ?? {}
    expect([reason ?? 'serves', `${reason}: ${fact}`]).toContain(expected)
    const said = files[0]?.reading.ok ? (files[0].reading.facts.probe?.leg ?? null) : null
    if (reason === undefined) expect([first?.leg, first?.file?.leg]).toEqual([said, said])
  } else if (what === 'relation') {
    const facts = files[0]?.reading.ok ? files[0].reading.facts : factsOf('box')
    const { relation, commitsBehind } = relateContent(facts, c.reference)
    // Commits are counted where they say something.
    expect(`${relation} ${commitsBehind}`).toBe(expected)
  } else {
    const judged = (place ?? files[0]?.place ?? 'ci') as Place
    for (const candidates of [files, files.toReversed()]) {
      const said = speaks({ ...c, candidates }, judged)
      for (const part of expected.split(/; (?=[a-z]+=)/)) {
        const [, key = '', value = part] = /^([a-z]+)=(.*)$/.exec(part) ?? []
        expect(said[key === '' && part.includes(': ') ? 'fact' : key]).toBe(value)
      }
    }
  }
})

test.each([
  [[], 'a: not readable'],
  [[{ message: 'wrong' }], 'a: wrong'],
  [[{ line: 3, message: 'wrong' }], 'a: line 3: wrong'],
  [[{ line: 3, key: 'git.head', message: 'wrong' }, { message: 'more' }], 'a: line 3: git.head wrong'],
])('a file that cannot be read, with the problems %j', (problems, fact) => {
  const provenance = { kind: 'artifact', label: 'a' } as const
  const candidate = candidateOf('box', {}, { provenance, reading: { ok: false, problems } })
  const refusal = { reason: 'UNREADABLE_FILE', fact }
  expect(examineFile(candidate, caseOf().reference)).toMatchObject({ leg: null, file: null, refusal })
})

test('an expectation that is no place is a fault', () => {
  const { gate, faults } = judgeCase(caseOf({ expect: ['windows'] }))
  expect(faults).toHaveLength(1)
  expect(gate.verdict).toBe('blocked')
})
