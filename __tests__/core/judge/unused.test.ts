import { expect, test } from 'vitest'
import type { Candidate } from '../../../src/core/model.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, OTHER_CONTENT } from '../../support/facts.ts'

const from = (kind: 'artifact' | 'text' | 'checkout', label: string) => ({ provenance: { kind, label } })
const other = {
  git: { head: '9'.repeat(40), head_content: OTHER_CONTENT, tree_content: OTHER_CONTENT },
  tests: { content_before: OTHER_CONTENT, content_after: OTHER_CONTENT },
}
const box = candidateOf('box', {}, from('artifact', 'artifact probes-box of run 12'))
const unusedOf = (more: Parameters<typeof caseOf>[0]) => judgeCase(caseOf(more)).unused

test('whatever was read and does not speak is named with the reason, and what speaks is not', () => {
  const candidates = [
    candidateOf('local'),
    candidateOf('ci'),
    box,
    candidateOf('box', {}, from('checkout', 'probes/box.txt')),
    candidateOf('box', other, from('text', 'comment by octocat')),
    { ...box, ...from('text', 'comment by eve'), reading: { ok: false as const, problems: [{ message: 'no TOML' }] } },
  ]
  expect(unusedOf({ candidates })).toEqual([
    { place: 'box', message: 'probes/box.txt: artifact probes-box of run 12 speaks for box instead' },
    { place: 'box', message: 'comment by octocat is about 9999999, not a1b2c3d, which is other content' },
    { place: 'box', message: 'comment by eve: no TOML' },
  ])
})

test('a file that is refused is said by its cells, not twice', () => {
  const candidates = [candidateOf('local'), candidateOf('ci'), candidateOf('box', other)]
  expect(unusedOf({ candidates })).toEqual([])
})

test('one that cannot be read is said once: by its cells where it is alone, else here', () => {
  const unread = { ...box, ...from('text', 'comment by eve'), reading: { ok: false as const, problems: [] } }
  expect(unusedOf({ candidates: [candidateOf('local'), candidateOf('ci'), unread] })).toEqual([])
  // No file of local and ci: nothing was considered there, which is not this one.
  expect(unusedOf({ candidates: [box, unread] })).toEqual([{ place: 'box', message: 'comment by eve: not readable' }])
})

test('a file of the whole place beside legs that are expected', () => {
  const candidates = [box, candidateOf('box', { probe: { leg: 'a' } }, { leg: 'a', ...from('artifact', 'A') })]
  expect(unusedOf({ candidates, expect: ['box-a'] })).toEqual([
    { place: 'box', message: 'artifact probes-box of run 12: box is none of the legs that are expected' },
  ])
})

test('files under the names of branches that are about other commits are told together, and nobody is told to delete', () => {
  const left = (place: 'local' | 'box', branch: string) =>
    candidateOf(place, other, { ...from('checkout', `probes/${place}-${branch}.txt`), leg: branch })
  const rest = [candidateOf('local'), box, candidateOf('ci')]
  const names = Array.from({ length: 14 }, (_, n) => `topic-${String(n).padStart(2, '0')}`)
  expect(unusedOf({ candidates: [...rest, left('box', 'my-topic')] })).toEqual([
    expect.objectContaining({ place: 'box' }),
  ])
  const two = [...rest, left('local', 'one'), left('box', 'two')]
  expect(unusedOf({ candidates: two })).toEqual([
    { place: null, message: 'probes/local-one.txt, probes/box-two.txt: about other commits' },
  ])
  const [many] = unusedOf({ candidates: [...rest, ...names.map((name) => left('local', name))] })
  expect(many?.message).toContain('probes/local-topic-11.txt and 2 more: about')
  expect(many?.message).not.toContain('topic-12')
  expect(renderMarkdown(judgeCase(caseOf({ candidates: two })))).not.toContain('git rm')
})

test('what sources did not read comes after it, and the comment says both', () => {
  const unused = [{ place: 'local' as const, message: 'artifact probes-local of run 3: expired' }]
  const candidates = [candidateOf('ci'), box, candidateOf('box', {}, from('checkout', 'probes/box.txt'))]
  const verdict = judgeCase(caseOf({ candidates, unused }))
  expect(verdict.unused.map(({ place }) => place)).toEqual(['box', 'local'])
  const text = renderMarkdown(verdict)
  expect(text).toContain('Found and not used: `artifact probes-local of run 3: expired`')
  expect(text).toContain('Found and not used: `probes/box.txt: artifact probes-box of run 12 speaks')
})

test('only what was committed under a branch’s name and is about other commits is told together', () => {
  const together = (candidates: readonly Candidate[] = [], ciFromFiles = false) =>
    unusedOf({ candidates: [candidateOf('local'), box, ...candidates], ciFromFiles }).flatMap(({ place, message }) =>
      place === null ? [message] : [],
    )
  const kept = (label: string, leg: string | undefined, facts: object = other) =>
    candidateOf('box', facts, { ...from('checkout', label), ...(leg === undefined ? {} : { leg }) })
  const sent = (leg: string) => candidateOf('box', { ...other, probe: { leg } }, { ...from('artifact', leg), leg })
  const inCi = (leg: string) =>
    candidateOf('ci', { ...other, probe: { leg } }, { ...from('checkout', `probes/ci-${leg}.txt`), leg })
  expect(together([candidateOf('ci'), kept('a', 'a'), kept('b', 'b')])).toEqual(['a, b: about other commits'])
  expect(together([candidateOf('ci'), kept('a', 'a'), kept('b', undefined)])).toEqual([])
  expect(together([candidateOf('ci'), kept('a', 'a'), kept('b', 'b', {})])).toEqual([])
  expect(together([candidateOf('ci'), sent('a'), sent('b')])).toEqual([])
  expect(together([inCi('a'), inCi('b')], true)).toEqual([])
  const dozen = Array.from({ length: 12 }, (_, n) => kept(`f${n}`, `f${n}`))
  const [told] = unusedOf({ candidates: [candidateOf('local'), box, candidateOf('ci'), ...dozen] })
  expect(told?.message).not.toContain(' more')
})
