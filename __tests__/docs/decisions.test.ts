/** Every decision says what could go wrong, what was chosen, and which test fails when the choice is lost. */
import { describe, expect, test } from 'vitest'
import { findPages, hasTest, readPage } from '../support/pages.ts'

const decisions = findPages()
  .filter((page) => /^docs\/decisions\/(?!README)/.test(page))
  .flatMap((page) => {
    const [, ...parts] = readPage(page).split(/^## /m)
    return parts.map((part) => {
      const [title = ''] = part.split('\n')
      const [context, choice, guard = ''] = part
        .slice(title.length)
        .split(/^\*\*(?:Context\.|Choice\.|Guarded by)\*\*/m)
        .slice(1)
        .map((text) => text.replace(/\s+/g, ' ').trim())
      return { name: `${page.slice('docs/decisions/'.length)}: ${title}`, context, choice, guard }
    })
  })

test('there are as many decisions as there were, each with its own name', () => {
  expect(new Set(decisions.map(({ name }) => name)).size).toBe(decisions.length)
  expect(decisions.length).toBeGreaterThanOrEqual(74)
})

describe.each(decisions)('$name', ({ context, choice, guard }) => {
  test('has a context and a choice', () => {
    expect([context, choice]).toEqual([expect.stringMatching(/\S{2}/), expect.stringMatching(/\S{2}/)])
  })

  test('names tests that exist', () => {
    const named = guard.replace(/ \(.*\)$/, '').split(/; (?=`)/)
    const missing = named.filter((one) => {
      const [, file = '', title = ''] = /^`([\w/.-]+\.(?:ts|txt))` › (.{6,})$/.exec(one) ?? []
      return !hasTest(file, title)
    })
    expect([guard, missing]).toEqual([expect.stringMatching(/./), []])
  })
})
