/** The three renderers say the same: every state and every count, read back from what they print. */
import fc from 'fast-check'
import type { Table } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, it } from 'vitest'
import { PLACES } from '../../../src/core/model.ts'
import type { Reason } from '../../../src/core/reasons.ts'
import { renderJson } from '../../../src/core/report/json.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { renderText } from '../../../src/core/report/text.ts'
import type { Verdict } from '../../../src/core/verdict-model.ts'
import { runs } from '../../support/runs.ts'
import { arbitraryVerdict, cellOf, hostileVerdict, rowOf, verdictOf } from '../../support/verdicts.ts'

interface Said {
  readonly states: readonly (readonly string[])[]
  readonly unknown: number
  readonly failing: number
  readonly unexplained: number
  readonly notAsked: number
}

const saidBy = ({ rows, gate }: Verdict): Said => ({
  states: rows.map(({ cells }) => PLACES.map((place) => cells[place]?.state ?? 'not asked')),
  unknown: gate.unknown,
  failing: gate.failing,
  unexplained: gate.unexplained,
  notAsked: gate.notAsked,
})

const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)
const counts = (text: string) => ({
  unknown: number(text, /(\d+) unknown,/),
  failing: number(text, /(\d+) failing,/),
  unexplained: number(text, /(\d+) unexplained/),
})

const MARKS: Record<string, string> = { '✅': 'holds', '❌': 'fails', '❓': 'unknown', '–': 'not asked' }

function fromMarkdown(text: string): Said {
  const tree = unified().use(remarkParse).use(remarkGfm).parse(text)
  const table = tree.children.find((node): node is Table => node.type === 'table')
  const states = (table?.children ?? []).slice(1).map(({ children }) =>
    children.slice(2).map(({ children: [first] }) => {
      const mark = first?.type === 'text' ? [...first.value][0] : undefined
      return MARKS[mark ?? ''] ?? 'unreadable'
    }),
  )
  return { states, ...counts(text), notAsked: number(text, /(\d+) cells? (?:is|are) not asked/) }
}

function fromText(text: string): Said {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => /^-+$/.test(line))
  const to = lines.findIndex((line, index) => index > from && /^-+$/.test(line))
  const states = lines.slice(from + 1, to).map((line) => {
    const cells = /(?:(?:[✔✘?] (holds|fails|unknown|earlier)\*?|(–)) *){3}$/u.exec(line)?.[0] ?? ''
    return cells
      .trim()
      .split(/\s{2,}/)
      .map((cell) => (cell === '–' ? 'not asked' : cell.slice(2).replace('*', '').replace('earlier', 'holds')))
  })
  return { states, ...counts(text), notAsked: number(text, /(\d+) cells? (?:is|are) not asked/) }
}

function fromJson(text: string): Said {
  const { rows, gate } = JSON.parse(text)
  const { unknown, failing, unexplained, notAsked } = gate
  const states = rows.map(({ cells }: { cells: Record<string, { state: string } | null> }) =>
    PLACES.map((place) => cells[place]?.state ?? 'not asked'),
  )
  return { states, unknown, failing, unexplained, notAsked }
}

describe('the three renderers', () => {
  it('agree on every state and count', () => {
    fc.assert(
      fc.property(arbitraryVerdict(fc.string({ maxLength: 12 })), (verdict) => {
        const said = saidBy(verdict)
        expect(fromMarkdown(renderMarkdown(verdict))).toEqual(said)
        expect(fromText(renderText(verdict))).toEqual(said)
        expect(fromJson(renderJson(verdict))).toEqual(said)
      }),
      runs(80),
    )
  })
})

