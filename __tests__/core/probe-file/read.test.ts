import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem, Reading } from '../../../src/core/model.ts'
import { readProbeFile } from '../../../src/core/probe-file/read.ts'
import { FIRST_LINE } from '../../../src/core/probe-file/schema.ts'
import { MAX_PROBLEMS } from '../../../src/core/shape/check.ts'
import { arbitraryFacts } from '../../support/arbitrary-facts.ts'
import { writeProbeFile } from '../../support/write-probe-file.ts'

const HEAD = `${FIRST_LINE}\n[probe]\nformat = 1\nplace = "local"\n`

function problemsOf(reading: Reading): readonly Problem[] {
  return reading.ok ? [] : reading.problems
}

describe('readProbeFile', () => {
  it('reads the facts that are there and nothing else', () => {
    const reading = readProbeFile(`${HEAD}[interpreter]\nversion = "3.12.7"\nin_venv = false\n`)
    expect(reading).toEqual({
      ok: true,
      facts: { probe: { format: 1, place: 'local' }, interpreter: { version: '3.12.7', in_venv: false } },
    })
  })

  it.each([
    ['a byte order mark', `\uFEFF${HEAD}`],
    ['Windows line ends', HEAD.replaceAll('\n', '\r\n')],
    ['both, and no last line end', `\uFEFF${HEAD.replaceAll('\n', '\r\n').trimEnd()}`],
  ])('tolerates %s', (_what, text) => {
    expect(readProbeFile(text)).toEqual({ ok: true, facts: { probe: { format: 1, place: 'local' } } })
  })

  it.each<[string, string, Partial<Problem>]>([
    ['nothing', '', { line: 1, message: expect.stringContaining('not a probe file') }],
    ['a file without the first line', '[probe]\n', { line: 1 }],
    ['another format', FIRST_LINE.replace('1', '2'), { line: 1, message: expect.stringContaining('format 2') }],
    ['broken TOML', `${HEAD}[host\n`, { line: 5, message: expect.stringMatching(/^not TOML: [^\n]*$/) }],
    ['a doubled key', `${HEAD}place = "box"\n`, { line: 5 }],
    ['a doubled section', `${HEAD}[probe]\n`, { line: 5 }],
    [
      'a file over the size',
      HEAD + `# ${'x'.repeat(1000)}\n`.repeat(300),
      { message: expect.stringContaining('256 KiB') },
    ],
    [
      'more bytes than characters',
      HEAD + `# ${'é'.repeat(1000)}\n`.repeat(135),
      { message: expect.stringContaining('256 KiB') },
    ],
    ['too many lines', HEAD + '\n'.repeat(8000), { message: expect.stringContaining('8000 lines') }],
    ['a line too long', `${HEAD}# ${'x'.repeat(17_000)}\n`, { line: 5 }],
    [
      'a word that is none of those',
      `${HEAD}[tests]\nsource = "guess"\n`,
      { line: 6, message: 'expected one of "session", "run", "report", "none"' },
    ],
    ['deep nesting', `${HEAD}x = ${'['.repeat(5000)}\n`, { line: 5, message: expect.stringContaining('nested') }],
    ...['x = [\n]\n', 'x = [ # none\n  # "-k",\n\n]\n', 'x = [\r\n]\r\n'].map((list): [string, string, object] => [
      `a list whose items were taken out: ${JSON.stringify(list)}`,
      HEAD + list,
      { line: 5, message: expect.stringContaining('taken out') },
    ]),
    ['half a surrogate pair', `${HEAD}version = "\ud800"\n`, { line: 5 }],
    ['no place', `${FIRST_LINE}\n[probe]\nformat = 1\n`, { key: 'probe.place', message: 'missing' }],
    ['no format', `${FIRST_LINE}\n[probe]\nplace = "ci"\n`, { key: 'probe.format', message: 'missing' }],
    ['a format that is not the first line’s', HEAD.replace('= 1', '= 2'), { key: 'probe.format', line: 3 }],
    ['an unknown key', `${HEAD}colour = "red"\n`, { key: 'probe.colour', line: 5 }],
    ['an unknown section', `${HEAD}[colours]\n`, { key: 'colours', line: 5 }],
    ['a key named like a prototype’s', `${HEAD}[constructor]\n`, { key: 'constructor', line: 5 }],
    ['a __proto__ section', `${HEAD}[__proto__]\nplace = 1\n`, { key: '__proto__', line: 5 }],
    ['a wrong type', `${HEAD}[host]\nin_container = "yes"\n`, { key: 'host.in_container', line: 6 }],
    [
      'a date for a text',
      `${HEAD}[host]\nshell = 2026-01-02\n`,
      { key: 'host.shell', message: expect.stringContaining('date') },
    ],
    ['a table for a text', `${HEAD}[host.shell]\n`, { key: 'host.shell', line: 5 }],
    ['a list for a table', `${HEAD}[[host]]\n`, { key: 'host', line: 5 }],
    [
      'a fraction for a count',
      `${HEAD}[git]\nmodified = 1.0\n`,
      { key: 'git.modified', message: 'expected a whole number, found a number that is not whole' },
    ],
    [
      'a negative count',
      `${HEAD}[git]\nmodified = -1\n`,
      { key: 'git.modified', message: expect.stringContaining('range') },
    ],
    ['a count past 2^53', `${HEAD}[git]\nmodified = 9007199254740993\n`, { key: 'git.modified' }],
    ['inf for a count', `${HEAD}[git]\nmodified = inf\n`, { key: 'git.modified' }],
    [
      'a word that is none of the list',
      `${HEAD}[git]\nstate = "fine"\n`,
      { key: 'git.state', message: expect.stringContaining('"ok"') },
    ],
    ['a hash of the wrong form', `${HEAD}[git]\nhead = "HEAD"\n`, { key: 'git.head', line: 6 }],
    [
      'a text too long',
      `${HEAD}version = "${'x'.repeat(41)}"\n`,
      { key: 'probe.version', message: expect.stringContaining('40') },
    ],
    ['a list item', `${HEAD}[path]\npythonpath = [\n  "a",\n  1,\n]\n`, { key: 'path.pythonpath[1]', line: 8 }],
    ['a subject in a map', `${HEAD}[env.claimed."A B"]\nset = 1\n`, { key: 'env.claimed."A B".set', line: 6 }],
    ['too many entries', `${HEAD}[persist.canary]\na = {}\nb = {}\nc = {}\nd = {}\n`, { key: 'persist.canary' }],
  ])('refuses %s', (_what, text, problem) => {
    expect(problemsOf(readProbeFile(text))).toEqual([expect.objectContaining(problem)])
  })

  it('reads a file of a probe that still told facts nobody asks for any more', () => {
    const interpreter =
      '[interpreter]\nargv_form = "script"\nexecutable_agrees = true\nvirtual_env_agrees = true\n' +
      'externally_managed = false\n[path]\nuser_site_exists = false\n[path.sitecustomize]\npremade = ["ghost"]\n'
    const canary = '[persist.canary."a.b"]\nfirst_seen = "2026-01-01T03:04:05Z"\nfs = "ext4"\nmount = "disk"\n'
    const reading = readProbeFile(
      `${HEAD}families = ["host"]\n[host]\nuid_is_euid = true\nowns_tree = true\narch = "arm64"\n${interpreter}${canary}`,
    )
    const facts = {
      probe: { format: 1, place: 'local' },
      host: { arch: 'arm64' },
      interpreter: {},
      path: { sitecustomize: {} },
      persist: { canary: { 'a.b': {} } },
    }
    expect(reading).toEqual({ ok: true, facts })
  })

  it('counts a text in code points, as the probe does', () => {
    expect(readProbeFile(`${HEAD}version = "${'🙂'.repeat(40)}"\n`).ok).toBe(true)
  })

  it('lists every problem up to a limit, then counts', () => {
    const text = `${HEAD}${Array.from({ length: 60 }, (_, n) => `x${n} = 1\n`).join('')}`
    const problems = problemsOf(readProbeFile(text))
    expect(problems).toHaveLength(MAX_PROBLEMS + 1)
    expect(problems.at(-1)?.message).toBe('and 10 more')
    expect(problems[3]).toMatchObject({ key: 'probe.x3', line: 8 })
  })

  it('gives subjects no prototype to fall back on', () => {
    const reading = readProbeFile(`${HEAD}[env.claimed.__proto__]\nset = true\n[env.claimed.A]\nset = true\n`)
    const claimed = reading.ok ? reading.facts.env?.claimed : undefined
    expect(Object.keys(claimed ?? {})).toEqual(['__proto__', 'A'])
    expect(claimed?.constructor).toBeUndefined()
    expect((claimed?.A as { constructor?: unknown } | undefined)?.constructor).toBeUndefined()
    expect(({} as { set?: boolean }).set).toBeUndefined()
  })

  it('never throws on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (tail) => {
        const reading = readProbeFile(`${HEAD}${tail}`)
        expect(reading.ok || reading.problems.length > 0).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('never throws on a damaged file', () => {
    const damage = fc.record({
      at: fc.nat(),
      cut: fc.nat({ max: 30 }),
      put: fc.string({ unit: 'binary', maxLength: 5 }),
    })
    fc.assert(
      fc.property(arbitraryFacts, damage, (facts, { at, cut, put }) => {
        const text = writeProbeFile(facts)
        const from = FIRST_LINE.length + (at % (text.length - FIRST_LINE.length))
        const reading = readProbeFile(text.slice(0, from) + put + text.slice(from + cut))
        expect(reading.ok || reading.problems.every((problem) => problem.message !== '')).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
