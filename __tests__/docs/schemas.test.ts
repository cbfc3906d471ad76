import fs from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClaims } from '../../src/core/claims/read.ts'
import { renderJson } from '../../src/core/report/json.ts'
import { atRoot } from '../support/bed.ts'
import { hostileVerdict, verdictOf } from '../support/verdicts.ts'

const load = (name: string) => JSON.parse(fs.readFileSync(atRoot(`schemas/${name}.schema.json`), 'utf8'))
const compile = (name: string) =>
  new Ajv2020.default({ strict: true, allErrors: true, allowUnionTypes: true }).compile(load(name))

describe('schemas/claims.schema.json', () => {
  const validate = compile('claims')
  const both = (value: unknown) => [validate(value), readClaims(JSON.stringify(value), '').ok]

  test.each<[string, unknown]>([
    ['nothing', {}],
    [
      'all of it',
      {
        $schema: './claims.schema.json',
        salt: 'ab',
        places: ['local', 'ci'],
        packages: ['a', { name: 'b', from: 'repo', in: ['ci'] }],
        env: ['A', { name: 'B', compare: true }],
        files: ['~/x'],
        canary: ['home'],
        tests: { command: ['pytest'], reports: ['junit.xml'] },
        secrets: ['.env'],
      },
    ],
    [
      'a sentence for a cell',
      {
        canary: ['home'],
        explain: { 'file persisted/canary:home@box': { reason: 'CANARY_LOST', because: 'thrown away' } },
      },
    ],
    [
      'a sentence for a difference',
      { explain: { 'interpreter.version': { values: { local: '3.12.*' }, because: 'x' } } },
    ],
  ])('takes what the reader takes: %s', (_, value) => expect(both(value)).toEqual([true, true]))

  // What one value alone can say wrong; what two values say together only the reader knows.
  test.each<[string, unknown]>([
    ['a list', []],
    ['an unknown key', { package: ['a'] }],
    ['an unknown key of a claim', { packages: [{ name: 'a', version: '1' }] }],
    ['no name', { env: [{ in: ['ci'] }] }],
    ['a place that is none', { places: ['cloud'] }],
    ['no place', { places: [] }],
    ['a place twice', { places: ['ci', 'ci'] }],
    ['a variable that is none', { env: ['A B'] }],
    ['a command as one string', { tests: { command: 'pytest' } }],
    ['an empty command', { tests: { command: [] } }],
    ['a line break in a path', { files: ['a\nb'] }],
    ['a salt with a space', { salt: 'a b' }],
    ['a reason that is none', { explain: { 'tests green/suite@ci': { reason: 'BORED', because: 'x' } } }],
    ['a sentence without one', { explain: { 'interpreter.version': { values: { ci: '3' } } } }],
    ['a number for a name', { secrets: [1] }],
    ['a sentence for nothing', { explain: { box: { because: 'so' } } }],
    ['a sentence of two lines', { explain: { 'git.cwd': { values: { ci: '.' }, because: 'a\nb' } } }],
    ['a variable with a value', { env: ['A=1'] }],
  ])('refuses what the reader refuses: %s', (_, value) => expect(both(value)).toEqual([false, false]))

  test('never refuses what the reader takes', () => {
    const claims = (...names: string[]) => {
      const name = fc.constantFrom(...names)
      const full = fc.record(
        { name, in: fc.subarray(['local', 'box', 'ci'], { minLength: 1 }) },
        { requiredKeys: ['name'] },
      )
      return fc.uniqueArray(fc.oneof(name, full), {
        maxLength: 3,
        selector: (one) => (typeof one === 'string' ? one : one.name),
      })
    }
    const file = fc.record(
      {
        salt: fc.constantFrom('ab', 'A+/=', 'x y'),
        packages: claims('a', 'b-c', 'A_B', 'x.y', '-a'),
        env: claims('a', 'A_B', 'B-C'),
        files: claims('~/m', 'a b', 'é'),
        secrets: claims('.env', '~/.netrc'),
        canary: claims('home', 'temp', 'moon'),
      },
      { requiredKeys: [] },
    )
    let taken = 0
    fc.assert(
      fc.property(file, (value) => {
        const [schema, reader] = both(value)
        if (reader) taken++
        return schema || !reader
      }),
      { numRuns: 2000 },
    )
    expect(taken).toBeGreaterThan(50)
  })
})

describe('schemas/table.schema.json', () => {
  const validate = compile('table')
  const problems = (text: string) => (validate(JSON.parse(text)) ? [] : validate.errors)

  test('describes what is written, whatever stands in it', () => {
    expect(problems(renderJson(verdictOf()))).toEqual([])
    // A signal of an unknown name is not ours.
    for (const evil of ['plain', '', '\u0000\u202e<!-- -->'])
      expect(problems(renderJson({ ...hostileVerdict(evil), signals: [] }))).toEqual([])
  })

  test('has a place for every key, and for no other', () => {
    const table = JSON.parse(renderJson(hostileVerdict('x')))
    for (const key of Object.keys(table)) {
      const { [key]: _, ...less } = table
      expect(validate(less), key).toBe(false)
    }
    expect(validate({ ...table, extra: 1 })).toBe(false)
  })

  test('knows an example that an agent may find', () => {
    const table = { ...JSON.parse(renderJson(verdictOf())), verdict: 'maybe' }
    expect(problems(JSON.stringify(table))).toMatchObject([{ instancePath: '/verdict' }])
  })
})
