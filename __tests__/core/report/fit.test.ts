import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMENT_LIMIT, fitMarkdown, SUMMARY_LIMIT } from '../../../src/core/report/fit.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import type { Row } from '../../../src/core/verdict-model.ts'
import { runs } from '../../support/runs.ts'
import { arbitraryVerdict, cellOf, hostileVerdict, rowOf, verdictOf } from '../../support/verdicts.ts'

const HEAD = '| Claim in chat | Probe | Local | Agent box | CI |'
const long = 'x|`'.repeat(400)
const held = (subject: string): Row =>
  rowOf({ local: cellOf('IN_PREFIX', { fact: long }), ci: cellOf('IN_PREFIX', { fact: long }) }, { subject })
const broken = (subject: string): Row =>
  rowOf(
    { local: cellOf('IN_PREFIX', { fact: long }), ci: cellOf('MISSING', { fact: long, fix: `${long}${subject}` }) },
    { subject },
  )
const rows = (length: number, make: (subject: string) => Row): Row[] =>
  Array.from({ length }, (_, n) => make(`s${n} ${long}`))

const bytes = (text: string): number => Buffer.byteLength(text)

describe('fitMarkdown', () => {
  it('leaves a report that fits as it is', () => {
    expect(fitMarkdown(verdictOf(), COMMENT_LIMIT)).toBe(renderMarkdown(verdictOf()))
  })

  it('gives up details first and says which, the table and the next step stay', () => {
    const verdict = verdictOf({ rows: rows(60, broken) })
    const text = fitMarkdown(verdict, { characters: 50_000, bytes: 200_000 }, { fullReport: 'probes/report.md' })
    expect(text.split('\n').filter((line) => line.startsWith('| package'))).toHaveLength(60)
    expect(text).toMatch(/Left out to fit: diff, .*The whole report: `probes\/report.md`/)
    expect(text).toContain('**Next step, CI**')
  })

  it('folds rows that hold everywhere before any row that does not', () => {
    const verdict = verdictOf({ rows: [...rows(400, held), broken('culprit')] })
    const text = fitMarkdown(verdict, { characters: 20_000, bytes: 80_000 })
    expect(text).toContain('400 more claims hold in every place asked')
    expect(text).toContain('`culprit`')
  })

  it('as the last resort shows the deciding rows that fit and counts the others', () => {
    const unknown = (subject: string): Row => rowOf({ ci: cellOf('NOT_ASKED') }, { subject })
    const verdict = verdictOf({ rows: [...rows(2000, unknown), broken('culprit')] })
    const text = fitMarkdown(verdict, COMMENT_LIMIT)
    const shown = text.split('\n').filter((line) => line.startsWith('| package')).length
    expect(shown).toBeGreaterThan(100)
    expect(text).toContain('`culprit`')
    expect(text).toContain(`${2001 - shown} more rows do not fit here`)
  })

  it.each([
    ['comment', COMMENT_LIMIT, 65_536],
    ['summary', SUMMARY_LIMIT, 1024 * 1024],
  ])('keeps a %s below what the platform takes', (_what, limit, hard) => {
    const text = fitMarkdown(verdictOf({ rows: rows(1500, broken) }), limit)
    expect(text.length).toBeLessThan(hard)
    expect(bytes(text)).toBeLessThanOrEqual(limit.bytes)
    expect(text).toContain(HEAD)
  })

  it('never exceeds a limit and never loses the table', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(long, '文'.repeat(300), '|'.repeat(300)),
    )
    const limits = fc.record({
      characters: fc.integer({ min: 3500, max: 20_000 }),
      bytes: fc.integer({ min: 7000, max: 20_000 }),
    })
    fc.assert(
      fc.property(arbitraryVerdict(text, 12), limits, (verdict, limit) => {
        const report = fitMarkdown(verdict, limit)
        expect(report.length).toBeLessThanOrEqual(limit.characters)
        expect(bytes(report)).toBeLessThanOrEqual(limit.bytes)
        expect(report).toContain(HEAD)
      }),
      runs(60),
    )
  })

  it('keeps even a report of nothing but long strings small', () => {
    const verdict = hostileVerdict(long)
    const many = {
      ...verdict,
      loosened: Array.from({ length: 200 }, () => ({ what: 'claim dropped' as const, key: long })),
      faults: Array.from({ length: 200 }, () => ({ where: long, message: long, fix: long })),
    }
    const text = fitMarkdown(many, { characters: 12_000, bytes: 24_000 })
    expect(text.length).toBeLessThanOrEqual(12_000)
    expect(text).toContain(HEAD)
  })

  it('keeps the table whatever 64 KiB of hostile text stand in every field', () => {
    const pieces = fc.constantFrom(
      '|',
      '`',
      '\n',
      '</details>',
      '<!--',
      '\u202e',
      '文',
      '🙂',
      '@octocat ',
      '\\',
      '# ',
      'x',
    )
    const hostile = fc
      .array(pieces, { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join('').repeat(65_536 / parts.join('').length))
    fc.assert(
      fc.property(hostile, fc.constantFrom(COMMENT_LIMIT, SUMMARY_LIMIT), (evil, limit) => {
        const report = fitMarkdown(hostileVerdict(evil), limit)
        expect(report.length).toBeLessThanOrEqual(limit.characters)
        expect(bytes(report)).toBeLessThanOrEqual(limit.bytes)
        expect(report.split('\n').filter((line) => line === HEAD)).toHaveLength(1)
        expect(report.split('\n').filter((line) => line.startsWith('| package'))).toHaveLength(1)
      }),
      runs(8),
    )
  })
})
