import { describe, expect, test } from 'vitest'
import { needsReference } from '../../../src/core/judge/content.ts'
import type { Candidate, Case, Place, Provenance, Reference } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import {
  candidateOf,
  caseOf,
  EARLIER,
  EARLIER_CONTENT,
  type FactOverrides,
  OTHER_CONTENT,
  referenceOf,
} from '../../support/facts.ts'

const from = (kind: Provenance['kind'], label = kind as string, more: Partial<Provenance> = {}) => ({
  provenance: { kind, label, ...more },
})
const ofContent = (content: string, head: string): FactOverrides => ({
  git: { head, head_content: content, tree_content: content },
  tests: { content_before: content, content_after: content },
})
const stale = ofContent(OTHER_CONTENT, '9'.repeat(40))
const earlier = ofContent(EARLIER_CONTENT, EARLIER)

/** What the place says of `requests`, and its place reports. */
function placeIn(place: Place, candidates: readonly Candidate[], more: Partial<Case> = {}) {
  const { rows, places } = judgeCase(caseOf({ candidates, ...more }))
  const cell = rows[0]?.cells[place]
  return {
    reason: cell?.reason,
    fact: cell?.fact,
    legs: cell?.legs.map(({ leg, reason }) => `${leg} ${reason}`),
    label: places.find((one) => one.place === place)?.provenance?.label,
    content: places.find((one) => one.place === place)?.content,
    note: places.find((one) => one.place === place)?.note,
  }
}

