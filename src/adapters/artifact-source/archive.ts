/**
 * One artifact from GitHub's list to the text of its probe file. Anybody may have made the archive: its bytes are checked
 * against the digest, and one file is read in memory, under limits.
 */
import { createHash } from 'node:crypto'
import { crc32, inflateRawSync } from 'node:zlib'
import type { ApiAnswer, GitHubApi } from '../../app/ports.ts'
import { placeName } from '../../core/place.ts'
import { decodeText, NotText } from '../../core/text/encoding.ts'
import type { Named, Unread } from './candidates.ts'

/** Bytes of the archive, files in it, bytes of the file that is read. */
export const LIMITS = { archive: 4 * 1024 * 1024, entries: 100, file: 256 * 1024 } as const

/** The probe file in an artifact, or why there is none to be had. `probes`: the first part of an entry's name. */
export async function readOne(api: GitHubApi, probes: string, named: Named): Promise<string | Unread> {
  const { artifact } = named
  if (artifact.expired) return { why: `expired on ${artifact.expiresAt.slice(0, 10)}` }
  if (!(artifact.size <= LIMITS.archive))
    return { why: `refused, it is larger than ${LIMITS.archive / 1024 / 1024} MiB` }
  const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip'
  const answer = await api.download(route, { artifact_id: artifact.id }, LIMITS.archive)
  if (!answer.ok) return explain(answer)
  if (artifact.digest && artifact.digest !== digestOf(answer.data))
    return { why: 'refused, its bytes are not those that GitHub has the digest of' }
  const file = `${placeName(named)}.txt`
  const unpacked = readFromArchive(answer.data, [...new Set([`${probes}/${file}`, `probes/${file}`, file])])
  return typeof unpacked === 'string' ? unpacked : { why: `refused, ${unpacked.why}` }
}

function explain(answer: ApiAnswer & { ok: false }): Unread {
  if (answer.status === 410) return { why: 'expired' }
  if (answer.status === 413) return { why: `refused, it is larger than ${LIMITS.archive / 1024 / 1024} MiB` }
  return { why: 'could not be downloaded', fault: { ...answer.fault, where: 'artifact' } }
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

interface Entry {
  readonly name: string
  readonly method: number
  readonly checksum: number
  readonly flags: number
  readonly compressed: number
  readonly size: number
  /** Unix mode, where the archive was made by one. */
  readonly mode: number
  readonly offset: number
}

class Refused extends Error {}
const refuse = (why: string): never => {
  throw new Refused(why)
}

/** The one entry of these names. Any name in the archive that plays a trick refuses all of it. */
export function readFromArchive(archive: Uint8Array, names: readonly string[]): string | Unread {
  try {
    const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
    const entries = listEntries(archive, view)
    for (const entry of entries) checkName(entry)
    checkTwins(entries)
    const wanted = entries.filter(({ name }) => names.includes(name))
    const [entry] = wanted
    if (!entry) return { why: `it has no ${names[0]}` }
    if (wanted.length > 1) return { why: `it has both ${wanted.map(({ name }) => name).join(' and ')}` }
    return decodeText(readEntry(archive, view, entry))
  } catch (error) {
    // Else a RangeError of the view, or the inflater's own.
    const known = error instanceof Refused || error instanceof NotText
    return { why: known ? error.message : 'it is not a whole zip archive' }
  }
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50

/** The central directory says what is there; PKWARE's APPNOTE 4.3.12 and 4.3.16. */
function listEntries(archive: Uint8Array, view: DataView): Entry[] {
  const end = findEnd(view)
  const [count, total, size, start] = [
    view.getUint16(end + 8, true),
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ]
  if (count !== total || count === 0xffff || start === 0xffffffff) refuse('it is split or of the large kind')
  if (count > LIMITS.entries) refuse(`it has more than ${LIMITS.entries} entries`)
  if (start + size !== end) refuse('its directory is not where it says')
  const entries: Entry[] = []
  let at = start
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== CENTRAL) refuse('its directory is broken')
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    entries.push(parseEntry(archive, view, at, lengths[0] ?? 0))
    at += 46 + lengths.reduce((a, b) => a + b)
  }
  if (at !== end) refuse('its directory is broken')
  return entries
}

