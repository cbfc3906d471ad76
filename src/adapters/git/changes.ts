/** How many files of the checkout are in no commit: what is judged there is not what lies there. */
import fs from 'node:fs'
import path from 'node:path'
import { isOwnProduct, probesFolders } from '../../core/products.ts'
import { type AskGit, readFilters, splitNul } from './ask.ts'
import { findUnfiltered } from './filtered.ts'

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
  const left = [...lists.changed, ...untracked].filter(
    (file) => !folders.some((folder) => isOwnProduct(file, folder)),
  )
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
