/** Files that only look changed because no filter may run, told from changed ones as the probe tells them. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type AskGit, splitNul } from './ask.ts'

/** Paths on one command line: Windows takes 32,767 characters. */
const AT_ONCE = 100
const ENTRY =
  /\d{6} ([0-9a-f]+) 0\t([^\0]+)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: .*\n {2}uid: .*\n {2}size: (\d+)\t.*\n/g

/** Those of `paths`, relative to the top, whose times the index knows to the nanosecond, or that its Git LFS pointer names. */
export async function findUnfiltered(
  ask: AskGit,
  top: string,
  paths: readonly string[],
  filters: readonly string[],
): Promise<ReadonlySet<string>> {
  const found: string[] = []
  for (let at = 0; filters.length > 0 && at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE)
    const [attributes = '', entries = ''] = await Promise.all([
      ask.read('-C', top, 'check-attr', '-z', 'filter', '--', ...some),
      ask.read('-C', top, '--literal-pathspecs', 'ls-files', '--stage', '--debug', '-z', '--', ...some),
    ])
    const filtered = filteredOf(splitNul(attributes), filters)
    for (const [, id = '', name = '', ...stat] of entries.matchAll(ENTRY)) {
      const file = path.join(top, name)
      if (filtered.has(name) && (isStat(file, stat.map(BigInt)) || isPointedAt(file, id))) found.push(name)
    }
  }
  return new Set(found)
}

/** Triples of a path, `filter` and its driver. */
const filteredOf = (words: readonly string[], filters: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((_, at) => at % 3 === 0 && filters.includes(words[at + 2] ?? '')))

function isStat(file: string, known: readonly bigint[]): boolean {
  const found = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
  if (!found) return false
  const { ctimeNs, mtimeNs, size } = found
  const now = [ctimeNs / NANO, ctimeNs % NANO, mtimeNs / NANO, mtimeNs % NANO, size & 0xffff_ffffn]
  return now.every((part, at) => part === known[at])
}

const NANO = 1_000_000_000n

/** The pointer is made again from the file: its blob has the id that the index names, or not. */
function isPointedAt(file: string, id: string): boolean {
  const content = readPlain(file)
  if (content === undefined) return false
  const oid = createHash('sha256').update(content).digest('hex')
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`
  const hash = createHash(id.length === 40 ? 'sha1' : 'sha256')
  return hash.update(`blob ${pointer.length}\0${pointer}`).digest('hex') === id
}

/** Node takes no more than 2 GiB at once; such a file stays changed. */
function readPlain(file: string): Buffer | undefined {
  try {
    return fs.lstatSync(file).isFile() ? fs.readFileSync(file) : undefined
  } catch {
    return undefined
  }
}
