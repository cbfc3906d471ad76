/** Facts of every shape the schema allows, hostile strings among them, for properties. */
import fc from 'fast-check'
import { type Facts, FORMAT, SCHEMA } from '../../src/core/probe-file/schema.ts'
import type { Shape } from '../../src/core/shape/shape.ts'

/** Strings that have broken TOML, Markdown, terminals or prototypes before. */
export const NASTY = [
  '',
  '__proto__',
  'constructor',
  'a|b',
  '`',
  '```',
  'line\nbreak',
  'carriage\rreturn',
  '</details>',
  '-->',
  '@octocat',
  '#1',
  'https://example.com',
  '![x](https://example.com/x.png)',
  '\u001b[31mred',
  '\u202egnp.exe',
  'zero\u200bwidth',
  '\u2028',
  '"""',
  "'''",
  '\\',
  '🙂',
] as const

const anyText = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 8 }))
    .map((value) => [...value].slice(0, max).join(''))

const ofPattern = (max: number): fc.Arbitrary<string> =>
  max === 20
    ? fc.integer({ min: 10, max: 59 }).map((n) => `2026-01-02T03:04:${n}Z`)
    : fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: max, maxLength: max })

/** Every value the spec accepts; facts are left out at random. */
function arbitraryOf(spec: Shape): fc.Arbitrary<unknown> {
  switch (spec.kind) {
    case 'text':
      return spec.pattern ? ofPattern(spec.max) : anyText(spec.max)
    case 'one-of':
      return fc.constantFrom(...spec.values)
    case 'count':
      return fc.oneof(fc.nat(), fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER))
    case 'flag':
      return fc.boolean()
    case 'list':
      return fc.array(arbitraryOf(spec.of), { maxLength: 3 })
    case 'map':
      return fc.dictionary(anyText(100), arbitraryOf(spec.of), { maxKeys: 3, noNullPrototype: false })
    case 'either':
      return fc.oneof(arbitraryOf(spec.brief), arbitraryOf(spec.full))
    case 'table':
      return fc.record(Object.fromEntries(Object.entries(spec.keys).map(([key, of]) => [key, arbitraryOf(of)])), {
        requiredKeys: [],
      })
  }
}

/** Facts that make a readable file: format and place are there. */
export const arbitraryFacts: fc.Arbitrary<Facts> = arbitraryOf(SCHEMA).map((value) => {
  const facts = value as Facts
  return { ...facts, probe: { ...facts.probe, format: FORMAT, place: facts.probe?.place ?? 'local' } }
})
