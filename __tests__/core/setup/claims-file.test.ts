import { expect, test } from 'vitest'
import { readClaims } from '../../../src/core/claims/read.ts'
import { soundsSecret } from '../../../src/core/secrets/known.ts'
import { readVariableNames, renderClaims, withPlaces } from '../../../src/core/setup/claims-file.ts'

const OURS = '{\n  "salt": "ab",\n  "places": ["local", "box", "ci"],\n  "env": ["A"]\n}\n'

test('only the places change, whatever else is there', () => {
  const asked = '{ "person": ["local", "ci"], "agent": ["local", "ci"], "other": ["ci"] }'
  const changed = OURS.replace('["local", "box", "ci"]', asked)
  expect(withPlaces(OURS, ['local', 'ci'])).toBe(changed)
  expect(withPlaces(changed, ['ci', 'local'])).toBe(changed)
  expect(withPlaces(changed, ['ci'])).toBe(changed.replaceAll('"local", ', ''))
  expect(JSON.parse(withPlaces('{ "env": ["A"] }', ['local', 'ci']) ?? '')).toEqual({
    places: JSON.parse(asked),
    env: ['A'],
  })
})

test('all three, as a list, ask no more than no list: named, they are written so that they do', () => {
  expect(withPlaces(OURS, ['local', 'box', 'ci'])).toContain('"person": ["local", "box", "ci"]')
})

test.each<[string, string]>([
  [
    'another line names the place that goes',
    '{ "places": ["local", "box", "ci"], "env": [{ "name": "A", "in": ["box"] }] }',
  ],
  ['it is wrong already', '{ "places": ["moon"] }'],
  ['it is no JSON', '{'],
])('it is left to a person where %s', (_, text) => expect(withPlaces(text, ['local', 'ci'])).toBeUndefined())

test('names of variables, never what they hold', () => {
  expect(readVariableNames('# COMMENTED=1\nexport A_B="x=y"\n  C = 2\r\nnot a line\n1D=3\nA_B=again\n')).toEqual([
    'A_B',
    'C',
  ])
})

test.each('API_KEY GITHUB_TOKEN DB_PASSWORD STRIPE_SECRET_KEY AWS_SECRET_ACCESS_KEY SENTRY_DSN KEY'.split(' '))(
  '%s sounds secret',
  (name) => expect(soundsSecret(name)).toBe(true),
)
test.each('BILLING_MODE KEYBOARD MONKEYS DEBUG AUTHOR DATABASE_HOST'.split(' '))('%s does not', (name) =>
  expect(soundsSecret(name)).toBe(false),
)

test.each<[string, readonly string[], unknown]>([
  [
    'python-dotenv',
    ['python-dotenv'],
    [
      { name: 'MODE', from: '.env' },
      { name: 'API_KEY', in: ['ci'], from: '.env' },
    ],
  ],
  ['pydantic-settings', ['click', 'pydantic-settings'], [{ name: 'MODE', from: '.env' }, expect.anything()]],
  ['nothing of that kind', ['click', 'pydantic'], ['MODE', { name: 'API_KEY', in: ['ci'] }]],
])('variables of a project that needs %s', (_, names, env) => {
  const texts: { readonly [path: string]: string } = { '.env.example': 'MODE=strict\nAPI_KEY=\n' }
  const project = { paths: Object.keys(texts), hasEnvFile: false, textOf: (path: string) => texts[path] }
  const needs = {
    project,
    dependencies: { names, leftOut: [] },
    places: ['box', 'ci'] as const,
    salt: 'ab',
    command: [],
    placesNamed: false,
  }
  const text = renderClaims(needs)
  expect(JSON.parse(text).env).toEqual(env)
  expect(readClaims(text, '').ok).toBe(true)
})
