import { describe, expect, test } from 'vitest'
import { examineFile } from '../../../src/core/judge/place-file.ts'
import { needsReference, referenceFor } from '../../../src/core/judge/reference.ts'
import type { Candidate, Reference } from '../../../src/core/model.ts'
import {
  BASE,
  CONTENT,
  candidateOf,
  EARLIER,
  type FactOverrides,
  HEAD,
  MERGE,
  OTHER_CONTENT,
  referenceOf,
} from '../../support/facts.ts'

const HEAD_CONTENT = 'a0'.repeat(32)
const at = (head: string, content: string): FactOverrides => ({
  git: { head, head_content: content, tree_content: content },
  tests: { content_before: content, content_after: content },
})

describe('needsReference', () => {
  const bare: Reference = { merge: CONTENT, commits: [], pullRequest: true, headSha: HEAD }
  const elsewhere = candidateOf('box', at(HEAD, HEAD_CONTENT))
  const held = candidateOf('ci', { secrets: { files: { '.env': { history: [HEAD] } } } })
  const seen = candidateOf('ci', { secrets: { found: { 'a.key': [HEAD] } } })
  const both = { head: true, commits: true }
  const none = { head: false, commits: false }
  test.each<[string, readonly Candidate[], Reference, { head: boolean; commits: boolean }]>([
    ['everything matches the merge', [candidateOf('local'), candidateOf('box')], bare, none],
    ['one file does not', [candidateOf('local'), elsewhere], bare, both],
    ['ci does not', [candidateOf('ci', at(HEAD, HEAD_CONTENT))], bare, none],
    ['an unreadable file', [{ ...elsewhere, reading: { ok: false, problems: [] } }], bare, none],
    ['no pull request', [elsewhere], { ...bare, pullRequest: false }, none],
    ['it matches the head', [elsewhere], { ...bare, head: HEAD_CONTENT }, none],
    ['the head is known', [elsewhere], { ...bare, head: OTHER_CONTENT }, { head: false, commits: true }],
    ['commits are known', [elsewhere], { ...bare, commits: [HEAD] }, { head: true, commits: false }],
    ['a secret in the history', [held], bare, { head: false, commits: true }],
    ['a tracked file that looks secret', [seen], bare, { head: false, commits: true }],
    ['the same, commits are known', [held], { ...bare, commits: [HEAD] }, none],
    ['the same, no pull request', [held], { ...bare, pullRequest: false }, none],
  ])('%s', (_what, candidates, reference, expected) => {
    expect(needsReference(candidates, reference)).toEqual(expected)
  })
})

describe('referenceFor', () => {
  const alone: Reference = { commits: [], pullRequest: false }
  const ofThisRun = candidateOf('ci')
  const kept = candidateOf('ci', {}, { provenance: { kind: 'checkout', label: 'probes/ci.txt' } })
  const theirs = { commits: [], pullRequest: false, merge: CONTENT, mergeSha: MERGE }
  test.each<[string, Reference, Candidate | undefined, Reference]>([
    ['a pull request stays what it is', referenceOf(), kept, referenceOf()],
    ['no ci file', alone, undefined, alone],
    ['an unreadable one', alone, { ...kept, reading: { ok: false, problems: [] } }, { ...alone, merge: 'unsaid' }],
    ['a kept ci file', alone, kept, theirs],
    [
      'a kept ci file about another commit',
      { ...alone, merge: OTHER_CONTENT, mergeSha: EARLIER },
      kept,
      { ...alone, merge: OTHER_CONTENT, mergeSha: EARLIER },
    ],
    [
      'a kept ci file that merged the checkout',
      { ...alone, merge: HEAD_CONTENT, mergeSha: HEAD },
      kept,
      { ...theirs, head: HEAD_CONTENT, headSha: HEAD },
    ],
    [
      'a kept ci file that merged into the checkout',
      { ...alone, merge: OTHER_CONTENT, mergeSha: BASE },
      kept,
      { ...alone, merge: OTHER_CONTENT, mergeSha: BASE },
    ],
    ['this run, checkout known', { ...alone, merge: OTHER_CONTENT }, ofThisRun, { ...alone, merge: OTHER_CONTENT }],
    ['this run, checkout unknown', alone, ofThisRun, theirs],
    [
      'a ci file that does not say',
      alone,
      candidateOf('ci', { git: { head: undefined, head_content: undefined } }, { provenance: kept.provenance }),
      { ...alone, merge: 'unsaid' },
    ],
  ])('%s', (_what, reference, ci, expected) => {
    expect(referenceFor(reference, ci ? [examineFile(ci, reference)] : [])).toEqual(expected)
  })

  const legsOf = (...facts: FactOverrides[]) =>
    facts.map((one) => examineFile(candidateOf('ci', one, { provenance: kept.provenance }), alone))

  test('legs that all merged the checkout speak for it; one that did not takes all their words', () => {
    const checkout: Reference = { ...alone, merge: HEAD_CONTENT, mergeSha: HEAD }
    expect(referenceFor(checkout, legsOf({}, {}))).toEqual({ ...theirs, head: HEAD_CONTENT, headSha: HEAD })
    expect(referenceFor(checkout, legsOf({}, { git: { parents: [BASE, EARLIER] } }))).toEqual(checkout)
    expect(referenceFor(checkout, legsOf({}, { git: { head: EARLIER } }))).toEqual(checkout)
  })

  test.each<[string, FactOverrides]>([
    ['another commit of the same content', { git: { head: EARLIER } }],
    ['other content of the same commit', { git: { head_content: OTHER_CONTENT } }],
  ])('legs that differ in the one thing: %s', (_, other) => {
    expect(referenceFor(alone, legsOf({}, other))).toEqual({ ...alone, merge: 'unsaid' })
  })

  test('one that cannot be read could say anything, whatever stands before it', () => {
    const unread: Candidate = { ...kept, reading: { ok: false, problems: [] } }
    const files = [kept, unread].map((one) => examineFile(one, alone))
    expect(referenceFor(alone, files)).toEqual({ ...alone, merge: 'unsaid' })
    const two = [kept, candidateOf('ci', at(BASE, OTHER_CONTENT), { provenance: kept.provenance })]
    for (const legs of [two, two.toReversed()])
      expect(
        referenceFor(
          alone,
          legs.map((one) => examineFile(one, alone)),
        ),
      ).toEqual({ ...alone, merge: 'unsaid' })
    const same = [kept, kept].map((one) => examineFile(one, alone))
    expect(referenceFor(alone, same)).toEqual(theirs)
  })
})
