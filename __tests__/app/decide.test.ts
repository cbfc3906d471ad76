import { describe, expect, test } from 'vitest'
import { decide, type Question } from '../../src/app/decide.ts'
import type { Evidence } from '../../src/app/gather.ts'
import type { ReferenceLookup } from '../../src/app/ports.ts'
import type { Claims, Place, ProbeText } from '../../src/core/model.ts'
import {
  CONTENT,
  caseOf,
  claimsOf,
  EARLIER,
  type FactOverrides,
  factsOf,
  HEAD,
  OTHER_CONTENT,
} from '../support/facts.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'

const { asked, expect: legs, failOn, authorMayLoosen, commands, reference } = caseOf()
const textOf = (place: Place, facts: FactOverrides = {}): ProbeText => ({
  provenance: place === 'ci' ? { kind: 'this-run', label: 'probes/ci.txt' } : { kind: 'artifact', label: place },
  named: { place },
  text: writeProbeFile(factsOf(place, facts)),
})
const evidenceOf = (overrides: Partial<Evidence> = {}): Evidence => ({
  claims: claimsOf(),
  baseClaims: claimsOf(),
  own: ['cli_helpers'],
  texts: [textOf('local'), textOf('box'), textOf('ci')],
  notes: [],
  faults: [],
  loosened: [],
  ...overrides,
})
const questionOf = (overrides: Partial<Question> = {}): Question => ({
  evidence: evidenceOf(),
  asked,
  reference,
  expect: legs,
  failOn,
  authorMayLoosen,
  commands,
  faults: [],
  ...overrides,
})

/** Answers once, and remembers what it was asked. */
function lookup(answers: Partial<ReferenceLookup> = {}) {
  const seen: string[] = []
  const ask =
    <T>(name: string, answer: (commit: string) => Promise<T>) =>
    async (commit = '') => {
      seen.push(name)
      return answer(commit)
    }
  const all: ReferenceLookup = {
    headContent: ask('head', answers.headContent ?? (async () => CONTENT)),
    commits: ask('commits', answers.commits ?? (async () => [EARLIER, HEAD])),
    changedSince: ask('since', answers.changedSince ?? (async () => ['docs/a.md'])),
    headIsOnline: ask('online', answers.headIsOnline ?? (async () => false)),
  }
  return { all, seen }
}

describe('a probe that the pull request changed', () => {
  const loosened = [{ what: 'probe changed', key: 'scripts/agent_probes/agent_probe.py' }] as const
  const suite = async (facts: FactOverrides) => {
    const texts = [textOf('local'), textOf('box', { tests: { failed: 1 } }), textOf('ci', facts)]
    const verdict = await decide(questionOf({ evidence: evidenceOf({ texts, loosened }) }))
    const row = verdict.rows.find(({ kind }) => kind === 'tests green')
    return ['local', 'box', 'ci'].map((place) => row?.cells[place as Place]?.reason)
  }
  test('what it recorded proves nothing, and what is red stays red', async () => {
    expect(await suite({})).toEqual(['FOREIGN_RECORD', 'FAILED', 'FOREIGN_RECORD'])
  })
  test('tests that this check started itself count', async () => {
    expect(await suite({ tests: { source: 'run' } })).toEqual(['FOREIGN_RECORD', 'FAILED', 'GREEN'])
  })
})

describe('what is not known about the pull request', () => {
  const { head: _head, ...rest } = reference
  const bare = { ...rest, commits: [] }

  test('is not asked when every file is about the merge', async () => {
    const { all, seen } = lookup()
    const { gate } = await decide(questionOf({ reference: bare }), all)
    expect([gate.verdict, seen]).toEqual(['pass', []])
  })

  test('is asked when one is not, and then decides', async () => {
    const { all, seen } = lookup()
    const { places } = await decide(questionOf({ reference: { ...bare, merge: OTHER_CONTENT } }), all)
    expect(seen).toEqual(['head'])
    expect(places.map(({ place, content }) => [place, content])).toEqual([
      ['local', 'match-head'],
      ['box', 'match-head'],
      ['ci', 'match-head'],
    ])
  })

  test('commits are asked for only where the head does not settle it', async () => {
    const { all, seen } = lookup({ headContent: async () => 'f'.repeat(64) })
    await decide(questionOf({ reference: { ...bare, merge: OTHER_CONTENT } }), all)
    expect(seen).toEqual(['head', 'commits'])
  })

  test('and cannot be asked, is a fault that shuts the gate', async () => {
    const { all } = lookup({
      headContent: () => Promise.reject(new Error('the tree is truncated')),
      commits: () => Promise.reject(new Error('403')),
    })
    const { gate, faults } = await decide(questionOf({ reference: { ...bare, merge: OTHER_CONTENT } }), all)
    expect(gate.verdict).toBe('blocked')
    expect(faults.map(({ message }) => message)).toEqual([
      'content of the head: the tree is truncated',
      'commits of the pull request: 403',
    ])
  })

  test('and nobody can be asked: the files are not of this pull request', async () => {
    const question = questionOf({ reference: { ...bare, merge: OTHER_CONTENT, headSha: EARLIER } })
    const { gate } = await decide(question)
    expect(gate.verdict).toBe('blocked')
  })
})

