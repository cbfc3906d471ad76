import { describe, expect, it } from 'vitest'
import { fitsRange } from '../../../src/core/advice/checklist.ts'

describe('fitsRange', () => {
  it.each<[string, string, boolean | undefined]>([
    ['3.12.7', '>=3.10', true],
    ['3.9.18', '>=3.10', false],
    ['3.10.0', '>=3.10', true],
    ['3.12.7', '>=3.10,<4', true],
    ['3.12.7', '>=3.10, <3.12', false],
    ['3.12.7', '==3.12.*', true],
    ['3.13.1', '==3.12.*', false],
    ['3.12.7', '!=3.12.*', false],
    ['3.12.7', '!=3.12.6', true],
    ['3.12.7', '~=3.12', true],
    ['3.13.0', '~=3.12', true],
    ['4.0.0', '~=3.12', false],
    ['3.12.7', '~=3.12.5', true],
    ['3.13.0', '~=3.12.5', false],
    ['3.12', '==3.12.0', true],
    ['3.12.7', '>3.12', true],
    ['3.12.0', '>3.12', false],
    ['3.12.7', '<=3.12', false],
    // PEP 440: 3.14.0rc1 is before 3.14, and "<3.14" leaves pre-releases of 3.14 out.
    ['3.14.0rc1', '>=3.14', false],
    ['3.14.0rc1', '<3.14', false],
    ['3.14.0a2', '>=3.14.0rc1', false],
    ['3.13.0+', '>=3.13', true],
    ['3.12.7', '', undefined],
    // Poetry's own words, and what Pipfile and .python-version say.
    ['3.12.7', '^3.10', true],
    ['3.9.1', '^3.10', false],
    ['4.0.0', '^3.10', false],
    ['3.12.7', '~3.12', true],
    ['3.12.7', '~3.12.9', false],
    ['3.13.0', '~3.12', false],
    ['3.13.0', '~3', true],
    ['3.12.7', '3.12', true],
    ['3.12.7', '3.12.1', true],
    ['3.13.0', '3.12', false],
    ['3.12.7', '3.*', true],
    ['3.12.7', '*', true],
    ['3.12.7', '^3.10 || ^4', undefined],
    ['3.12.7', '>=3.10; x', undefined],
    ['3.12.7', '>=3.13, ^3', false],
    ['3.12.7', '~=3', undefined],
    ['3.12.7', '>=3.*', undefined],
    ['', '>=3.10', undefined],
    ['three', '>=3.10', undefined],
  ])('%s in %j: %s', (version, range, expected) => {
    expect(fitsRange(version, range)).toBe(expected)
  })
})
