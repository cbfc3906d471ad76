import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClaims } from '../../../src/core/claims/read.ts'
import { parseJson } from '../../../src/core/claims/syntax.ts'
import type { Problem } from '../../../src/core/model.ts'
import { cpuTimeOf } from '../../support/cpu.ts'

function findSyntaxProblem(text: string): Problem {
  const json = parseJson(text)
  if (json.ok) throw new Error('it was read')
  return json.problem
}

const NO_COMMENTS = 'found a comment; JSON has no comments'
const LAST_COMMA = 'after a comma; JSON has no last comma'

describe('what is not JSON is told with its place', () => {
  test.each([
    ['a comment of a line', '{\n  "env": ["A"], // why\n  "files": []\n}', 2, 17, NO_COMMENTS],
    ['a comment at the end', '{"env": []}\n// why\n', 2, 1, NO_COMMENTS],
    ['a comment between stars', '{\n  /* why */ "env": []\n}', 2, 3, NO_COMMENTS],
    ['a comment of a shell', '# why\n{}', 1, 1, NO_COMMENTS],
    ['a last comma in a list', '{"env": ["A",\n]}', 2, 1, `found ] ${LAST_COMMA}`],
    ['a last comma in an object', '{\n  "env": ["A"],\n}', 3, 1, `found } ${LAST_COMMA}`],
    ['no comma', '{"env": []\n "files": []}', 2, 2, 'expected a comma or the closing bracket'],
    ['no colon', '{"env" []}', 1, 8, 'expected a colon'],
    ['single quotes', "{'env': []}", 1, 2, 'JSON has double quotes only'],
    ['a name without quotes', '{env: []}', 1, 2, 'expected a key in double quotes or }'],
    ['a later name without quotes', '{"env": [], files: []}', 1, 13, 'expected a key in double quotes'],
    ['a word in place of a colon', '{"env" is []}', 1, 8, 'expected a colon'],
    ['a word in place of a value', '{"env": None}', 1, 9, 'expected a value'],
    ['a word after a value', '{"env": [] "or" []}', 1, 12, 'expected a comma or the closing bracket'],
    ['a comma in place of a key', '{, "env": []}', 1, 2, 'expected a key in double quotes or }'],
    ['a comma in place of an entry', '{"env": [, "A"]}', 1, 10, 'expected a value or ]'],
    ['no comma in a list', '{"env": ["A" "B"]}', 1, 14, 'found a string'],
    ['text after the end', '{"env": []} # why', 1, 13, 'expected nothing more'],
    ['a line break in a string', '{"env": ["A\n"]}', 1, 10, 'a string that does not end'],
    ['no end', '{"env": [', 1, 10, 'found the end of the file'],
    ['nothing', '', 1, 1, 'found the end of the file'],
    ['the wrong bracket', '{"env": ["A"}', 1, 13, 'found }'],
    ['two values', '{} {}', 1, 4, 'expected nothing more'],
    ['a number of another language', '{"env": [012]}', 1, 11, 'expected a comma or the closing bracket'],
    ['beyond the first plane', '{"env": ["😀",]}', 1, 14, LAST_COMMA],
  ])('%s', (_, text, line, column, why) => {
    const reading = readClaims(text, '0')
    if (reading.ok) throw new Error('it was read')
    expect(reading.problems).toEqual([{ line, message: expect.stringContaining(why) }])
    expect(reading.problems[0]?.message).toContain(` in column ${column}, `)
  })
})

test('a bracket in place of a value follows no comma', () => {
  expect(findSyntaxProblem('{"env": ]}').message).toMatch(/in column 9, found \]$/)
})

test('a text is read where JSON.parse reads it, and refused where it is refused', () => {
  const piece = fc.constantFrom(...'{}[],:"\\/*-+.0123eu\n\r\t \u00a0\u2028\ufeff\u0000\ud800a', '"a"', 'true', 'null')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      const json = parseJson(text)
      expect(json.ok).toBe(isJson(text))
      expect(json.ok || json.problem.line).toBeTruthy()
    }),
    { numRuns: 5000 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('eight thousand keys that stand twice are refused without counting the lines of each', () => {
  const text = `{\n${'"a": 0,\n'.repeat(8_000)}"a": 0}`
  const { result, ms } = cpuTimeOf(() => readClaims(text, '0'))
  expect(result).toMatchObject({ ok: false, problems: { length: 51 } })
  expect(ms).toBeLessThan(500)
})

test('nothing of the file is repeated', () => {
  expect(JSON.stringify(findSyntaxProblem('{"env": [hunter2]}'))).not.toContain('hunter')
})

test('ten thousand brackets are refused, not followed', () => {
  expect(findSyntaxProblem('['.repeat(60_000)).message).toContain('nested too deeply')
})

describe('in any JSON, written a line for each part', () => {
  const lines = fc.jsonValue().map((value) => JSON.stringify({ value }, null, 2).split('\n'))
  const told = (line: number, column: number, why: string) => ({
    line,
    message: expect.stringMatching(new RegExp(` in column ${column}, found .*${why}$`)),
  })

  test('a comment after any line is found', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (all, n) => {
        const at = n % all.length
        const text = all.map((line, index) => (index === at ? `${line} // "why": [` : line)).join('\n')
        const column = [...(all[at] ?? '')].length + 2
        expect(findSyntaxProblem(text)).toEqual(told(at + 1, column, 'JSON has no comments'))
      }),
    )
  })

  test('a comma before any closing bracket is found', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (all, n) => {
        const closing = all.flatMap((line, index) => (/^ *[\]}]/.test(line) ? [index] : []))
        const at = closing[n % closing.length] ?? 0
        const text = all.map((line, index) => (index === at - 1 ? `${line},` : line)).join('\n')
        const column = (all[at] ?? '').search(/\S/) + 1
        expect(findSyntaxProblem(text)).toEqual(told(at + 1, column, 'JSON has no last comma'))
      }),
    )
  })
})
