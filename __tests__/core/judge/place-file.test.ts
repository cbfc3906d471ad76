import { describe, expect, test } from 'vitest'
import { compareFiles, examineFile } from '../../../src/core/judge/place-file.ts'
import { areProvenDifferent } from '../../../src/core/judge/same-machine.ts'
import type { Candidate, Case, Place, Provenance } from '../../../src/core/model.ts'
import { placeName } from '../../../src/core/place.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import {
  BASE,
  CONTENT,
  candidateOf,
  caseOf,
  claimsOf,
  EARLIER,
  EARLIER_CONTENT,
  type FactOverrides,
  HEAD,
  OTHER_CONTENT,
  referenceOf,
} from '../../support/facts.ts'

const from = (provenance: Partial<Provenance>): Partial<Candidate> => ({
  provenance: { kind: 'artifact', label: 'a', ...provenance },
})
const STALE: FactOverrides = {
  git: { head: BASE, head_content: OTHER_CONTENT, tree_content: OTHER_CONTENT },
  tests: { content_before: OTHER_CONTENT, content_after: OTHER_CONTENT },
}
const REFUSED: FactOverrides = { ...STALE, git: { ...STALE.git, state: 'refused' } }
const OLDER: FactOverrides = {
  git: { head: EARLIER, head_content: EARLIER_CONTENT, tree_content: EARLIER_CONTENT },
  tests: { content_before: EARLIER_CONTENT, content_after: EARLIER_CONTENT },
}
const reference = referenceOf({ merge: 'a0'.repeat(32), head: CONTENT })
const box = (facts: FactOverrides = {}, more: Partial<Candidate> = {}) =>
  examineFile(candidateOf('box', facts, more), reference)

describe('which of two files comes first', () => {
  const issue = 'https://github.com/octo/demo/pull/7#issuecomment-'
  const atMerge: FactOverrides = {
    git: { tree_content: reference.merge },
    tests: { content_before: 'x', content_after: 'y' },
  }
  test.each([
    ['exact content before an earlier commit', box({}, from({ kind: 'checkout' })), box(OLDER)],
    ['the merge before an earlier commit', box(atMerge, from({ kind: 'checkout' })), box(OLDER)],
    [
      'the head’s content under another name before an earlier commit',
      box({ git: { head: BASE } }, from({ kind: 'checkout' })),
      box(OLDER),
    ],
    [
      'the merge’s content under another name before an earlier commit',
      box({ ...atMerge, git: { ...atMerge.git, head: BASE } }, from({ kind: 'checkout' })),
      box(OLDER),
    ],
    ['an earlier commit before none of them', box(OLDER, from({ kind: 'checkout' })), box(STALE)],
    ['artifact before text', box(), box({}, from({ kind: 'text' }))],
    ['text before checkout', box({}, from({ kind: 'text' })), box({}, from({ kind: 'checkout' }))],
    ['the newer run', box({}, from({ run: '10' })), box({}, from({ run: '9' }))],
    ['a run before none', box({}, from({ run: '1' })), box({}, from({}))],
    ['a run that is no number is none', box({}, from({ run: '1' })), box({}, from({ run: 'x9' }))],
    ['nor one that goes on', box({}, from({ run: '1' })), box({}, from({ run: '9x' }))],
    [
      'the newer comment',
      box({}, from({ kind: 'text', url: `${issue}123` })),
      box({}, from({ kind: 'text', url: `${issue}99` })),
    ],
    [
      'the newer comment, whatever its text',
      box({}, from({ kind: 'text', url: `${issue}99` })),
      box({}, from({ kind: 'text', url: `${issue}12` })),
    ],
    [
      'a comment before a link that goes on',
      box({}, from({ kind: 'text', url: `${issue}1` })),
      box({}, from({ kind: 'text', url: `${issue}99#x` })),
    ],
    ['else by label', box({}, from({ label: 'a' })), box({}, from({ label: 'b' }))],
    ['else by what they say', box({ host: { arch: 'a' } }), box({ host: { arch: 'b' } })],
  ])('%s', (_what, first, second) => {
    expect(Math.sign(compareFiles(first, second))).toBe(-1)
    expect(Math.sign(compareFiles(second, first))).toBe(1)
    expect(compareFiles(first, first)).toBe(0)
  })
})

