/** The recorded files are what the real probe writes: the same facts, in the same shape. */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { PLACES } from '../../src/core/model.ts'
import { needing } from '../support/needs.ts'
import { createWorld, record } from './support/recorded.ts'
import { RECORDED_FILE, recorded } from './support/recorded-files.ts'
import { contentOf, factsIn } from './support/text.ts'

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every fact by its path. */
const keysOf = (facts: object, above = ''): string[] =>
  Object.entries(facts).flatMap(([key, value]) =>
    isTable(value) ? [`${above}${key}`, ...keysOf(value, `${above}${key}.`)] : [`${above}${key}`],
  )

const again = 'record them again: WHERE_IT_RAN_RECORD=1 npx vitest run __tests__/walk-throughs/recorded.test.ts'

needing('posix').describe('recorded files', () => {
  const world = createWorld()

  test.each(PLACES)('%s: the facts that the probe writes today', async (place) => {
    const text = await record(place, world)
    if (process.env.WHERE_IT_RAN_RECORD && place === 'local') fs.writeFileSync(RECORDED_FILE, text)
    // Not every kernel counts logins.
    const found = keysOf(factsIn(text)).filter((key) => !key.endsWith('.login_changed'))
    expect(keysOf(factsIn(recorded(place))).sort(), again).toEqual(found.sort())
    const broken = Object.entries(factsIn(text)).filter(([, facts]) => 'error' in facts)
    expect(broken, 'no family breaks').toEqual([])
    const { git, tests } = factsIn(text)
    const { content } = contentOf(world.repo, place === 'ci' ? world.merge : world.head)
    expect([git?.head_content, git?.tree_content]).toEqual([content, content])
    const kept = factsIn(recorded(place))
    // Content ids and commits are made of bytes alone: the same on every machine.
    expect(kept.git?.head_content, again).toBe(git?.head_content)
    expect(kept.git?.tree_content, again).toBe(git?.tree_content)
    expect(kept.tests?.content_after, again).toBe(tests?.content_after)
  })
})
