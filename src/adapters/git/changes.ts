/** How many files of the checkout are in no commit: what is judged there is not what lies there. */

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { isOwnProduct, probesFolders } from '../../core/content.ts'
import { type AskGit, readFilters, splitNul } from './ask.ts'

/** Within a submodule git would start what that one's configuration names: it is asked there, in words of its own. */
const STATUS = ['status', '--porcelain=v1', '-z', '--untracked-files=no', '--ignore-submodules=dirty']
/** Python takes a compiled file only beside its source: the probe leaves it out too. */
const UNTRACKED = ['ls-files', '-z', '--others', '--exclude-standard', '--exclude=**/__pycache__/*.*.pyc']
/** Submodules within submodules, as far as they are looked at. */
const DEPTH = 5

/** `probes` is relative to the folder that git is asked in; own products there are no change. undefined: git does not say. */
export async function countChanges(ask: AskGit, probes: string, depth = DEPTH): Promise<number | undefined> {
  const { cwd } = ask
  const filters = await readFilters(ask)
  const lists = filters && (await readLists(ask.with({ filters }), filters))
  if (!lists) return undefined
  const { top, index, untracked } = lists
  const own = path.posix.join(lists.prefix, probes)
  const folders = probesFolders([...index.map(pathOf), ...untracked], own)
  const left = [...lists.changed, ...untracked].filter((file) => !folders.some((folder) => isOwnProduct(file, folder)))
  const within = index
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => path.join(top, pathOf(entry)))
    .filter((folder) => fs.existsSync(path.join(folder, '.git')))
  if (within.length > 0 && depth === 0) return undefined
  const counts = await Promise.all(
    within.map((folder) =>
      countChanges(ask.with({ cwd: folder }), path.relative(folder, path.join(cwd, probes)), depth - 1),
    ),
  )
  return counts.some((count) => count === undefined)
    ? undefined
    : counts.reduce<number>((sum, count = 0) => sum + count, left.length)
}

interface Lists {
  readonly top: string
  readonly prefix: string
  /** Records of `ls-files --stage`. */
  readonly index: readonly string[]
  readonly changed: readonly string[]
  readonly untracked: readonly string[]
}

async function readLists(ask: AskGit, filters: readonly string[]): Promise<Lists | undefined> {
  const [status, untracked, index, place] = await Promise.all([
    ask.read(...STATUS),
    ask.read(...UNTRACKED, '--full-name', ':/'),
    ask.read('ls-files', '-z', '--stage', '--full-name', ':/'),
    ask.read('rev-parse', '--show-toplevel', '--show-prefix'),
  ])
  const [, top, prefix] = /^(.+)\n(.*)\n$/.exec(place ?? '') ?? []
  if (status === undefined || untracked === undefined || index === undefined) return undefined
  if (top === undefined || prefix === undefined) return undefined
  const records = splitNul(status)
  const edited = records.filter((record) => record.startsWith(' M')).map((record) => record.slice(3))
  const same = await findUnfiltered(ask, top, edited, filters)
  return {
    top,
    prefix,
    index: splitNul(index),
    untracked: splitNul(untracked),
    changed: records.map((record) => record.slice(3)).filter((file) => !same.has(file)),
  }
}

const pathOf = (record: string): string => record.slice(record.indexOf('\t') + 1)

/** Paths on one command line: Windows takes 32,767 characters. */
const AT_ONCE = 100
const ENTRY =
  /\d{6} ([0-9a-f]+) 0\t([^\0]+)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: .*\n {2}uid: .*\n {2}size: (\d+)\t.*\n/g

/** Those of `paths`, relative to the top, whose times the index knows to the nanosecond, or that its Git LFS pointer names. */
async function findUnfiltered(
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
