import { describe, expect, test } from 'vitest'
import { contentRecords, isOwnProduct, type TreeEntry } from '../../src/core/content.ts'
import { parseProbeName } from '../../src/core/place.ts'

const id = '0123456789012345678901234567890123456789'
const blob = (path: string): TreeEntry => ({ mode: '100644', type: 'blob', id, path })

test('records are sorted by the bytes of the path, without our own products and directories', () => {
  // U+FF5E is EF BD 9E in UTF-8, U+1F600 is F0 9F 98 80; UTF-16 would sort them the other way round.
  const paths = ['b', '\u{1F600}', 'a/b', '\uFF5E', 'a.b', 'a', 'probes/box.txt']
  const entries = [...paths.map(blob), { mode: '040000', type: 'tree', id, path: 'a' }]
  const expected = ['a', 'a.b', 'a/b', 'b', '\uFF5E', '\u{1F600}']
  expect(contentRecords(entries, 'probes')).toBe(expected.map((path) => `100644 blob ${id}\t${path}`).join('\0'))
})

test('a submodule is a record like any other', () => {
  const entry = { mode: '160000', type: 'commit', id, path: 'vendor' }
  expect(contentRecords([entry], 'probes')).toBe(`160000 commit ${id}\tvendor`)
})

describe('own products are named files, not a folder', () => {
  test.each([
    ['.host_fingerprint.json', true],
    ['sub/.host_fingerprint.json', false],
    ['probes/claims.json', true],
    ['probes/claims.schema.json', true],
    ['probes/notes.md', true],
    ['probes/report.md', true],
    ['probes/table.json', true],
    ['probes/local.txt', true],
    ['probes/box-codex.txt', true],
    ['probes/ci-py3.13-windows.txt', true],
    ['probes/box-pytest.log', true],
    ['probes/box-codex-pytest.log', true],
    ['probes/conftest.py', false],
    ['probes/box.py', false],
    ['probes/boxes.txt', false],
    ['probes/sub/box.txt', false],
    ['probes/cloud.txt', false],
    ['box.txt', false],
    ['src/probes/box.txt', false],
  ])('%s: %s', (path, own) => {
    expect(isOwnProduct(path, 'probes')).toBe(own)
  })
  test('in another folder', () => {
    expect(isOwnProduct('a/facts/box.txt', 'a/facts')).toBe(true)
    expect(isOwnProduct('probes/box.txt', 'a/facts')).toBe(false)
    expect(isOwnProduct('a/.host_fingerprint.json', 'a/facts')).toBe(true)
    expect(isOwnProduct('b/.host_fingerprint.json', 'a/facts')).toBe(false)
    expect(isOwnProduct('box.txt', '.')).toBe(true)
  })
})

describe('other checks of the repository', () => {
  const contentOf = (paths: readonly string[]): string[] =>
    contentRecords(paths.map(blob), 'a/probes')
      .split('\0')
      .map((record) => record.replace(/^.*\t/, ''))
  test('leave no trace in the content', () => {
    const paths = ['probes/claims.json', 'b/probes/claims.json', 'b/probes/ci.txt', 'b/.host_fingerprint.json']
    expect(contentOf([...paths, 'b/probes/x.py', 'b/x.py', 'a/probes/ci.txt', 'probes/table.json'])).toEqual([
      'b/probes/x.py',
      'b/x.py',
    ])
  })
  test.each<[string, string[]]>([
    ['no claims', ['b/probes/ci.txt', 'b/.host_fingerprint.json']],
    ['a package', ['b/probes/__init__.py', 'b/probes/claims.json', 'b/probes/table.json']],
    ['another name', ['b/myprobes/claims.json', 'b/myprobes/table.json']],
  ])('%s: no folder of probe files', (_, paths) => {
    expect(contentOf(paths)).toEqual([...paths].sort())
  })
})

test.each([
  ['local.txt', { place: 'local' }],
  ['box-codex.txt', { place: 'box', leg: 'codex' }],
  ['cloud.txt', undefined],
  ['box.txt.bak', undefined],
  ['box-a/b.txt', undefined],
  ['Box.txt', undefined],
])('%s', (name, expected) => {
  expect(parseProbeName(name)).toEqual(expected)
})