describe('what a file is refused for', () => {
  const ciAt = (facts: FactOverrides, more: Partial<Candidate> = {}, ref = reference) =>
    examineFile(candidateOf('ci', facts, more), ref).refusal?.reason ?? null
  const checkout = { provenance: { kind: 'checkout', label: 'x' } } as const
  const alone = { commits: [], pullRequest: false }
  test.each([
    ['ci of this run, at another commit', ciAt(STALE), 'NOT_THIS_PR'],
    ['ci of this run, nothing to compare with', ciAt(STALE, {}, { commits: [], pullRequest: true }), null],
    ['ci of this run, git refused', ciAt(REFUSED), null],
    ['ci of this run, git unsaid', ciAt({ git: undefined, tests: undefined }), 'NOT_THIS_PR'],
    ['ci kept, git refused', ciAt(REFUSED, checkout), 'NOT_THIS_PR'],
    [
      'ci kept, nothing to compare with',
      ciAt(STALE, checkout, { commits: [], pullRequest: true }),
      'NOT_THIS_PR',
    ],
    [
      'box, nothing to compare with',
      examineFile(candidateOf('box', STALE), { commits: [], pullRequest: true }).refusal?.reason,
      'NOT_THIS_PR',
    ],
    [
      'box of this run, git refused',
      examineFile(candidateOf('box', REFUSED, from({ kind: 'this-run' })), reference).refusal?.reason,
      'NOT_THIS_PR',
    ],
    [
      'box of this run, nothing to compare with',
      examineFile(candidateOf('box', STALE, from({ kind: 'this-run' })), { commits: [], pullRequest: true })
        .refusal?.reason,
      'NOT_THIS_PR',
    ],
    ['without a pull request, made here', ciAt(STALE, {}, { ...alone, merge: CONTENT }), null],
    [
      'without a pull request, brought here',
      ciAt(STALE, checkout, { ...alone, merge: CONTENT }),
      'NOT_THIS_PR',
    ],
    [
      'without a pull request, only a head',
      ciAt(STALE, checkout, { ...alone, head: CONTENT }),
      'NOT_THIS_PR',
    ],
    ['without a pull request, nothing to compare with', ciAt(STALE, checkout, alone), null],
  ])('%s', (_what, found, expected) => {
    expect(found).toBe(expected)
  })

  test.each([
    [[], 'a: not readable'],
    [[{ message: 'wrong' }], 'a: wrong'],
    [[{ line: 3, message: 'wrong' }], 'a: line 3: wrong'],
    [[{ line: 3, key: 'git.head', message: 'wrong' }, { message: 'more' }], 'a: line 3: git.head wrong'],
  ])('problems %j', (problems, fact) => {
    const candidate: Candidate = { ...candidateOf('box'), ...from({}), reading: { ok: false, problems } }
    expect(examineFile(candidate, reference)).toMatchObject({
      leg: null,
      file: null,
      refusal: { reason: 'UNREADABLE_FILE', fact },
    })
  })

  test.each<[string | undefined, string | undefined, Provenance['kind'], boolean]>([
    [undefined, undefined, 'artifact', true],
    ['a', 'a', 'artifact', true],
    ['a', undefined, 'artifact', false],
    ['a', undefined, 'checkout', true],
    [undefined, 'a', 'checkout', false],
    ['a-topic', 'a', 'checkout', true],
    ['atopic', 'a', 'checkout', false],
    ['a-topic', 'a', 'text', false],
    ['a-topic', 'b', 'checkout', false],
  ])('named %s, says %s, from %s: %s', (named, says, kind, fits) => {
    const more = { ...from({ kind }), ...(named === undefined ? {} : { leg: named }) }
    expect(box({ probe: { leg: says } }, more).refusal === null).toBe(fits)
  })
})

test('a file of another place says which it is of, leg and all', () => {
  const wrong = examineFile(candidateOf('local', { probe: { place: 'box', leg: 'a' } }, from({})), reference)
  expect(wrong.refusal).toEqual({ reason: 'WRONG_PLACE', fact: 'a says it is from box-a' })
})

test('a file that fits is of its leg', () => {
  const found = examineFile(legOf('box', 'a'), reference)
  expect([found.leg, found.file?.leg]).toEqual(['a', 'a'])
  expect(box().file?.leg).toBeNull()
})

describe('a file without a time', () => {
  const dated = candidateOf('box')
  const undated = (facts: FactOverrides = {}) =>
    candidateOf('box', { ...facts, probe: { taken_at: undefined } })
  test.each<[string, Candidate[], object]>([
    ['speaks where it is alone', [undated()], { state: 'holds' }],
    ['does not matter behind better content', [dated, undated(OLDER)], { state: 'holds' }],
    ['speaks before worse content', [undated(), candidateOf('box', OLDER)], { state: 'holds' }],
    ['leaves open which of two is the newest', [undated(), dated], { reason: 'UNREADABLE_FILE' }],
  ])('%s', (_, files, expected) => {
    const { rows } = judgeCase(caseOf({ candidates: [candidateOf('local'), ...files, candidateOf('ci')] }))
    expect(rows[0]?.cells.box).toMatchObject(expected)
  })
})