describe('renderJson', () => {
  it('has the shape that programs read', () => {
    const unset = cellOf('UNSET', {
      fact: 'not set',
      fix: 'set it, then push',
      legs: [{ leg: 'py3.13', state: 'fails', reason: 'UNSET', fact: 'not set' }],
    })
    const verdict = verdictOf({
      rows: [rowOf({ ci: unset }, { kind: 'env var set', subject: 'A' })],
      places: [
        {
          place: 'ci',
          leg: 'py3.13',
          provenance: { kind: 'this-run', label: 'x' },
          probeVersion: '1.0.0',
          content: 'match-merge',
          note: null,
          facts: {},
        },
      ],
      differences: [{ key: 'git.cwd', values: { local: '.', ci: 'a' }, counted: true, explained: null }],
      signals: [{ id: 'other-version', places: ['local', 'box'], trust: false, what: 'w', next: 'n' }],
      checks: [{ id: 'own-modules-from-repo', state: 'holds' }],
    })
    expect(JSON.parse(renderJson(verdict))).toMatchObject({
      format: 1,
      verdict: 'blocked',
      gate: { failOn: ['unknown', 'fails'], unknown: 0, failing: 1, unexplained: 1, notAsked: 2, loosened: [] },
      places: [{ place: 'ci', leg: 'py3.13', source: 'this-run', probe: '1.0.0', content: 'match-merge', note: null }],
      rows: [
        {
          claim: 'env var set',
          subject: 'A',
          cells: {
            local: null,
            box: null,
            ci: {
              state: 'fails',
              reason: 'UNSET',
              fact: 'not set',
              fix: 'set it, then push',
              explained: null,
              legs: [{ leg: 'py3.13', state: 'fails' }],
            },
          },
        },
      ],
      differences: [{ key: 'git.cwd', values: { local: '.', ci: 'a' }, counted: true, explained: null }],
      signals: [{ id: 'other-version', places: ['local', 'box'], trust: false, what: 'w', next: 'n' }],
      next: { text: 'set it, then push', place: 'ci', mends: 1 },
      checks: [{ id: 'own-modules-from-repo', state: 'holds' }],
    })
  })

  it('escapes what a screen would act on and reads back the same', () => {
    const evil = '\u001b[2J\u202e\u200b\u2028\u{e0041}\u009b'
    const json = renderJson(hostileVerdict(evil))
    expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(JSON.parse(json).rows[0].subject).toBe(evil)
  })
})

describe('renderText', () => {
  it('says once what reason and fact both say, and both where they say two things', () => {
    const said = (reason: Reason, fact: string) =>
      renderText(verdictOf({ rows: [rowOf({ ci: cellOf(reason, { fact }) })] })).split('\n')
    expect(said('UNSET', 'not set in the test process')).toContain(
      '✘ CI, package installed: requests: not set in the test process',
    )
    expect(said('SHADOWED', '~/old/requests.py')).toContain(
      '✘ CI, package installed: requests: another copy is imported instead: ~/old/requests.py',
    )
    expect(said('NO_PROBE', 'no file from ci')).toContain(
      '? CI, package installed: requests: no probe file from this place',
    )
  })

  it('says what a green rests on, also what was left out of it', () => {
    const green = cellOf('GREEN', { fact: '1 passed, 99 skipped at a1b2c3d, 1 deselected by configuration' })
    const rows = [
      rowOf({ local: green, ci: green }, { kind: 'tests green', subject: 'suite' }),
      rowOf({ ci: cellOf('IN_PREFIX') }),
    ]
    const told = renderText(verdictOf({ rows }))
      .split('\n')
      .filter((line) => line.startsWith('✔'))
    expect(told).toEqual(['Local', 'CI'].map((place) => `✔ ${place}, tests green: suite: ${green.fact}`))
  })

  it('fits 80 columns in its table and lists every open cell with its fix', () => {
    const verdict = verdictOf({
      rows: [
        rowOf(
          { box: cellOf('NO_PROBE', { fix: 'run the probe' }), ci: cellOf('IN_PREFIX') },
          { subject: 'x'.repeat(200) },
        ),
      ],
    })
    const lines = renderText(verdict).split('\n')
    const rule = lines.indexOf('-'.repeat(80))
    expect([...(lines[rule + 1] ?? '')].length).toBeLessThanOrEqual(80)
    expect(lines[rule + 1]).toMatch(/^package installed: x+… {2}– +\? unknown +✔ holds$/)
    expect(lines).toContain('  -> run the probe')
    expect(lines.some((line) => line.startsWith('? Agent box, package installed: xxx'))).toBe(true)
  })

  it('keeps wide characters in their columns', () => {
    const [row] = renderText(verdictOf({ rows: [rowOf({ ci: cellOf('IN_PREFIX') }, { subject: '文件🙂' })] }))
      .split('\n')
      .filter((line) => line.includes('文件'))
    // Three wide characters: three fewer than the columns they take.
    expect(row?.indexOf('–')).toBe('package installed: '.length + 22 + '🙂'.length - 1 - 3 + 2)
  })

  it('colours only when asked to', () => {
    const esc = String.fromCharCode(27)
    expect(renderText(verdictOf())).not.toContain(esc)
    expect(renderText(verdictOf(), { colour: true })).toContain(`${esc}[32m`)
  })

  it('prints no character of others that a terminal acts on', () => {
    const text = renderText(hostileVerdict('\u001b]0;x\u0007\u202e\n\r::error::x'))
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(text).not.toMatch(/^::/m)
  })
})
