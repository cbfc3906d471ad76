import { expect, test } from 'vitest'
import type { NamedPlace } from '../../src/core/model.ts'
import { parsePlaceName, parseProbeName, placeName } from '../../src/core/place.ts'

test.each<[string, NamedPlace | undefined]>([
  ['ci', { place: 'ci' }],
  ['box', { place: 'box' }],
  ['ci-py3.13', { place: 'ci', leg: 'py3.13' }],
  ['local-a-b_c.d', { place: 'local', leg: 'a-b_c.d' }],
  ['ci-', undefined],
  ['cicada', undefined],
  ['staging', undefined],
  ['', undefined],
  ['ci-a b', undefined],
  ['ci- a', undefined],
  ['ci-a!', undefined],
  [`ci-${'a'.repeat(40)}`, { place: 'ci', leg: 'a'.repeat(40) }],
  [`ci-${'a'.repeat(41)}`, undefined],
])('%s is the place and leg', (name, expected) => {
  expect(parsePlaceName(name)).toEqual(expected)
})

test('a name says place and leg', () => {
  expect([placeName({ place: 'ci', leg: null }), placeName({ place: 'ci', leg: 'py3.13' })]).toEqual([
    'ci',
    'ci-py3.13',
  ])
})

test.each([
  ['a leg and a branch', 80, true],
  ['more', 81, false],
])('the file of a checkout may name %s', (_, length, read) => {
  const leg = 'a'.repeat(length)
  expect(parseProbeName(`box-${leg}.txt`)).toEqual(read ? { place: 'box', leg } : undefined)
})
