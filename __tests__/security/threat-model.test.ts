import { expect, test } from 'vitest'
import { hasTest, readPage } from '../support/pages.ts'
import { STRINGS } from './support/corpus.ts'

const page = readPage('docs/threat-model.md')
/** `file` › title, up to the next one, the end of the cell or of the sentence. */
const named = [
  ...page
    .replaceAll('\n', ' ')
    .matchAll(/`([\w/.-]+\.(?:ts|txt))` › (?!\*)(.+?)(?=; `[\w/.-]+\.(?:ts|txt)` ›| \||\)[.,]| ?\))/g),
].map(([, file = '', title = '']) => [file, title.trim()] as const)

test('the page names tests enough', () => {
  expect(named.length).toBeGreaterThan(80)
})

test.each([...new Set(named.map((one) => one.join(' › ')))])('%s', (one) => {
  const [file = '', title = ''] = one.split(' › ')
  expect(hasTest(file, title)).toBe(true)
})

test('every way in the issue has its row: defended, or said not to be', () => {
  for (const word of [
    'tracked interpreter',
    'edited',
    'quoted',
    'products',
    'leg',
    'fork',
    'workflow',
    'stranger',
    'bot',
    'earlier pull request',
    'swapped',
  ])
    expect(page.includes(word), word).toBe(true)
})

test('its numbers are those of the corpus', () => {
  expect(/holds (\d+) strings/.exec(page)?.[1]).toBe(String(STRINGS.length))
})