describe('which file serves', () => {
  const text = (facts: FactOverrides = {}) => candidateOf('box', facts, from('text'))
  const artifact = (facts: FactOverrides = {}) => candidateOf('box', facts, from('artifact'))
  const checkout = (facts: FactOverrides = {}) => candidateOf('box', facts, from('checkout'))

  const orders: [string, Candidate[], string][] = [
    ['artifact before text before checkout', [checkout(), text(), artifact()], 'artifact'],
    ['text before checkout', [checkout(), text()], 'text'],
    ['exact content before a better source', [artifact(earlier), checkout()], 'checkout'],
    [
      'the newest commit before a better source',
      [
        artifact(earlier),
        text({ git: { tree_content: OTHER_CONTENT }, tests: { source: 'none', content_after: undefined } }),
      ],
      'text',
    ],
    [
      'the newest run',
      ['9', '10'].map((run) => candidateOf('box', {}, from('artifact', run, { run }))),
      '10',
    ],
    [
      'the newest comment',
      ['99', '100'].map((id) =>
        candidateOf('box', {}, from('text', id, { url: `https://example.com/1#issuecomment-${id}` })),
      ),
      '100',
    ],
    ['a stale artifact gives way', [artifact(stale), checkout()], 'checkout'],
  ]
  test.each(orders)('%s', (_, candidates, label) => {
    expect(placeIn('box', candidates).label).toBe(label)
    expect(placeIn('box', candidates.toReversed()).label).toBe(label)
  })

  const broken = { reading: { ok: false, problems: [] } } as const
  const comment = (id: number) =>
    from('text', `comment ${id}`, { url: `https://example.com/1#issuecomment-${id}` })
  const unread: [string, Candidate[], string][] = [
    ['an unreadable artifact beside a text', [{ ...artifact(), ...broken }, text()], 'UNREADABLE_FILE'],
    ['an artifact beside an unreadable text', [artifact(), { ...text(), ...broken }], 'IN_PREFIX'],
    [
      'a newer comment that is unreadable',
      [candidateOf('box', {}, comment(1)), { ...candidateOf('box', {}, comment(2)), ...broken }],
      'UNREADABLE_FILE',
    ],
    [
      'a newer comment than the unreadable one',
      [candidateOf('box', {}, comment(2)), { ...candidateOf('box', {}, comment(1)), ...broken }],
      'IN_PREFIX',
    ],
    [
      'an unreadable text beside an older checkout',
      [checkout(), { ...text(), ...broken }],
      'UNREADABLE_FILE',
    ],
  ]
  test.each(unread)('nothing takes the place of what cannot be read: %s', (_, candidates, reason) => {
    expect(placeIn('box', candidates).reason).toBe(reason)
    expect(placeIn('box', candidates.toReversed()).reason).toBe(reason)
  })

  const relations: [string, FactOverrides, string, string | null][] = [
    ['the merge’s content', {}, 'match-merge', null],
    ['an earlier commit', earlier, 'earlier', '1 commit before head'],
    [
      'head with changes',
      { git: { tree_content: OTHER_CONTENT }, tests: { believed: false, content_after: OTHER_CONTENT } },
      'earlier',
      'uncommitted changes on top of HEAD',
    ],
    [
      'the session’s content alone',
      { git: { tree_content: OTHER_CONTENT }, tests: { believed: false } },
      'match-merge',
      null,
    ],
  ]
  test.each(relations)('%s', (_, facts, content, note) => {
    expect(placeIn('box', [artifact(facts)])).toMatchObject({ reason: 'IN_PREFIX', content, note })
  })

  const taken = (at: string | undefined, label: string) =>
    candidateOf('box', { probe: { taken_at: at } }, from('checkout', label))

  test('of two files of one content the one that was taken last, whatever they are called', () => {
    const [old, young] = ['2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z']
    expect(placeIn('box', [taken(old, 'a'), taken(young, 'b')]).label).toBe('b')
    expect(placeIn('box', [taken(young, 'a'), taken(old, 'b')]).label).toBe('a')
  })

  test('one that names no time could be the newest: none of the two speaks', () => {
    const files = [taken('2026-01-02T03:04:05Z', 'a'), taken(undefined, 'b')]
    expect(placeIn('box', files)).toMatchObject({
      reason: 'UNREADABLE_FILE',
      fact: 'b does not say when it was taken; which of a, b is the newest?',
    })
    expect(placeIn('box', files.slice(1)).label).toBe('b')
  })

  test('head is told from merge', () => {
    const reference = referenceOf({ merge: OTHER_CONTENT })
    expect(placeIn('box', [artifact()], { reference }).content).toBe('match-head')
  })

  test('files merged with an earlier pull request never speak for a later one', () => {
    const said = placeIn('box', [checkout(stale)])
    expect(said).toMatchObject({
      reason: 'NOT_THIS_PR',
      fact: 'checkout is about 9999999, not a1b2c3d',
      content: 'stale',
    })
  })

  test('a file that does not say its content speaks for nobody', () => {
    expect(
      placeIn('box', [checkout({ git: undefined, tests: { source: 'none', content_after: undefined } })])
        .reason,
    ).toBe('NOT_THIS_PR')
  })

  test('an unreadable file is named with line and cause', () => {
    const problems = [{ line: 7, key: 'git.head', message: 'is no object id' }]
    const said = placeIn('box', [{ ...artifact(), reading: { ok: false, problems } }])
    expect(said).toMatchObject({
      reason: 'UNREADABLE_FILE',
      fact: 'artifact: line 7: git.head is no object id',
    })
  })

  test('no file', () => {
    expect(placeIn('box', []).reason).toBe('NO_PROBE')
  })

  test('what could not be probed in this run says so', () => {
    const unprobed = [{ place: 'ci', reason: 'NO_INTERPRETER', fact: 'no python on PATH' }] as const
    expect(placeIn('ci', [], { unprobed })).toMatchObject({
      reason: 'NO_INTERPRETER',
      fact: 'no python on PATH',
    })
  })
})

describe('a file says what its name says', () => {
  const named = (place: Place, leg: string | undefined, facts: FactOverrides, kind: Provenance['kind']) =>
    candidateOf(place, facts, { ...from(kind), ...(leg === undefined ? {} : { leg }) })

  test.each<[string, Candidate, string]>([
    ['another place', named('box', undefined, { probe: { place: 'local' } }, 'artifact'), 'WRONG_PLACE'],
    ['another leg', named('box', 'codex', { probe: { leg: 'claude' } }, 'artifact'), 'WRONG_PLACE'],
    [
      'a leg that its name lacks',
      named('box', undefined, { probe: { leg: 'codex' } }, 'checkout'),
      'WRONG_PLACE',
    ],
    ['no leg, the name has one', named('box', 'codex', {}, 'artifact'), 'WRONG_PLACE'],
    ['a branch behind the place, committed', named('box', 'my-branch', {}, 'checkout'), 'IN_PREFIX'],
    [
      'a branch behind the leg, committed',
      named('box', 'codex-my-branch', { probe: { leg: 'codex' } }, 'checkout'),
      'IN_PREFIX',
    ],
  ])('%s', (_, candidate, reason) => {
    expect(placeIn('box', [candidate]).reason).toBe(reason)
  })
})