function findEnd(view: DataView): number {
  // A comment of up to 65,535 bytes may follow the record.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--)
    if (view.getUint32(at, true) === END && at + 22 + view.getUint16(at + 20, true) === view.byteLength) return at
  return refuse('it is not a zip archive')
}

function parseEntry(archive: Uint8Array, view: DataView, at: number, nameLength: number): Entry {
  return {
    name: nameAt(archive, at + 46, nameLength),
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    compressed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    mode: view.getUint32(at + 38, true) >>> 16,
    offset: view.getUint32(at + 42, true),
  }
}

/** Byte for byte: a name beyond ASCII is none of ours, and must not become one by decoding. */
const nameAt = (archive: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...archive.subarray(at, at + Math.min(length, 1024)))

/** Windows: names of devices whatever ends them, and what it drops at the end of a name or takes for a stream. */
const DEVICE = /^(?:con|prn|aux|nul|con(?:in|out)\$|clock\$|(?:com|lpt)(?:\d|\xc2[\xb2\xb3\xb9])) *(?:\.|$)/i
const DROPPED = /[^.][. ]+$|^ +$/

function checkName({ name, mode }: Entry): void {
  const parts = name.replace(/\/$/, '').split('/')
  const shown = JSON.stringify(name.slice(0, 80))
  if (/^\/|[\\:]|\p{Cc}/u.test(name) || parts.some((part) => DROPPED.test(part)))
    refuse(`it has an entry with an unsafe name, ${shown}`)
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    refuse(`it has an entry that leads elsewhere, ${shown}`)
  if (parts.some((part) => DEVICE.test(part))) refuse(`it has an entry named like a device, ${shown}`)
  // S_IFMT: a directory, a plain file, or nothing said; no link, pipe or device.
  if (![0, 0o040000, 0o100000].includes(mode & 0o170000)) refuse(`it has an entry that is a link, ${shown}`)
}

/** Names that only differ in case are one file on two of three systems. */
function checkTwins(entries: readonly Entry[]): void {
  const names = entries.map(({ name }) => name.toLowerCase())
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin !== undefined) refuse(`it has ${JSON.stringify(twin.slice(0, 80))} twice`)
}

/**
 * Whether the header beside the data contradicts the central directory. In a streamed archive (flag bit 3) the sizes
 * stand behind the data: only the method is compared.
 */
function isOtherwise(view: DataView, { offset, flags, method, compressed, size }: Entry): boolean {
  if (view.getUint16(offset + 8, true) !== method) return true
  const sizes = [view.getUint32(offset + 18, true), view.getUint32(offset + 22, true)]
  return (flags & 8) === 0 && (sizes[0] !== compressed || sizes[1] !== size)
}

function readEntry(archive: Uint8Array, view: DataView, entry: Entry): Uint8Array {
  const { offset, flags, method, checksum, compressed, size, name } = entry
  if (flags & 1) refuse('its file is encrypted')
  if (size > LIMITS.file) refuse(`its file is larger than ${LIMITS.file / 1024} KiB`)
  if (view.getUint32(offset, true) !== LOCAL) refuse('its file is not where it says')
  const nameLength = view.getUint16(offset + 26, true)
  if (nameAt(archive, offset + 30, nameLength) !== name) refuse('its file has two names')
  if (isOtherwise(view, entry)) refuse('its file is described twice, and differently')
  const start = offset + 30 + nameLength + view.getUint16(offset + 28, true)
  if (start + compressed > archive.length) refuse('its file is cut short')
  const data = archive.subarray(start, start + compressed)
  const bytes = method === 0 ? data : method === 8 ? inflate(data) : refuse('its file is packed in a way not read')
  if (bytes.length !== size) refuse('its file is not as large as it says')
  if (crc32(bytes) !== checksum) refuse('its file is not what was packed: the checksum differs')
  return bytes
}

/** Stops where the file grows beyond the limit, whatever size it names. */
function inflate(data: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(data, { maxOutputLength: LIMITS.file })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      refuse(`its file is larger than ${LIMITS.file / 1024} KiB`)
    throw error
  }
}