describe('what lies between an earlier commit and the head', () => {
  const older = textOf('box', {
    git: { head: EARLIER, head_content: OTHER_CONTENT, tree_content: OTHER_CONTENT },
    tests: { content_before: OTHER_CONTENT, content_after: OTHER_CONTENT },
  })
  const evidence = (claims: Partial<Claims>) =>
    evidenceOf({ texts: [textOf('local'), older, textOf('ci')], claims: claimsOf(claims) })
  const suite = { claims: [{ kind: 'tests green', subject: 'suite', in: ['box', 'ci'] }] } as const

  test('is asked for where tests of an earlier commit are not accepted, and then told', async () => {
    const { all, seen } = lookup()
    const { rows } = await decide(questionOf({ evidence: evidence({ ...suite, olderTests: false }) }), all)
    expect(seen).toEqual(['since'])
    expect(rows[0]?.cells.box).toMatchObject({
      reason: 'OLDER_CONTENT',
      fact: 'at d4e5f6a, 1 commit and 1 file before head',
    })
  })

  test('is not asked for where they are, nor of files about the head', async () => {
    const { all, seen } = lookup()
    await decide(questionOf({ evidence: evidence(suite) }), all)
    await decide(questionOf({ evidence: evidenceOf({ claims: claimsOf({ olderTests: false }) }) }), all)
    expect(seen).toEqual([])
  })

  test('and GitHub does not say: nothing is taken to be apart', async () => {
    const { all } = lookup({ changedSince: async () => undefined })
    const claims = evidence({ ...suite, olderTests: false, apart: ['docs/**'] })
    const { rows } = await decide(questionOf({ evidence: claims }), all)
    expect(rows[0]?.cells.box).toMatchObject({ reason: 'OLDER_CONTENT', fact: 'at d4e5f6a, 1 commit before head' })
  })
})

describe('how the head was made', () => {
  const oneOf = { places: ['ci'], oneOf: ['local', 'box'], why: 'a person' } as const
  const onlyCi = evidenceOf({ texts: [textOf('ci')] })

  test('on github.com, where no file of local or box is about it: ci alone is asked', async () => {
    const { all, seen } = lookup({ headIsOnline: async () => true })
    const { gate, asked } = await decide(questionOf({ asked: oneOf, evidence: onlyCi }), all)
    expect([gate.verdict, asked.places, seen]).toEqual(['pass', ['ci'], ['online']])
  })

  test('on a machine: a file of one is asked for', async () => {
    const { gate, asked } = await decide(questionOf({ asked: oneOf, evidence: onlyCi }), lookup().all)
    expect([gate.verdict, asked.places]).toEqual(['blocked', ['local', 'ci']])
  })

  test('is not asked where a file is about it, nor where the places are named', async () => {
    const { all, seen } = lookup()
    const { asked } = await decide(questionOf({ asked: oneOf }), all)
    await decide(questionOf({ evidence: onlyCi }), all)
    expect([asked.places, seen]).toEqual([['local', 'ci'], []])
  })

  test('and GitHub does not say: a fault', async () => {
    const { all } = lookup({ headIsOnline: () => Promise.reject(new Error('403')) })
    const { faults, gate } = await decide(questionOf({ asked: oneOf, evidence: onlyCi }), all)
    expect([gate.verdict, faults.map(({ message }) => message)]).toEqual(['blocked', ['the commit at the head: 403']])
  })
})

test.each<[string, Partial<Question>]>([
  ['a fault met outside', { faults: [{ where: 'api', message: 'it broke' }] }],
  ['a fault met while gathering', { evidence: evidenceOf({ faults: [{ where: 'text', message: 'it broke' }] }) }],
])('%s reaches the verdict and shuts the gate', async (_, question) => {
  const { gate, faults } = await decide(questionOf(question))
  expect(gate.verdict).toBe('blocked')
  expect(faults).toEqual([expect.objectContaining({ message: 'it broke' })])
})

test('a file that is no probe file is unknown with its line', async () => {
  const local = { ...textOf('local'), text: `${writeProbeFile(factsOf('local'))}\n[git\n` }
  const { rows, gate } = await decide(
    questionOf({ evidence: evidenceOf({ texts: [local, textOf('box'), textOf('ci')] }) }),
  )
  expect(gate.verdict).toBe('blocked')
  expect(rows[0]?.cells.local).toMatchObject({
    state: 'unknown',
    reason: 'UNREADABLE_FILE',
    fact: expect.stringMatching(/line \d+/),
  })
})

test('a place that could not be probed says why', async () => {
  const unprobed = [{ place: 'ci', reason: 'NO_INTERPRETER', fact: 'no python on PATH' }] as const
  const texts = [textOf('local'), textOf('box')]
  const { rows } = await decide(questionOf({ unprobed, evidence: evidenceOf({ texts }) }))
  expect(rows[0]?.cells.ci).toMatchObject({
    state: 'unknown',
    reason: 'NO_INTERPRETER',
    fact: 'no python on PATH',
    fix: expect.any(String),
  })
})