describe('ci is the record', () => {
  test.each(['artifact', 'text', 'checkout'] as const)('never from %s, and named', (kind) => {
    const said = placeIn('ci', [candidateOf('ci', {}, from(kind, 'probes/ci.txt'))])
    expect(said.reason).toBe('NO_PROBE')
    expect(said.note).toBe('ignored, ci comes only from this run: probes/ci.txt')
  })

  test('without GitHub the checkout may speak for it, and the note says so', () => {
    const reference = { commits: [], pullRequest: false }
    const said = placeIn('ci', [candidateOf('ci', {}, from('checkout'))], { ciFromFiles: true, reference })
    expect(said).toMatchObject({ reason: 'IN_PREFIX', note: 'read from a file, not made in this run' })
  })

  test('a file that names no provider was not made there', () => {
    expect(placeIn('ci', [candidateOf('ci', { probe: { ci: undefined } })]).reason).toBe('NOT_IN_CI')
  })

  test('what this run made serves with any tree; its tests do not', () => {
    const changed = {
      git: { tree_content: OTHER_CONTENT },
      tests: { content_before: OTHER_CONTENT, content_after: OTHER_CONTENT },
    }
    const { rows } = judgeCase(caseOf({ candidates: [candidateOf('ci', changed)] }))
    expect(rows[0]?.cells.ci?.reason).toBe('IN_PREFIX')
    expect(rows[5]?.cells.ci?.reason).toBe('STALE_CONTENT')
  })
})

describe('without a pull request', () => {
  const reference = { merge: OTHER_CONTENT, commits: [], pullRequest: false }
  const ciFile = (facts: FactOverrides = {}) => candidateOf('ci', facts, from('checkout'))
  const local = candidateOf('local', {}, from('checkout'))

  test('a ci file about another commit is passed over', () => {
    const more = { reference, ciFromFiles: true }
    expect(placeIn('ci', [local, ciFile()], more).reason).toBe('NOT_THIS_PR')
    expect(placeIn('local', [local, ciFile()], more).reason).toBe('NOT_THIS_PR')
  })

  test('outside a repository ci’s content is the reference', () => {
    const more = { reference: { commits: [], pullRequest: false }, ciFromFiles: true }
    expect(placeIn('local', [local, ciFile()], more).reason).toBe('IN_PREFIX')
    expect(placeIn('local', [local, ciFile(stale)], more).reason).toBe('NOT_THIS_PR')
  })

  test('else the checkout’s', () => {
    expect(placeIn('local', [local], { reference }).reason).toBe('NOT_THIS_PR')
    expect(placeIn('local', [local], { reference: { ...reference, merge: 'c0'.repeat(32) } }).reason).toBe(
      'IN_PREFIX',
    )
  })

  test('a ci file that does not say its content is no reference at all', () => {
    const mute = ciFile({ git: { head_content: undefined } })
    const more = { reference: { commits: [], pullRequest: false }, ciFromFiles: true }
    expect(placeIn('local', [local, mute], more).reason).toBe('NOT_THIS_PR')
  })
})

