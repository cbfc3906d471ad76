/** What `claims.json` may hold. The validator reads this table; `claims.schema.json` is made from it. */
import { CLAIM_KINDS, PLACES } from '../model.ts'
import { REASONS } from '../reasons.ts'
import {
  type EitherShape,
  type ListShape,
  type ObjectShape,
  type Shape,
  type TextShape,
  toJsonSchema,
  type WordShape,
} from './shape.ts'

const text = (about: string, expected: string, pattern: string, max: number): TextShape => ({
  kind: 'text',
  about,
  expected,
  pattern,
  max,
})
const list = (
  about: string,
  of: Shape,
  bounds: { min?: number; max?: number; unique?: boolean } = {},
): ListShape => ({
  kind: 'list',
  about,
  of,
  min: bounds.min ?? 0,
  max: bounds.max ?? 200,
  unique: bounds.unique ?? false,
})
const object = (about: string, keys: ObjectShape['keys'], required: readonly string[] = []): ObjectShape => ({
  kind: 'object',
  about,
  keys,
  required,
})

const place: WordShape = { kind: 'word', about: 'a place', values: PLACES }
const places = (about: string) => list(about, place, { min: 1, max: 3, unique: true })
const inPlaces = places('the places where it should be true, instead of the usual ones')

/** No control characters: a path, a word or a sentence on one line. */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$'
const path = (about: string): TextShape => text(about, 'a path', ONE_LINE, 500)
const because = text('one sentence', 'a sentence on one line', ONE_LINE, 300)

const claim = (brief: TextShape | WordShape, more: ObjectShape['keys'] = {}): EitherShape => ({
  kind: 'either',
  about: brief.about,
  brief,
  full: object(`${brief.about}, with more to say`, { name: brief, in: inPlaces, ...more }, ['name']),
})

const packageName = text(
  'an import name or the name of a distribution',
  'a package name',
  '^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$',
  200,
)
const variableName = text(
  'the name of an environment variable',
  'a variable name',
  '^[A-Za-z_][A-Za-z0-9_]*$',
  200,
)
const cellKey = `(?:${CLAIM_KINDS.join('|')})/.+@(?:${PLACES.join('|')})`
const differenceKey = '[a-z_]+(?:\\.[A-Za-z0-9_.-]+)+'

const explanation = object(
  'what it excuses, and why',
  {
    reason: { kind: 'word', about: 'the reason of the cell that it excuses', values: Object.keys(REASONS) },
    values: object(
      'the values of the difference that it excuses; * stands for anything',
      Object.fromEntries(
        PLACES.map((name) => [name, text(`the value in ${name}`, 'a value', ONE_LINE, 400)]),
      ),
    ),
    because,
  },
  ['because'],
)

export const CLAIMS_SHAPE = object('What is claimed of this project, and where it should be true', {
  $schema: text('where the schema of this file is', 'a reference', ONE_LINE, 500),
  salt: text(
    'makes hashes of this project unlike those of others',
    'a salt of letters, digits and + / = _ . - (no spaces)',
    '^[A-Za-z0-9+/=_.-]{1,200}$',
    200,
  ),
  places: places('the places that are asked'),
  packages: list(
    'packages that should be installed',
    claim(packageName, { from: { kind: 'word', about: 'it comes from this repository', values: ['repo'] } }),
  ),
  env: list(
    'environment variables that should be set; their values are never read',
    claim(variableName, { compare: { kind: 'flag', about: 'compare salted hashes of the value with ci' } }),
  ),
  files: list('files that should be there', claim(path('a path; ~ is the home directory'))),
  canary: list(
    'where something written should outlive the session',
    claim({ kind: 'word', about: 'where the canary lives', values: ['home', 'repo', 'temp'] }),
    { max: 3 },
  ),
  tests: object('the test suite should be green', {
    command: list('the command, word by word', text('a word', 'a word', ONE_LINE, 400), { min: 1, max: 100 }),
    reports: list('reports that the session writes', path('a path'), { max: 50, unique: true }),
    in: inPlaces,
  }),
  secrets: list('files that should be there and private', claim(path('a path; ~ is the home directory'))),
  explain: {
    kind: 'map',
    about: 'sentences that excuse a failing cell or a difference',
    key: text(
      'kind/subject@place for a cell, the key of a fact for a difference',
      'kind/subject@place or the key of a difference',
      `^(?:${cellKey}|${differenceKey})$`,
      700,
    ),
    of: explanation,
    max: 200,
  },
})

/** JSON schema of `claims.json`, for editors. */
export const claimsSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'claims.json',
  ...toJsonSchema(CLAIMS_SHAPE),
})
