import { expect, test } from 'vitest'
import { matchesGlob } from '../../../src/core/text/glob.ts'

test.each([
  [
    'tests/gpu/**',
    'tests/gpu/test_a.py tests/gpu/deep/test_b.py tests/gpu',
    'tests/gpu.py tests/gpux/a.py a/tests/gpu/b.py',
  ],
  ['tests/test_*.py', 'tests/test_.py tests/test_a.py', 'tests/sub/test_a.py tests/test_a.pyc'],
  ['*.md', 'a.md docs/a.md docs/deep/a.md', 'a.mdx md'],
  ['docs/**/*.md', 'docs/a.md docs/deep/a.md', 'a.md docs/a.txt'],
  ['a.b', 'a.b x/a.b', 'axb a.b/c'],
])('%s names %s, not %s', (glob, inside, outside) => {
  for (const path of inside.split(' ')) expect([path, matchesGlob(glob, path)]).toEqual([path, true])
  for (const path of outside.split(' ')) expect([path, matchesGlob(glob, path)]).toEqual([path, false])
})

test('a pattern and a path that somebody chose to fit badly take no time', () => {
  const start = performance.now()
  expect(matchesGlob(`${'*a'.repeat(90)}b`, 'a'.repeat(900))).toBe(false)
  expect(matchesGlob(`${'**/'.repeat(60)}b`, 'a/'.repeat(450))).toBe(false)
  expect(performance.now() - start).toBeLessThan(2_000)
})
