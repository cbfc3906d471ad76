import { expect, test } from 'vitest'
import { EARLIER, EARLIER_CONTENT, referenceOf } from '../../support/facts.ts'
import { cellOf } from '../../support/judge-cell.ts'

const content = EARLIER_CONTENT
const facts = {
  git: { head: EARLIER, head_content: content, tree_content: content },
  tests: { content_before: content, content_after: content },
}
/** The box tested one commit before the head; these files have changed since. */
const reasonWith = (files: readonly string[], apart: readonly string[]): string =>
  cellOf('tests green', 'suite', {
    facts,
    claims: { olderTests: false, apart },
    case: { reference: referenceOf({ since: { [EARLIER]: files } }) },
  }).reason

test.each<[string, string, boolean]>([
  ['*.md', 'README.md', true],
  ['*.md', 'docs/deep/a.md', true],
  ['*.md', 'a.md.py', false],
  ['docs/**', 'docs/a.py', true],
  ['docs/**', 'docs/deep/a.py', true],
  ['docs/**', 'src/docs/a.py', false],
  ['docs/**/*.md', 'docs/a.md', true],
  ['docs/**/*.md', 'docs/x/y/a.md', true],
  ['docs/*', 'docs/x/a.md', false],
  ['/*', 'a.md', false],
  ['LICENSE', 'LICENSE', true],
  ['LICENSE', 'XLICENSE', false],
  ['a.b', 'a-b', false],
  ['*', 'docs/anything.py', true],
])('%s and %s: apart is %s', (pattern, file, apart) =>
  expect(reasonWith([file], [pattern])).toBe(apart ? 'GREEN_EARLIER' : 'OLDER_CONTENT'),
)

test('one file that is not apart is enough, and no file is no list', () => {
  expect(reasonWith(['README.md', 'src/app.py'], ['*.md'])).toBe('OLDER_CONTENT')
  expect(reasonWith(['README.md', 'docs/x.png'], ['*.md', 'docs/**'])).toBe('GREEN_EARLIER')
  expect(reasonWith([], ['**'])).toBe('OLDER_CONTENT')
})

test('other claims of such a file still serve', () => {
  const cell = cellOf('package installed', 'requests', { facts, claims: { olderTests: false } })
  expect(cell).toMatchObject({ state: 'holds' })
})
