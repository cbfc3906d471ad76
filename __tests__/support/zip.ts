/** Zip archives by hand, for what no archiver would make: every field can be a lie. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly data?: string | Uint8Array
  /** Unix mode; 0: none is said. A link is 0o120777. */
  readonly mode?: number
  /** 0 stored, 8 deflated. */
  readonly method?: number
  readonly flags?: number
  /** What the directory says the file's size is. */
  readonly claimedSize?: number
  /** The name beside the data, where it differs from the directory's. */
  readonly localName?: string
}

export function makeZip(entries: readonly ZipEntry[]): Uint8Array {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const local = localPart(entry)
    central.push(centralPart(entry, offset))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const bytesOf = ({ data = '' }: ZipEntry) => Buffer.from(data)
const packed = (entry: ZipEntry) => ((entry.method ?? 8) === 8 ? deflateRawSync(bytesOf(entry)) : bytesOf(entry))

function localPart(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.localName ?? entry.name)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(entry.flags ?? 0, 6)
  head.writeUInt16LE(entry.method ?? 8, 8)
  head.writeUInt32LE(crc32(bytesOf(entry)), 14)
  head.writeUInt32LE(packed(entry).length, 18)
  head.writeUInt32LE(entry.claimedSize ?? bytesOf(entry).length, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name, packed(entry)])
}

function centralPart(entry: ZipEntry, offset: number): Buffer {
  const name = Buffer.from(entry.name)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE((3 << 8) | 20, 4)
  head.writeUInt16LE(20, 6)
  head.writeUInt16LE(entry.flags ?? 0, 8)
  head.writeUInt16LE(entry.method ?? 8, 10)
  head.writeUInt32LE(crc32(bytesOf(entry)), 16)
  head.writeUInt32LE(packed(entry).length, 20)
  head.writeUInt32LE(entry.claimedSize ?? bytesOf(entry).length, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}
