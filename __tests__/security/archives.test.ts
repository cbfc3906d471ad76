/** Archives and documents that were published to break those who open them. */
import { describe, expect, test } from 'vitest'
import { readFromArchive } from '../../src/adapters/artifact-source/archive.ts'
import { readClaims } from '../../src/core/claims/read.ts'
import { findProbeBlocks } from '../../src/core/probe-file/blocks.ts'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import { FIRST_LINE } from '../../src/core/probe-file/schema.ts'
import { toHtml } from '../support/bed/render.mjs'
import { cpuTimeOf } from '../support/cpu.ts'
import { makeZip, type ZipEntry } from '../support/zip.ts'

const NAMES = ['probes/box.txt', 'box.txt']
const good: ZipEntry = { name: 'probes/box.txt', data: 'place = "box"\n' }
const quickly = <T>(work: () => T): T => {
  const { result, ms } = cpuTimeOf(work)
  expect(ms).toBeLessThan(1000)
  return result
}

describe('an archive is refused, all of it', () => {
  test.each<[string, ZipEntry[]]>([
    [
      'zip-slip.zip (Snyk 2018): ../../../../../../../../tmp/evil.txt',
      [good, { name: `${'../'.repeat(40)}tmp/evil.txt` }],
    ],
    ['zip-slip-win.zip: ..\\..\\Temp\\evil.txt', [good, { name: `${'..\\'.repeat(40)}Temp\\evil.txt` }]],
    ['the evil.zip of actions/toolkit (CVE-2024-42471): y/../../etc/hosts', [good, { name: 'y/../../etc/hosts' }]],
    ['a link, and a file through it (CVE-2018-1002200)', [{ name: 'probes', mode: 0o120777, data: '/etc' }, good]],
    ['the wanted name is a link to /proc/self/environ', [{ ...good, mode: 0o120777, data: '/proc/self/environ' }]],
    ['an absolute name (CVE-2007-4559 for tar)', [good, { name: '/root/.ssh/authorized_keys' }]],
    ['a drive letter', [good, { name: 'C:evil.txt' }]],
    ['a share', [good, { name: '\\\\evil.example\\share\\x' }]],
    ['a device of Windows', [good, { name: 'probes/NUL' }]],
    ['a device with an ending', [good, { name: 'probes/com1.tar.gz' }]],
    ['a NUL in a name', [good, { name: 'probes/box.txt\u0000.png' }]],
    ['an escape sequence in a name', [good, { name: 'probes/\u001b[31m.txt' }]],
    ['one name twice: who reads first, who reads last', [good, { ...good, data: 'place = "local"\n' }]],
    ['one name twice but for case', [good, { ...good, name: 'probes/Box.txt' }]],
    ['two names for one file (local and central disagree)', [{ ...good, localName: 'probes/ci.txt.' }]],
    ['a bomb in one file: a thousand to one', [{ ...good, data: '0'.repeat(20_000_000), claimedSize: 1000 }]],
    ['a bomb that says how large it is', [{ ...good, data: '0'.repeat(10_000_000) }]],
    ['ten thousand entries', [good, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `f${at}` }))]],
    ['encrypted', [{ ...good, flags: 1 }]],
    ['a device behind spaces', [good, { name: 'probes/AUX .txt' }]],
    ['the console of Windows', [good, { name: 'CONIN$' }]],
    ['a device with a raised digit', [good, { name: 'COM\u00b9' }]],
    ['a stream of a file (NTFS)', [good, { name: 'probes/box.txt:hidden' }]],
    ['a name that Windows shortens', [good, { name: 'probes/box.txt. ' }]],
    ['a folder of nothing but spaces', [good, { name: ' /box.txt' }]],
    ['a pipe', [good, { name: 'probes/pipe', mode: 0o010644 }]],
    ['a device file', [good, { name: 'probes/zero', mode: 0o020644 }]],
    ['an archive in the archive', [{ ...good, data: makeZip([good]) }]],
    ['packed with bzip2', [{ ...good, method: 12 }]],
  ])('%s', (_what, entries) => {
    const archive = makeZip(entries)
    expect(quickly(() => readFromArchive(archive, NAMES))).toEqual({ why: expect.any(String) })
  })

  const changed = (signature: string, at: number, to: number, size: 2 | 4 = 4) => {
    const archive = Buffer.from(makeZip([good]))
    const start = archive.lastIndexOf(Buffer.from(signature, 'latin1')) + at
    archive.writeUIntLE(to, start, size)
    return readFromArchive(archive, NAMES)
  }
  const [local, central] = ['PK\u0003\u0004', 'PK\u0001\u0002']

  test.each([
    ['the checksum is of something else', changed(central, 16, 1), 'the checksum differs'],
    ['packed otherwise beside the data', changed(local, 8, 0, 2), 'differently'],
    ['of another size beside the data', changed(local, 22, 5), 'differently'],
    ['of another packed size beside the data', changed(local, 18, 5), 'differently'],
    ['zip64: the size stands elsewhere', changed(central, 24, 0xffffffff), 'larger than 256 KiB'],
    ['zip64: the packed size stands elsewhere', changed(central, 20, 0xffffffff), 'differently'],
    ['its data begin beyond the end', changed(central, 42, 0x7fffffff), 'not a whole zip'],
  ])('%s', (_what, reading, why) => {
    expect(reading).toEqual({ why: expect.stringContaining(why) })
  })

  test('what upload-artifact writes is read: sizes behind the data', () => {
    const archive = Buffer.from(makeZip([{ ...good, flags: 8 }]))
    archive.fill(0, 14, 26)
    expect(readFromArchive(archive, NAMES)).toBe('place = "box"\n')
  })

  test('many files over one core of data (Fifield 2019): the directory points into itself', () => {
    const archive = Buffer.from(makeZip([good, { name: 'probes/report.md', data: 'x' }]))
    const at = archive.lastIndexOf(Buffer.from('PK\u0001\u0002'))
    // The second entry points at the first one's data.
    archive.writeUInt32LE(0, at + 42)
    const reading = readFromArchive(archive, ['probes/report.md'])
    expect(reading).toEqual({ why: expect.stringContaining('two names') })
  })

  test('a second directory in the comment: one reader sees one archive, another the other', () => {
    const inner = makeZip([{ ...good, data: 'place = "local"\n' }])
    const outer = Buffer.from(makeZip([good]))
    outer.writeUInt16LE(inner.length, outer.length - 2)
    expect(readFromArchive(Buffer.concat([outer, inner]), NAMES)).toEqual({ why: expect.any(String) })
  })

  test('a program before the archive (a file that is two things)', () => {
    expect(readFromArchive(Buffer.concat([Buffer.from('#!/bin/sh\n'), makeZip([good])]), NAMES)).toEqual({
      why: expect.any(String),
    })
  })

  test.each([
    ['the large kind', (end: Buffer) => end.writeUInt32LE(0xffffffff, 16)],
    ['split over disks', (end: Buffer) => end.writeUInt16LE(2, 8)],
    ['a directory beyond the end', (end: Buffer) => end.writeUInt32LE(0x7fffffff, 16)],
    ['a size that wraps around', (end: Buffer) => end.writeUInt32LE(0xfffffff0, 12)],
  ])('%s', (_what, lie) => {
    const archive = Buffer.from(makeZip([good]))
    lie(archive.subarray(archive.length - 22))
    expect(readFromArchive(archive, NAMES)).toEqual({ why: expect.any(String) })
  })
})

