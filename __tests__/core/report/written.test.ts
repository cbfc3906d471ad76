/** What is written once and used again is what would have been written there. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { inline, table, type WrittenTexts, write } from '../../../src/core/report/nodes.ts'
import { LADDER } from '../../../src/core/report/plan.ts'
import { outside, strong } from '../../../src/core/report/sentences.ts'
import { NASTY } from '../../support/arbitrary-facts.ts'
import { runs } from '../../support/runs.ts'
import { arbitraryVerdict, hostileVerdict } from '../../support/verdicts.ts'

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...NASTY, '|', '\\|', '- x', '| a |'))
const phrase = fc.oneof(
  text.map((value) => outside(value)),
  text.map((value) => value.replaceAll(/[\n\r]/g, ' ')),
  fc.constantFrom('✅', ' not found: ', '–', 'a_b').map(strong),
)

test('a cell written alone is the cell that its table would have held', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.array(phrase, { maxLength: 3 }), { minLength: 2, maxLength: 2 }), { maxLength: 4 }),
      (rows) => {
        const all = [[['A'], ['B']], ...rows]
        const plain = all.map((cells) => ({
          type: 'tableRow' as const,
          children: cells.map((line) => ({ type: 'tableCell' as const, children: inline(line) })),
        }))
        expect(write(table(all, new Map()))).toBe(write({ type: 'table', children: plain }))
      },
    ),
    runs(300),
  )
})

test('a report that shares its texts with other sizes is the report made alone', () => {
  fc.assert(
    fc.property(arbitraryVerdict(text, 4), (verdict) => {
      const written: WrittenTexts = new Map()
      for (const plan of LADDER)
        expect(renderMarkdown(verdict, {}, plan, written)).toBe(renderMarkdown(verdict, {}, plan))
    }),
    runs(30),
  )
  const hostile = hostileVerdict('a|b\n# c')
  const written: WrittenTexts = new Map()
  for (const plan of [...LADDER, ...LADDER])
    expect(renderMarkdown(hostile, {}, plan, written)).toBe(renderMarkdown(hostile, {}, plan))
})