describe('two places are two', () => {
  const facts = (host: object, runner?: string) =>
    ({ host, ...(runner ? { probe: { ci: { runner } } } : {}) }) as Parameters<typeof areProvenDifferent>[0]
  const outside = { in_container: false, machine: 'a' }
  const inside = { in_container: true, container: 'c', machine_absent: true }
  test.each([
    ['nothing said', facts({}), facts({}), false],
    ['other machines', facts({ machine: 'a' }), facts({ machine: 'b' }), true],
    ['one machine', facts({ machine: 'a' }), facts({ machine: 'a' }), false],
    ['one machine unsaid', facts({ machine: 'a' }), facts({}), false],
    [
      'other containers',
      facts({ machine: 'a', container: 'x' }),
      facts({ machine: 'a', container: 'y' }),
      true,
    ],
    ['outside and inside', facts(outside), facts(inside), true],
    ['inside and outside', facts(inside), facts(outside), true],
    ['outside unsaid', facts({ ...outside, in_container: undefined }), facts(inside), false],
    ['inside unsaid', facts(outside), facts({ ...inside, in_container: undefined }), false],
    ['inside, container unnamed', facts(outside), facts({ ...inside, container: undefined }), false],
    ['inside, with a machine id', facts(outside), facts({ ...inside, machine_absent: false }), false],
    ['both inside', facts(inside), facts(inside), false],
    ['other boots, both their own', facts({ boot: 'x' }), facts({ boot: 'y' }), false],
    ['other boots, one hosted', facts({ boot: 'x' }), facts({ boot: 'y' }, 'github-hosted'), true],
    ['other boots, another hoster', facts({ boot: 'x' }, 'hosted'), facts({ boot: 'y' }), true],
    ['other boots, self-hosted', facts({ boot: 'x' }, 'self-hosted'), facts({ boot: 'y' }), false],
    ['one boot, hosted', facts({ boot: 'x' }), facts({ boot: 'x' }, 'github-hosted'), false],
  ])('%s: %s', (_what, a, b, expected) => {
    expect(areProvenDifferent(a, b)).toBe(expected)
  })
})

const notesOf = (overrides: Partial<Case>) =>
  judgeCase(caseOf(overrides)).places.map((one) => `${placeName(one)}: ${one.note}`)
const legOf = (place: Place, leg: string, facts: FactOverrides = {}): Candidate => ({
  ...candidateOf(place, { ...facts, probe: { leg, ...facts.probe } }),
  leg,
})
const others = [candidateOf('local'), candidateOf('box')]
const kept = (label: string): Candidate => candidateOf('ci', {}, { provenance: { kind: 'checkout', label } })

