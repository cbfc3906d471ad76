import { expect, test } from 'vitest'
import { withPlaces } from '../../../src/core/setup/claims-file.ts'

const OURS = '{\n  "salt": "ab",\n  "places": ["local", "box", "ci"],\n  "env": ["A"]\n}\n'

test('only the places change, whatever else is there', () => {
  expect(withPlaces(OURS, ['local', 'ci'])).toBe(OURS.replace('"local", "box", "ci"', '"local", "ci"'))
  expect(JSON.parse(withPlaces('{ "env": ["A"] }', ['local', 'ci']) ?? '')).toEqual({
    places: ['local', 'ci'],
    env: ['A'],
  })
  expect(withPlaces(OURS, ['local', 'box', 'ci'])).toBe(OURS)
})

test.each<[string, string]>([
  [
    'another line names the place that goes',
    '{ "places": ["local", "box", "ci"], "env": [{ "name": "A", "in": ["box"] }] }',
  ],
  ['it is wrong already', '{ "places": ["moon"] }'],
  ['it is no JSON', '{'],
])('it is left to a person where %s', (_, text) => expect(withPlaces(text, ['local', 'ci'])).toBeUndefined())
