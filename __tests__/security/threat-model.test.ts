import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { atRoot } from '../support/bed.ts'
import { STRINGS } from './support/corpus.ts'

const page = readFileSync(atRoot('docs/threat-model.md'), 'utf8')
/** `file` › title, up to the next one, the end of the cell or of the sentence. */
const named = [
  ...page
    .replaceAll('\n', ' ')
    .matchAll(/`([\w/.-]+\.ts)` › (?!\*)(.+?)(?=; `[\w/.-]+\.ts` ›| \||\)[.,]| ?\))/g),
].map(([, file = '', title = '']) => [file, title.trim()] as const)

test('the page names tests enough', () => {
  expect(named.length).toBeGreaterThan(80)
})

test.each([...new Set(named.map((one) => one.join(' › ')))])('%s', (one) => {
  const [file = '', title = ''] = one.split(' › ')
  expect(existsSync(atRoot(`__tests__/${file}`)), file).toBe(true)
  const text = readFileSync(atRoot(`__tests__/${file}`), 'utf8')
  // A title stands in quotes, whole or from its beginning: in a table it may go on.
  expect(
    text.includes(`'${title}`) ||
      text.includes(`"${title}`) ||
      text.includes(`\`${title}`) ||
      text.includes(`%s ${title}`),
    title,
  ).toBe(true)
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