describe('legs', () => {
  const leg = (name: string, facts: FactOverrides = {}) =>
    candidateOf('ci', { ...facts, probe: { leg: name } }, { ...from('this-run', name), leg: name })
  const missing = { packages: { claimed: { requests: { importable: false, distribution: '' } } } }
  const unknown = { packages: { claimed: { requests: undefined } } }

  test.each<[string, Candidate[], string, string[]]>([
    ['every one holds', [leg('a'), leg('b')], 'IN_PREFIX', ['a IN_PREFIX', 'b IN_PREFIX']],
    ['one fails', [leg('a'), leg('b', missing)], 'MISSING', ['b MISSING']],
    ['one is unknown', [leg('a'), leg('b', unknown)], 'NOT_ASKED', ['b NOT_ASKED']],
    [
      'failing beats unknown, and names it behind',
      [leg('a', unknown), leg('b', missing)],
      'MISSING',
      ['b MISSING', 'a NOT_ASKED'],
    ],
    [
      'a whole place beside a leg is one of them',
      [leg('a'), candidateOf('ci', missing)],
      'MISSING',
      ['ci MISSING'],
    ],
  ])('%s', (_, candidates, reason, legs) => {
    expect(placeIn('ci', candidates)).toMatchObject({ reason, legs })
  })

  test('an expected one that is absent is missing', () => {
    const said = placeIn('ci', [leg('a')], { expect: ['ci-a', 'ci-b'] })
    expect(said).toMatchObject({ reason: 'MISSING_LEG', legs: ['b MISSING_LEG'], fact: 'no file from ci-b' })
  })

  test('where legs are expected, the gathering job’s own file is none of them', () => {
    const said = placeIn('ci', [leg('a'), candidateOf('ci', missing)], { expect: ['ci-a'] })
    expect(said).toMatchObject({ reason: 'IN_PREFIX', legs: ['a IN_PREFIX'] })
  })

  test('an expectation that is no place is a fault', () => {
    const { gate, faults } = judgeCase(caseOf({ expect: ['windows'] }))
    expect(faults).toHaveLength(1)
    expect(gate.verdict).toBe('blocked')
  })

  test('where none is expected, the note says that a missing one goes unnoticed', () => {
    expect(placeIn('ci', [leg('a')]).note).toBe('no leg is expected: a missing one goes unnoticed')
  })

  test('a leg left behind by an earlier pull request does not speak', () => {
    const old = candidateOf('box', { ...stale, probe: { leg: 'old' } }, { ...from('checkout'), leg: 'old' })
    expect(placeIn('box', [candidateOf('box'), old])).toMatchObject({ reason: 'IN_PREFIX', legs: [] })
  })
})

describe('what must still be asked about the pull request', () => {
  const bare: Reference = { merge: 'c0'.repeat(32), mergeSha: 'b'.repeat(40), commits: [], pullRequest: true }
  test.each<[string, Candidate[], Reference, { head: boolean; commits: boolean }]>([
    [
      'nothing, when all have the merge’s content',
      [candidateOf('local'), candidateOf('ci')],
      bare,
      { head: false, commits: false },
    ],
    ['both, for other content', [candidateOf('local', earlier)], bare, { head: true, commits: true }],
    [
      'the commits, when head does not settle it',
      [candidateOf('local', earlier)],
      { ...bare, head: OTHER_CONTENT },
      { head: false, commits: true },
    ],
    ['nothing for ci', [candidateOf('ci', earlier)], bare, { head: false, commits: false }],
    [
      'nothing without a pull request',
      [candidateOf('local', earlier)],
      { ...bare, pullRequest: false },
      { head: false, commits: false },
    ],
  ])('%s', (_, candidates, reference, needs) => {
    expect(needsReference(candidates, reference)).toEqual(needs)
  })
})

describe('a job of this run that checked out something else', () => {
  const leg = (facts: FactOverrides, name = 'py3.13') =>
    candidateOf('ci', { ...facts, probe: { leg: name } }, { leg: name })
  const good = leg({}, 'py3.12')

  test('does not speak for ci, and is not passed over', () => {
    expect(placeIn('ci', [good, leg(stale)])).toMatchObject({
      reason: 'NOT_THIS_PR',
      fact: 'probes/ci.txt is about 9999999, not a1b2c3d',
      legs: ['py3.13 NOT_THIS_PR'],
    })
  })

  test('nor does it once facts are taken out of it', () => {
    for (const git of [
      { head: undefined },
      { head_content: undefined },
      { state: undefined },
      { tree_content: undefined },
    ])
      expect(placeIn('ci', [good, leg({ ...stale, git: { ...stale.git, ...git } })]).legs).toEqual([
        'py3.13 NOT_THIS_PR',
      ])
  })

  test('git that refused is said of the tests, not of the place', () => {
    const refused: FactOverrides = {
      git: { state: 'refused', head: undefined, head_content: undefined, tree_content: undefined },
    }
    expect(placeIn('ci', [leg({ ...refused, tests: { source: 'none' } })]).reason).toBe('IN_PREFIX')
  })

  test('without a pull request it speaks: this run is what everything is about', () => {
    const reference = referenceOf({ pullRequest: false, commits: [] })
    expect(placeIn('ci', [leg(stale)], { reference }).reason).toBe('IN_PREFIX')
  })
})
