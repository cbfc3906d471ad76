import { expect, test } from 'vitest'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { judgeCase } from '../../../src/core/verdict.ts'
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
    {
      ...box,
      ...from('text', 'comment by eve'),
      reading: { ok: false as const, problems: [{ message: 'no TOML' }] },
    },
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

test('a file of the whole place beside legs that are expected', () => {
  const candidates = [
    box,
    candidateOf('box', { probe: { leg: 'a' } }, { leg: 'a', ...from('artifact', 'A') }),
  ]
  expect(unusedOf({ candidates, expect: ['box-a'] })).toEqual([
    { place: 'box', message: 'artifact probes-box of run 12: box is none of the legs that are expected' },
  ])
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
