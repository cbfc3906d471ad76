import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { LIMITS, readFromArchive } from '../../src/adapters/artifact-source/archive.ts'
import { makeZip, type ZipEntry } from '../support/zip.ts'

const NAMES = ['probes/box.txt', 'box.txt']
const read = (...entries: ZipEntry[]) => readFromArchive(makeZip(entries), NAMES)
const good: ZipEntry = { name: 'probes/box.txt', data: 'place = "box"\n' }

describe('reads', () => {
  test.each<[string, ZipEntry[]]>([
    ['deflated', [good]],
    ['stored', [{ ...good, method: 0 }]],
    ['at the top', [{ ...good, name: 'box.txt' }]],
    [
      'beside others, and in a folder that has an entry',
      [{ name: 'probes/', mode: 0o040755 }, good, { name: 'probes/report.md' }],
    ],
    ['without a Unix mode', [{ ...good, mode: 0 }]],
  ])('%s', (_, entries) => {
    expect(read(...entries)).toBe('place = "box"\n')
  })

  test("another library's archive", () => {
    const archive = zipSync({ 'probes/box.txt': new TextEncoder().encode('hello ✓') })
    expect(readFromArchive(archive, NAMES)).toBe('hello ✓')
  })

  test('a file of exactly the limit', () => {
    expect(read({ ...good, data: 'x'.repeat(LIMITS.file) })).toBe('x'.repeat(LIMITS.file))
  })
})

describe('refuses all of it', () => {
  test.each<[string, ZipEntry[], RegExp]>([
    ['nothing of ours', [{ name: 'probes/local.txt' }], /no probes\/box\.txt/],
    ['two of ours', [good, { ...good, name: 'box.txt' }], /both/],
    ['one name twice', [good, good], /twice/],
    ['names that differ in case', [good, { ...good, name: 'PROBES/BOX.TXT' }], /twice/],
    ['an absolute path', [good, { name: '/etc/passwd' }], /unsafe name/],
    ['a drive', [good, { name: 'C:/x' }], /unsafe name/],
    ['a backslash', [good, { name: 'probes\\..\\x' }], /unsafe name/],
    ['a control character', [good, { name: 'a\nb' }], /unsafe name/],
    ['a way up', [good, { name: '../x' }], /leads elsewhere/],
    ['a way up inside', [good, { name: 'probes/../../x' }], /leads elsewhere/],
    ['an empty part', [good, { name: 'probes//x' }], /leads elsewhere/],
    ['a device', [good, { name: 'probes/con.txt' }], /device/],
    ['a link', [{ ...good, mode: 0o120777 }], /link/],
    ['a pipe', [good, { name: 'probes/p', mode: 0o010644 }], /link/],
    ['an encrypted file', [{ ...good, flags: 1 }], /encrypted/],
    ['an unknown method', [{ ...good, method: 14 }], /packed in a way/],
    ['a file that is too large', [{ ...good, data: 'x'.repeat(LIMITS.file + 1) }], /larger than 256 KiB/],
    [
      'a bomb that says it is small',
      [{ ...good, data: 'x'.repeat(50_000_000), claimedSize: 10 }],
      /larger than 256 KiB/,
    ],
    ['a size that is not true', [{ ...good, claimedSize: 10 }], /not as large/],
    ['two names for one file', [{ ...good, localName: 'probes/bxx.txt' }], /two names/],
    ['what is not UTF-8', [{ ...good, data: new Uint8Array([0xff, 0xfe]) }], /not UTF-8/],
    ['too many entries', [good, ...Array.from({ length: 100 }, (_, i) => ({ name: `f${i}` }))], /more than 100/],
  ])('%s', (_, entries, why) => {
    expect(read(...entries)).toEqual({ why: expect.stringMatching(why) })
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('place = "box"\n'.repeat(9))],
    ['half an archive', makeZip([good]).slice(0, 60)],
    ['an archive without its first byte', makeZip([good]).slice(1)],
  ])('%s', (_, bytes) => {
    expect(readFromArchive(bytes, NAMES)).toEqual({ why: expect.any(String) })
  })

  test('any archive that is damaged anywhere, without throwing', () => {
    const archive = makeZip([good])
    for (let at = 0; at < archive.length; at++) {
      const damaged = Uint8Array.from(archive)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      const result = readFromArchive(damaged, NAMES)
      expect(typeof result === 'string' || result.why).toBeTruthy()
    }
  })
})