const toml = (body: string) => `${FIRST_LINE}\n[probe]\nformat = 1\nplace = "box"\n${body}`

describe('a probe file is refused, quickly', () => {
  test.each<[string, string]>([
    ['a thousand lists in lists', toml(`x = ${'['.repeat(1000)}${']'.repeat(1000)}\n`)],
    ['a hundred thousand tables in tables', toml(`x = ${'{a='.repeat(5000)}1${'}'.repeat(5000)}\n`)],
    ['a name of ten thousand parts', toml(`${'a.'.repeat(5000)}b = 1\n`)],
    ['a hundred thousand lines', toml('# x\n'.repeat(100_000))],
    ['a line of a megabyte', toml(`x = "${'a'.repeat(1_000_000)}"\n`)],
    ['__proto__ as a table', toml('[__proto__]\nisAdmin = true\n')],
    ['__proto__ inside a table', toml('[git.__proto__]\nhead = "x"\n')],
    ['constructor.prototype', toml('[constructor.prototype]\nisAdmin = true\n')],
    ['one key twice', toml('[git]\nshallow = true\nshallow = false\n')],
    ['one table twice', toml('[git]\nshallow = true\n[git]\nworktree = true\n')],
    ['a verdict', toml('[verdict]\ngate = "pass"\n')],
    ['a number that is none', toml('[tests]\nexit_status = nan\n')],
    ['a number beyond all', toml(`[tests]\npassed = ${'9'.repeat(400)}\n`)],
    ['a negative count', toml('[tests]\nfailed = -1\n')],
    ['half a surrogate pair', toml('x = "\ud800"\n')],
    ['a NUL', toml('x = "\u0000"\n')],
    ['a second file behind the first', `${toml('')}${toml('')}`],
    ['YAML with anchors (billion laughs)', `${FIRST_LINE}\na: &a ["lol"]\nb: &b [*a,*a,*a,*a]\n`],
    ['XML with entities (billion laughs)', `${FIRST_LINE}\n<!DOCTYPE lolz [<!ENTITY lol "lol">]><lolz>&lol;</lolz>\n`],
  ])('%s', (_what, text) => {
    const reading = quickly(() => readProbeFile(text))
    expect(reading.ok).toBe(false)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test('even as a subject, __proto__ is a name and nothing else', () => {
    const reading = readProbeFile(toml('[env.claimed.__proto__]\nset = true\n'))
    expect(({} as Record<string, unknown>).set).toBeUndefined()
    if (reading.ok) expect([null, Object.prototype]).toContain(Object.getPrototypeOf(reading.facts.env?.claimed))
  })
})

describe('claims.json is refused, quickly', () => {
  test.each<[string, string]>([
    ['a hundred thousand lists in lists', '['.repeat(100_000)],
    ['and closed', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['objects in objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['__proto__', '{"__proto__": {"places": ["ci"]}}'],
    ['constructor', '{"constructor": {"prototype": {"isAdmin": true}}}'],
    ['one key twice', '{"packages": ["a"], "packages": []}'],
    ['one key twice, spelled otherwise', '{"packages": ["a"], "pack\\u0061ges": []}'],
    ['a thousand claims too many', JSON.stringify({ packages: Array.from({ length: 20_000 }, (_, at) => `p${at}`) })],
    ['a name of a megabyte', JSON.stringify({ packages: ['a'.repeat(1_000_000)] })],
    ['a name that is a command', JSON.stringify({ packages: ['a; rm -rf ~'] })],
    ['a name that is an option', JSON.stringify({ packages: ['--index-url=http://evil.example'] })],
    ['a variable that is none', JSON.stringify({ env: ['A=B\nLD_PRELOAD'] })],
    ['a number without end', `{"packages": ${'1'.repeat(100_000)}}`],
    ['what is no JSON', '{packages: [a]} // comment'],
  ])('%s', (_what, text) => {
    expect(quickly(() => readClaims(text, 'd1'.repeat(32)).ok)).toBe(false)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })
})

describe('a description is read quickly, and nothing in it is taken for a file', () => {
  test.each<[string, string]>([
    ['fences that never close', `${'```toml\n'.repeat(8000)}`],
    ['backticks without end', '`'.repeat(65_000)],
    ['lists in quotes in lists', '> - '.repeat(16_000)],
    ['comments that open and open', '<!-- '.repeat(13_000)],
    ['the first line without a fence', `${FIRST_LINE}\n`.repeat(1000)],
  ])('%s', (_what, body) => {
    expect(quickly(() => findProbeBlocks(body))).toEqual([])
  })
})

describe('what the reader of the page does not see is no file', () => {
  const block = `\`\`\`toml\n${FIRST_LINE}\nplace = "box"\n\`\`\`\n`
  test.each<[string, string, boolean]>([
    ['plain', block, true],
    ['folded', `<details>\n\n${block}\n</details>`, true],
    ['a comment', `<!--\n${block}-->`, false],
    ['a comment that ends and begins again', `<!--\n--> <!--\n${block}-->`, false],
    ['two comments in one line, the second open', `a <!-- b --> c <!--\n${block}-->`, false],
    ['an instruction', `<?x\n${block}?>`, false],
    ['a declaration', `<!X\n${block}>`, false],
    ['a CDATA section', `<![CDATA[\n${block}]]>`, false],
  ])('%s', async (_what, body, seen) => {
    expect(findProbeBlocks(body).length > 0).toBe(seen)
    // The renderer reads each piece of HTML by itself and shows more than GitHub does.
    if (seen) expect(await toHtml(body)).toContain('place = ')
  })
})
