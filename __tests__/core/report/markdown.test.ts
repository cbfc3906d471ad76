import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextStep } from '../../../src/core/advice/next-step.ts'
import type { Place } from '../../../src/core/model.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { titlesOf, trustText } from '../../../src/core/report/phrases.ts'
import { renderText } from '../../../src/core/report/text.ts'
import { decideGate } from '../../../src/core/verdict/gate.ts'
import type { Signal } from '../../../src/core/verdict-model.ts'
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
      // Our own, to the page about places.
      links: 1,
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
        fc.constantFrom('|', '\\', '`', '``', '\n', '<', '>', '@a', '#1', '*', '_', '[', '](', ')', '!', ' ', '~', '-'),
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
    expect(title).toBe('**Where it ran: pass, 3 cells asked, 0 unknown, 0 failing, 0 unexplained differences**')
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
    // What our own comment is known by.
    for (const report of [fork, never, renderMarkdown(verdict)]) expect(report).toMatch(/^\*\*Where it ran/)
    expect(never).not.toMatch(/\bpass\b/)
  })

  it('names the one step that mends most', () => {
    const one = cellOf('UNSET', { fix: 'set it' })
    const many = cellOf('NO_PROBE', { fix: 'run the probe' })
    const verdict = verdictOf({ rows: [rowOf({ ci: one, box: many }), rowOf({ ci: cellOf('IN_PREFIX'), box: many })] })
    expect(renderMarkdown(verdict)).toContain('**Next step, Agent box** (mends 2 cells): `run the probe`')
  })

  it('names first what the reader can mend where he stands', () => {
    const { rows } = verdictOf({
      rows: [
        rowOf({ local: cellOf('UNSET', { fix: 'set it' }), box: cellOf('NO_PROBE', { fix: 'run the probe' }) }),
        rowOf({ local: cellOf('IN_PREFIX'), box: cellOf('NO_PROBE', { fix: 'run the probe' }) }),
      ],
    })
    const step = (here?: Place) =>
      /^\*\*Next step.*$/m.exec(renderMarkdown({ ...verdictOf({ rows }), ...(here ? { here } : {}) }))?.[0]
    expect(step()).toBe('**Next step, Agent box** (mends 2 cells): `run the probe`')
    expect(step('local')).toBe('**Next step, Local** (for a person): `set it`')
    // Where nothing is to be done here, somebody else has to.
    expect(step('ci')).toBe('**Next step, Agent box** (mends 2 cells): `run the probe`')
  })

  it('does not name a step for a cell that does not shut the gate', () => {
    const verdict = verdictOf({
      rows: [
        rowOf({ ci: cellOf('NO_PROBE', { fix: 'run the probe' }), local: cellOf('UNSET', { fix: 'set it' }) }),
        rowOf({ ci: cellOf('NO_PROBE', { fix: 'run the probe' }) }),
      ],
    })
    const gate = decideGate({ ...verdict, authorMayLoosen: true, failOn: ['fails'] })
    expect(nextStep({ ...verdict, gate })).toEqual({ text: 'set it', place: 'local', mends: 1, steps: 1 })
  })

  it('shows three signals, in their order, and folds the rest with its count', () => {
    const signals = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
      id,
      places: ['local' as const],
      trust: null,
      what: `what ${id}`,
      next: `next ${id}`,
    }))
    const rows = [rowOf({ ci: cellOf('UNSET') })]
    const report = renderMarkdown(verdictOf({ rows, signals }))
    const [open = '', folded = ''] = report.split('<summary>2 more signals</summary>')
    expect(open.match(/^- \*\*.\*\*/gm)).toEqual(['- **a**', '- **b**', '- **c**'])
    expect(folded.match(/^- \*\*.\*\*/gm)).toEqual(['- **d**', '- **e**'])
    expect(renderMarkdown(verdictOf({ rows, signals: signals.slice(0, 3) }))).not.toContain('more signal')
  })

  it('says once what several signals in a row say of trust', () => {
    const signal = (id: string, apart: readonly Place[]): Signal => ({
      id,
      places: ['local', 'box', 'ci'],
      apart,
      trust: false,
      what: 'w',
      next: 'n',
    })
    const signals = [signal('a', ['box']), signal('b', ['box']), signal('c', ['local'])]
    const rows = [rowOf({ ci: cellOf('UNSET') })]
    for (const text of [renderMarkdown(verdictOf({ rows, signals })), renderText(verdictOf({ rows, signals }))]) {
      expect(text.match(/says nothing of Agent box/g)).toHaveLength(1)
      expect(text.match(/says nothing of Local/g)).toHaveLength(1)
    }
  })

  it.each<[Partial<Signal>, string]>([
    [
      { trust: false, places: ['local', 'box', 'ci'], apart: ['box'] },
      'a green of Local or CI says nothing of Agent box, nor the reverse',
    ],
    [{ trust: false, places: ['local', 'ci'] }, 'a green of Local or CI counts for that place only'],
    [{ trust: false, places: ['box'] }, 'do not trust a green of Agent box'],
    [{ trust: 'as-far-as-it-goes', places: ['box'] }, 'trust a green of Agent box as far as it goes'],
    [{ trust: true, places: ['local', 'ci'] }, 'a green of Local or CI counts for the other, as a second opinion'],
  ])('names every place where it speaks of trust: %j', (signal, said) => {
    expect(trustText({ id: 'x', what: 'w', next: 'n', places: [], trust: null, ...signal }, titlesOf({}))).toBe(said)
  })

  it('folds what holds everywhere in a long table that blocks, and never in a short one', () => {
    const holding = Array.from({ length: 12 }, (_, n) => rowOf({ ci: cellOf('IN_PREFIX') }, { subject: `p${n}` }))
    const open = rowOf({ ci: cellOf('UNSET') }, { kind: 'env var set', subject: 'MODE' })
    const rows = [...holding, open]
    const report = renderMarkdown(verdictOf({ rows }))
    const [shown = '', folded = ''] = report.split('<summary>12 more claims hold in every place asked</summary>')
    expect(shown.match(/^\| (?:package|env).*$/gm)).toHaveLength(1)
    expect(folded.match(/^\| (?:package|env).*$/gm)).toHaveLength(12)
    expect(renderText(verdictOf({ rows }))).toContain('12 more claims hold in every place asked')
    expect(renderMarkdown(verdictOf({ rows: rows.slice(1) }))).not.toContain('more claims hold')
    expect(renderMarkdown(verdictOf({ rows: [...holding, ...holding] }))).not.toContain('more claims hold')
  })

  it('says once what is wrong with a whole place, and again after another reason', () => {
    const none = cellOf('NO_PROBE', { fact: 'no file from box' })
    const rows = [
      rowOf({ box: none, ci: cellOf('UNSET', { fact: 'not set' }) }),
      rowOf({ box: none, ci: cellOf('UNSET', { fact: 'not set' }) }),
      rowOf({ box: cellOf('NOT_THIS_PR', { fact: 'about 1234567' }) }),
      rowOf({ ci: cellOf('IN_PREFIX', { fact: 'x' }) }),
      rowOf({ box: cellOf('NOT_THIS_PR', { fact: 'about 1234567' }) }),
      rowOf({ box: cellOf('NOT_THIS_PR', { fact: 'about 7654321' }) }),
    ]
    const column = (n: number) =>
      renderMarkdown(verdictOf({ rows }))
        .split('\n')
        .filter((line) => line.startsWith('| package'))
        .map((line) => line.split(' | ')[n]?.replace(' |', ''))
    const about = '❓ the file is about other content than is judged here'
    expect(column(3)).toEqual([
      '❓ no probe file from this place',
      '❓ as above',
      `${about}: \`about 1234567\``,
      '–',
      '❓ as above',
      `${about}: \`about 7654321\``,
    ])
    // A claim's own reason is said each time.
    expect(column(4)).toEqual(['❌ `not set`', '❌ `not set`', '–', '✅ `x`', '–', '–'])
  })

  it('says at its head that the gate is loosened, and names the session notes', () => {
    const report = renderMarkdown(verdictOf({ loosened: [{ what: 'claim dropped', key: 'secret stored/.env' }] }), {
      notes: 'probes/notes.md',
    })
    expect(report.indexOf('claim dropped `secret stored/.env`')).toBeLessThan(report.indexOf('| Claim in chat'))
    expect(report).toContain('`probes/notes.md`')
  })
})
