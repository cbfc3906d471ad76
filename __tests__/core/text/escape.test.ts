import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cap, forCode, forLog, forTerminal, shown, visible } from '../../../src/core/text/escape.ts'
import { shellCommand, shellOf, shellWord } from '../../../src/core/text/shell.ts'
import { NASTY } from '../../support/arbitrary-facts.ts'

it('looks at no more of a text than it shows', () => {
  const long = fc
    .array(fc.oneof(fc.constantFrom(...NASTY, 'a\u0301\u0301\u0301', '\ud83d'), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(long, fc.integer({ min: 2, max: 40 }), (text, max) => {
      expect(shown(text, max)).toBe(cap(visible(text), max))
    }),
    { numRuns: 1000 },
  )
})

describe('visible', () => {
  it.each([
    ['a line end', 'a\nb', String.raw`a\u{a}b`],
    ['an escape sequence', '\u001b[31m', String.raw`\u{1b}[31m`],
    ['a C1 control', '\u009b31m', String.raw`\u{9b}31m`],
    ['a turned direction', '\u202egnp', String.raw`\u{202e}gnp`],
    ['an isolate', '\u2066x\u2069', String.raw`\u{2066}x\u{2069}`],
    ['a zero width space', 'a\u200bb', String.raw`a\u{200b}b`],
    ['a tag character', '\u{e0041}', String.raw`\u{e0041}`],
    ['a line separator', '\u2028', String.raw`\u{2028}`],
    ['half a surrogate pair', '\ud800', String.raw`\u{d800}`],
    ['a filler letter', '\u3164', String.raw`\u{3164}`],
    ['a third mark on a letter', 'e\u0301\u0302\u0303', `e\u0301\u0302${String.raw`\u{303}`}`],
  ])('spells out %s', (_what, text, expected) => {
    expect(visible(text)).toBe(expected)
  })

  it('leaves letters of every script and emoji as they are', () => {
    const text = 'größe/файл/文件/日本🙂 ~/.venv <repo>'
    expect(visible(text)).toBe(text)
  })
})

describe('cap', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['🙂🙂🙂', 3, '🙂🙂🙂'],
    ['🙂🙂🙂🙂', 3, '🙂🙂…'],
  ])('cuts %s to %i code points', (text, max, expected) => {
    expect(cap(text, max)).toBe(expected)
  })
})

describe('forCode', () => {
  it('lets no backslash undo the escape of a pipe', () => {
    expect(forCode('a|b')).toBe('a|b')
    expect(forCode('a\\|b')).toBe(String.raw`a\u{5c}|b`)
    expect(forCode('a\\\\|b')).toBe(String.raw`a\u{5c}\u{5c}|b`)
  })

  it('is never empty', () => {
    expect(forCode('')).toBe('(empty)')
  })
})

describe('one line for others', () => {
  it.each([
    '::error::x',
    '  ::set-output name=a::b',
    '##[error]x',
    '::stop-commands::t',
    'a ##[x]b',
    'a ###vso[x]b',
    '##TeamCity[x',
  ])('starts no workflow command: %s', (text) => {
    expect(forLog(text)).not.toMatch(/^\s*::|##(?:vso|teamcity)?\[/i)
  })

  it('is one line, whatever it was', () => {
    for (const text of NASTY) {
      for (const render of [forLog, forTerminal]) expect(render(text)).not.toMatch(/\p{Cc}|\p{Zl}/u)
    }
  })
})

describe('shellWord', () => {
  it.each([
    ['requests', 'requests'],
    ['.venv/bin/python', '.venv/bin/python'],
    ['--tests', '--tests'],
    ['--junitxml=out/junit.xml', '--junitxml=out/junit.xml'],
    ['--x=a b', "'--x=a b'"],
    ['--x=~/a', "'--x=~/a'"],
    ['~/.cache/model.bin', '~/.cache/model.bin'],
    ['~/my file', "~/'my file'"],
    ["it's", `'it'\\''s'`],
    ['x; rm -rf ~', "'x; rm -rf ~'"],
    ['$(id)', "'$(id)'"],
    ['', "''"],
    ['a\nb', String.raw`'a\u{a}b'`],
    [String.raw`~\ ; id`, String.raw`'~\ ; id'`],
    [String.raw`~\a`, String.raw`'~\a'`],
  ])('quotes %j for a POSIX shell', (word, expected) => {
    expect(shellWord(word, 'posix')).toBe(expected)
  })

  it('gives a real shell exactly the word back', () => {
    const words = fc
      .tuple(fc.constantFrom('', '~', '~\\', '-', "'"), fc.string({ minLength: 1, maxLength: 20 }))
      .map((parts) => parts.join(''))
      .filter((word) => !word.startsWith('~/') && visible(word) === word)
    fc.assert(
      fc.property(words, (word) => {
        const out = execFileSync('sh', ['-c', `printf %s ${shellWord(word, 'posix')}`], { encoding: 'utf8' })
        expect(out).toBe(word)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['requests', 'requests'],
    ["it's", "'it''s'"],
    ['it\u2019s', "'it\u2019\u2019s'"],
    ['$env:X', "'$env:X'"],
    ['@args', "'@args'"],
    // PowerShell takes an option apart at the point.
    ['--junitxml=junit.xml', "'--junitxml=junit.xml'"],
    ['~/my "file"', '"$HOME/my `"file`""'],
  ])('quotes %j for PowerShell', (word, expected) => {
    expect(shellWord(word, 'powershell')).toBe(expected)
  })

  it('calls a quoted path in PowerShell', () => {
    expect(shellCommand(['C:\\my python\\python.exe', '-V'], 'powershell')).toBe("& 'C:\\my python\\python.exe' -V")
    expect(shellOf('win32')).toBe('powershell')
    expect(shellOf(undefined)).toBe('posix')
  })
})

// GitHub Docs, basic writing and formatting syntax: supported color models.
it.each(['#0969DA', '#fff', ' #00ff0080 ', 'rgb(9, 105, 218)', 'hsl(212, 92%, 45%)', 'RGBA(0,0,0,0.5)'])(
  'a code span that is a colour gets no sample: %j',
  (text) => expect(forCode(text)).toMatch(/^\s*\\u\{(?:23|72|52|68)\}/),
)
it('what only holds a colour stays as it is', () => {
  expect(forCode('#0969DA in a sentence')).toBe('#0969DA in a sentence')
  expect(forCode('#12')).toBe('#12')
})