describe('what is said of a place', () => {
  test.each<[string, Partial<Case>, readonly string[]]>([
    ['nothing', {}, ['local: null', 'box: null', 'ci: null']],
    [
      'commits before head, edited',
      {
        candidates: [
          candidateOf('local', OLDER, from({ kind: 'text', edited: true })),
          candidateOf('box', OLDER),
          candidateOf('ci'),
        ],
        reference: { ...referenceOf(), commits: [EARLIER, BASE, HEAD] },
      },
      ['local: 2 commits before head; edited after it was posted', 'box: 2 commits before head', 'ci: null'],
    ],
    [
      'changes',
      {
        candidates: [
          candidateOf('local', {
            ...OLDER,
            git: { ...OLDER.git, tree_content: OTHER_CONTENT, untracked: 1 },
          }),
          candidateOf('box', { git: { tree_content: OTHER_CONTENT, modified: 1 }, tests: STALE.tests }),
          candidateOf('ci'),
        ],
      },
      [
        'local: 1 commit before head, with uncommitted changes',
        'box: uncommitted changes on top of HEAD',
        'ci: null',
      ],
    ],
    ...[{ modified: 1 }, { deleted: 1 }, { modified: 1, deleted: 1 }].map(
      (counts): [string, Partial<Case>, readonly string[]] => [
        `changes on an earlier commit: ${JSON.stringify(counts)}`,
        {
          candidates: [
            candidateOf('local', { ...OLDER, git: { ...OLDER.git, tree_content: OTHER_CONTENT, ...counts } }),
          ],
          asked: { places: ['local'], why: '' },
        },
        ['local: 1 commit before head, with uncommitted changes'],
      ],
    ),
    [
      'legs that nobody expects',
      { candidates: [...others, legOf('ci', 'b'), legOf('ci', 'a')] },
      ['local: null', 'box: null', 'ci-a: no leg is expected: a missing one goes unnoticed', 'ci-b: null'],
    ],
    [
      'legs of which there is no file, whatever their order',
      { candidates: others, expect: ['ci-c', 'ci', 'ci-a', 'ci-b'] },
      ['local: null', 'box: null', 'ci: null', 'ci-a: null', 'ci-b: null', 'ci-c: null'],
    ],
    [
      'what is passed over, by name, where ci is said first',
      {
        candidates: [
          ...others,
          kept('probes/ci-b.txt'),
          legOf('ci', 'x'),
          legOf('ci', 'y'),
          kept('probes/ci-a.txt'),
        ],
        expect: ['ci-x', 'ci-y'],
      },
      [
        'local: null',
        'box: null',
        'ci-x: ignored, ci comes only from this run: probes/ci-a.txt, probes/ci-b.txt',
        'ci-y: null',
      ],
    ],
    [
      'legs that are expected',
      { candidates: [...others, legOf('ci', 'b'), legOf('ci', 'a')], expect: ['ci-b', 'ci-a'] },
      ['local: null', 'box: null', 'ci-a: null', 'ci-b: null'],
    ],
    [
      'a file read, not made here',
      { candidates: [...others, kept('probes/ci.txt')], ciFromFiles: true },
      ['local: null', 'box: null', 'ci: read from a file, not made in this run'],
    ],
    [
      'without a pull request',
      {
        candidates: [candidateOf('local', STALE, from({ kind: 'this-run' }))],
        reference: { commits: [], pullRequest: false, merge: CONTENT },
        asked: { places: ['local'], why: '' },
      },
      ['local: other content than this checkout'],
    ],
    [
      'with nothing to compare',
      {
        candidates: [candidateOf('local', { git: undefined }, from({ kind: 'this-run' }))],
        reference: { commits: [], pullRequest: false },
        asked: { places: ['local'], why: '' },
      },
      ['local: nothing to compare its content with'],
    ],
  ])('%s', (_what, overrides, expected) => {
    expect(notesOf(overrides)).toEqual(expected)
  })
})

describe('who speaks where nobody could look', () => {
  const only = (overrides: Partial<Case>) =>
    judgeCase(
      caseOf({
        claims: claimsOf({ claims: [{ kind: 'tests green', subject: 'suite', in: ['ci'] }] }),
        candidates: [],
        ...overrides,
      }),
    ).rows[0]?.cells.ci
  const why = (place: Place, leg?: string) => ({
    place,
    reason: 'NO_INTERPRETER' as const,
    fact: `of ${placeName({ place, leg })}`,
    ...(leg ? { leg } : {}),
  })
  test.each<[string, Partial<Case>, object]>([
    ['nobody tried', {}, { reason: 'NO_PROBE', fact: 'no file from ci', legs: [] }],
    ['ci tried', { unprobed: [why('ci')] }, { reason: 'NO_INTERPRETER', fact: 'of ci', legs: [] }],
    [
      'another place tried',
      { unprobed: [why('local'), why('box')] },
      { reason: 'NO_PROBE', fact: 'no file from ci' },
    ],
    [
      'one leg of two',
      { candidates: [legOf('ci', 'a')], unprobed: [why('ci', 'b')] },
      { reason: 'NO_INTERPRETER', fact: 'of ci-b', legs: [{ leg: 'b' }] },
    ],
    [
      'a leg of another place that could not be probed',
      { unprobed: [why('local', 'b')] },
      { reason: 'NO_PROBE', fact: 'no file from ci', legs: [] },
    ],
    [
      'one leg that could not be probed, one that is missing',
      { unprobed: [why('ci', 'b')], expect: ['ci-c'] },
      {
        legs: [
          { leg: 'b', reason: 'NO_INTERPRETER' },
          { leg: 'c', reason: 'MISSING_LEG' },
        ],
      },
    ],
    [
      'a leg that another place misses',
      { unprobed: [why('local', 'b')], expect: ['ci-b'] },
      { reason: 'MISSING_LEG', fact: 'no file from ci-b' },
    ],
    ['a whole place that is expected', { expect: ['ci'] }, { reason: 'NO_PROBE', fact: 'no file from ci' }],
    [
      'a leg with a file of another time',
      { candidates: [legOf('ci', 'a', STALE)], expect: [] },
      { reason: 'NOT_THIS_PR' },
    ],
  ])('%s', (_what, overrides, expected) => {
    expect(only(overrides)).toMatchObject({ state: 'unknown', ...expected })
  })

  test('a leg of another time adds no column, unless this very run made it', () => {
    const inBox = claimsOf({ claims: [{ kind: 'tests green', subject: 'suite', in: ['box'] }] })
    const { rows } = judgeCase(
      caseOf({ claims: inBox, candidates: [legOf('box', 'a'), legOf('box', 'old', STALE)] }),
    )
    expect(rows[0]?.cells.box).toMatchObject({ state: 'holds', legs: [{ leg: 'a' }] })
    expect(only({ candidates: [legOf('ci', 'a'), legOf('ci', 'old', STALE)] })).toMatchObject({
      state: 'unknown',
      legs: [{ leg: 'old', reason: 'NOT_THIS_PR' }],
    })
  })

  test('a leg counts that is refused for another reason, or about nobody knows what', () => {
    const legsOf = (...candidates: Candidate[]) => {
      const ciFromFiles = true
      const { rows } = judgeCase(caseOf({ candidates, ciFromFiles }))
      return Object.values(rows[0]?.cells ?? {}).flatMap((cell) => cell?.legs ?? [])
    }
    const { provenance } = kept('b')
    const noProvider = { ...legOf('ci', 'b', { ...STALE, probe: { ci: undefined } }), provenance }
    expect(legsOf(legOf('ci', 'a'), noProvider)).toContainEqual(
      expect.objectContaining({ leg: 'b', reason: 'NOT_IN_CI' }),
    )
    const nobodyKnows = legOf('box', 'b', { ...STALE, git: { ...STALE.git, head_content: undefined } })
    expect(legsOf(legOf('box', 'a'), nobodyKnows)).toContainEqual(
      expect.objectContaining({ leg: 'b', reason: 'NOT_THIS_PR' }),
    )
  })

  test('a file that serves speaks before one of the same content that does not', () => {
    const refused = candidateOf('ci', { probe: { ci: undefined } }, from({ kind: 'this-run', label: 'a' }))
    const cell = only({
      candidates: [refused, candidateOf('ci', {}, from({ kind: 'this-run', label: 'b' }))],
    })
    expect(cell?.state).toBe('holds')
  })

  test('a file that serves speaks before one that does not', () => {
    const cell = only({ candidates: [candidateOf('ci', STALE), candidateOf('ci')] })
    expect(cell?.state).toBe('holds')
  })
})

