import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { NASTY } from '../../support/arbitrary-facts.ts'
import { toHtml } from '../../support/bed/render.mjs'
import { cellOf, hostileVerdict, rowOf, verdictOf } from '../../support/verdicts.ts'

const count = (html: string, pattern: RegExp): number => (html.match(pattern) ?? []).length

/** What GitHub makes of the report: the elements that a string from outside could have added. */
async function skeleton(evil: string): Promise<Record<string, number>> {
  const html = await toHtml(renderMarkdown(hostileVerdict(evil)))
  const outside = html.replaceAll(/<code[^>]*>[^<]*<\/code>/g, '')
  return {
    links: count(html, /<a\b/g),
    images: count(html, /<img\b/g),
    headings: count(html, /<h[1-6]\b/g),
    quotes: count(html, /<blockquote\b/g),
    rules: count(html, /<hr\b/g),
    breaks: count(html, /<br\b/g),
    tables: count(html, /<table\b/g),
    rows: count(html, /<tr\b/g),
    cells: count(html, /<t[dh]\b/g),
    items: count(html, /<li\b/g),
    paragraphs: count(html, /<p\b/g),
    details: count(html, /<details\b/g),
    closed: count(html, /<\/details>/g),
    fences: count(html, /<pre\b/g),
    strong: count(html, /<strong\b/g),
    emphasis: count(html, /<(?:em|del|sup|sub|input|section)\b/g),
    code: count(html, /<code\b/g),
    mentions: count(outside, /@[a-z]/g),
    references: count(outside, /#\d/g),
  }
}

const ATTACKS = [
  ...NASTY,
  'a\\|b',
  'a\\\\|b',
  '\\',
  '`|`',
  '``|',
  '| a | b |\n| - | - |',
  '\n\n# heading',
  '\n\n| x |\n| - |\n',
  '<img src=x onerror=alert(1)>',
  '<a href="https://example.com">x</a>',
  '<!--',
  '[x](https://example.com)',
  '[x]: https://example.com',
  '[^1]',
  '<https://example.com>',
  'www.example.com',
  'mail@example.com',
  ':tada:',
  '**bold** _em_ ~~del~~',
  '$x$ $$y$$',
  '&lt;b&gt;',
  '- [ ] task',
  '> quote',
  '---',
  '    indented',
  ' ',
  '`` ` ``',
  '~~~',
  '```\n</details>\n',
  '@org/team',
  'GH-1 owner/repo#1',
]

describe('renderMarkdown', () => {
  it('gives no string from outside any effect on the page', async () => {
    const expected = await skeleton('harmless')
    expect(expected).toMatchObject({
      links: 0,
      images: 0,
      headings: 0,
      tables: 1,
      rows: 3,
      cells: 15,
      mentions: 0,
      references: 0,
      emphasis: 0,
      breaks: 0,
    })
    // An empty fact is left out; every other string is shown.
    for (const attack of ATTACKS.filter((text) => text !== ''))
      expect({ attack, ...(await skeleton(attack)) }).toEqual({ attack, ...expected })
  })

  it('nor any string that chance finds', async () => {
    const expected = await skeleton('harmless')
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(
          '|',
          '\\',
          '`',
          '``',
          '\n',
          '<',
          '>',
          '@a',
          '#1',
          '*',
          '_',
          '[',
          '](',
          ')',
          '!',
          ' ',
          '~',
          '-',
        ),
        fc.string({ minLength: 1, maxLength: 3 }),
      ),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(parts, async (found) => {
        expect(await skeleton(found.join(''))).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('shows exactly five columns', () => {
    const table = renderMarkdown(verdictOf())
      .split('\n')
      .filter((line) => line.startsWith('|'))
    expect(table[0]).toBe('| Claim in chat | Probe | Local | Agent box | CI |')
    expect(table).toHaveLength(3)
  })

  it('passes in two lines and a folded table', () => {
    const [title, standing, ...rest] = renderMarkdown(verdictOf())
      .split('\n')
      .filter((line) => line !== '')
    expect(title).toBe(
      '**Where it ran: pass, 3 cells asked, 0 unknown, 0 failing, 0 unexplained differences**',
    )
    expect(standing).toMatch(/^Asked: local, box, ci/)
    expect(rest[0]).toBe('<details>')
    expect(rest.at(-1)).toBe('</details>')
  })

  it("never says that a fork's report passed, nor that an unenforced gate did", () => {
    const fork = renderMarkdown(verdictOf(), { voice: 'fork' })
    expect(fork).toContain("as reported by the fork's own workflow")
    expect(fork).not.toMatch(/\bpass\b/)
    const verdict = verdictOf()
    const never = renderMarkdown({ ...verdict, gate: { ...verdict.gate, failOn: ['never'] } })
    expect(never).toContain('not enforced')
    expect(never).not.toMatch(/\bpass\b/)
  })

  it('names the one step that mends most', () => {
    const one = cellOf('UNSET', { fix: 'set it' })
    const many = cellOf('NO_PROBE', { fix: 'run the probe' })
    const verdict = verdictOf({
      rows: [rowOf({ ci: one, box: many }), rowOf({ ci: cellOf('IN_PREFIX'), box: many })],
    })
    expect(renderMarkdown(verdict)).toContain('**Next step** (mends 2 cells): `run the probe`')
  })

  it('says at its head that the gate is loosened, and names the session notes', () => {
    const report = renderMarkdown(
      verdictOf({ loosened: [{ what: 'claim dropped', key: 'secret stored/.env' }] }),
      {
        notes: 'probes/notes.md',
      },
    )
    expect(report.indexOf('claim dropped `secret stored/.env`')).toBeLessThan(
      report.indexOf('| Claim in chat'),
    )
    expect(report).toContain('`probes/notes.md`')
  })
})
