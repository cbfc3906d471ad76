import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CheckoutOptions, createCheckoutSource } from '../../src/adapters/checkout-source.ts'
import { createFiles } from '../../src/adapters/files.ts'
import { createFolder, writeFiles } from '../support/repo.ts'

let dir: string
beforeEach(() => {
  dir = createFolder()
})
const find = (options: Partial<CheckoutOptions> = {}) =>
  createCheckoutSource(createFiles(dir), { probes: 'probes', ...options }).find()

test('places, legs and branches are found; everything else is none of ours', async () => {
  writeFiles(dir, {
    'probes/local.txt': 'l',
    'probes/box-codex.txt': 'c',
    'probes/box-my-branch.txt': 'b',
    'probes/ci.txt': 'i',
    'probes/report.md': '',
    'probes/claims.json': '{}',
    'probes/box.txt.orig': '',
    'probes/deep/box.txt': '',
  })
  expect((await find()).texts).toEqual([
    {
      provenance: { kind: 'checkout', label: 'probes/box-codex.txt' },
      named: { place: 'box', leg: 'codex' },
      text: 'c',
    },
    {
      provenance: { kind: 'checkout', label: 'probes/box-my-branch.txt' },
      named: { place: 'box', leg: 'my-branch' },
      text: 'b',
    },
    { provenance: { kind: 'checkout', label: 'probes/ci.txt' }, named: { place: 'ci' }, text: 'i' },
    { provenance: { kind: 'checkout', label: 'probes/local.txt' }, named: { place: 'local' }, text: 'l' },
  ])
})

test("this run's own file is not found again", async () => {
  writeFiles(dir, { 'probes/local.txt': 'old', 'probes/box.txt': 'b' })
  const { texts } = await find({ own: 'local.txt' })
  expect(texts.map((text) => text.text)).toEqual(['b'])
})

test('a file that the base has byte for byte came with an earlier pull request: it says nothing', async () => {
  writeFiles(dir, { 'probes/local.txt': 'old', 'probes/local-new.txt': 'old', 'probes/box.txt': 'changed since' })
  const atBase = new Map([
    ['local.txt', 'old'],
    ['box.txt', 'old'],
  ])
  const { texts, notes, faults } = await find({ isAtBase: async (name, text) => atBase.get(name) === text })
  expect(texts.map(({ provenance }) => provenance.label)).toEqual(['probes/box.txt', 'probes/local-new.txt'])
  expect([notes, faults]).toEqual([[], []])
})

test('a base that cannot be read is a fault', async () => {
  writeFiles(dir, { 'probes/local.txt': 'old' })
  const { faults } = await find({ isAtBase: () => Promise.reject(new Error('403')) })
  expect(faults).toHaveLength(1)
})

describe('refused', () => {
  test('a link, with a note', async () => {
    writeFiles(dir, { secret: 's', 'probes/keep': '' })
    fs.symlinkSync(path.join(dir, 'secret'), path.join(dir, 'probes/box.txt'))
    const { texts, notes } = await find()
    expect(texts).toEqual([])
    expect(notes).toEqual([{ place: 'box', message: 'probes/box.txt: refused, it is not a regular file' }])
  })

  test('more than 256 KiB, as a fault; the others are read', async () => {
    writeFiles(dir, { 'probes/box.txt': 'x'.repeat(256 * 1024 + 1), 'probes/local.txt': 'l' })
    const { texts, faults } = await find()
    expect(texts.map(({ named, problem }) => [named.place, problem?.message])).toEqual([
      ['box', 'it has 262145 bytes, more than 262144'],
      ['local', undefined],
    ])
    expect(faults).toEqual([{ where: 'checkout', message: expect.stringMatching(/probes\/box.txt.*262145 bytes/) }])
  })

  test.each([
    ['UTF-16', Buffer.from('\ufeff# where', 'utf16le'), "it is UTF-16, as PowerShell's > writes it, not UTF-8"],
    ['UTF-16, the other way round', Buffer.from('\ufeff# where', 'utf16le').swap16(), 'it is UTF-16, not UTF-8'],
    ['UTF-32', Uint8Array.of(0xff, 0xfe, 0, 0, 0x23, 0, 0, 0), 'it is UTF-32, not UTF-8'],
    ['Latin-1', Buffer.from('# caf\xe9', 'latin1'), 'it is not UTF-8'],
  ])('%s: a fault, and a file of that place that nobody can read', async (_, bytes, why) => {
    writeFiles(dir, { 'probes/box.txt': bytes })
    expect(await find()).toEqual({
      texts: [
        {
          provenance: { kind: 'checkout', label: 'probes/box.txt' },
          named: { place: 'box' },
          text: '',
          problem: { message: why },
        },
      ],
      notes: [],
      faults: [
        {
          where: 'checkout',
          message: `can't read probes/box.txt: ${why}`,
          fix: expect.stringContaining('--out probes/box.txt'),
        },
      ],
    })
  })

  test('hundreds of files, as a fault', async () => {
    const many = Array.from({ length: 401 }, (_, i) => [`probes/box-${i}.txt`, 'x'])
    writeFiles(dir, Object.fromEntries(many))
    const { texts, faults } = await find()
    expect(texts).toHaveLength(400)
    expect(faults).toEqual([expect.objectContaining({ message: expect.stringMatching(/401 probe files/) })])
  })
})