describe('a newer file of the same place that lacks what it would be ranked by', () => {
  const moved = referenceOf({ merge: 'a0'.repeat(32), head: CONTENT })
  const newer = (facts: FactOverrides, run = '4701') =>
    candidateOf('box', facts, from({ label: 'other', run }))
  const atMerge: FactOverrides = {
    git: { tree_content: moved.merge },
    tests: { content_before: moved.merge, content_after: moved.merge },
  }
  const cell = (other: Candidate) => {
    const candidates = [candidateOf('local'), candidateOf('box'), other, candidateOf('ci')]
    return judgeCase(caseOf({ candidates, reference: moved })).rows[0]?.cells.box
  }
  const open = { reason: 'UNREADABLE_FILE', fact: 'other does not say all of which content it is about' }
  const unsaid = { git: { ...STALE.git, head_content: undefined }, tests: STALE.tests }

  test.each<[string, Candidate, object]>([
    ['the head’s content, at no commit', newer({ git: { head: undefined } }), open],
    [
      'the merge’s content, at no commit',
      newer({ ...atMerge, git: { ...atMerge.git, head: undefined } }),
      open,
    ],
    ['other content, which is not said in full', newer(unsaid), open],
    ['the same, of the same run', newer(unsaid, '4700'), open],
    [
      'nothing that could be read',
      { ...newer({}), reading: { ok: false, problems: [] } },
      { reason: 'UNREADABLE_FILE', fact: 'other: not readable' },
    ],
    ['the same, of an older run', newer(unsaid, '4699'), { state: 'holds' }],
    ['the head’s content at its commit', newer({}), { state: 'holds' }],
    ['the merge’s content at a commit', newer(atMerge), { state: 'holds' }],
    [
      'the head’s content, at a commit of which not all is said',
      newer({ git: { head: BASE, head_content: undefined } }),
      { state: 'holds' },
    ],
    [
      'the merge’s content, at a commit of which not all is said',
      newer({ ...atMerge, git: { ...atMerge.git, head: BASE, head_content: undefined } }),
      { state: 'holds' },
    ],
    ['other content, said in full', newer(STALE), { state: 'holds' }],
    ['an earlier commit, said in full', newer(OLDER), { state: 'holds' }],
  ])('%s', (_, other, expected) => {
    expect(cell(other)).toMatchObject(expected)
  })
})
