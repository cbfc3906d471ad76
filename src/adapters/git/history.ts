/** What a clone says of the way from origin's default branch to HEAD. */

import { createHash } from 'node:crypto'
import path from 'node:path'
import { isOwnProduct } from '../../core/content.ts'
import { type AskGit, splitNul } from './ask.ts'
import { readParents } from './git.ts'

/** Where origin's default branch stands in a clone. */
const DEFAULT_BRANCHES = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master']
/** Commits that are looked at, as many as GitHub lists of a pull request. */
const MAX_COMMITS = 250

export type History =
  | {
      readonly known: true
      /** Where the branch left origin's default branch; of a test merge its first parent. */
      readonly base: string
      /** HEAD; of a test merge the commit that it merged. */
      readonly head: string
      /** Of the branch, oldest first. */
      readonly commits: readonly string[]
    }
  /** `why` undefined: there is no origin that could have an earlier state. */
  | { readonly known: false; readonly why?: string }

export async function readHistory(ask: AskGit): Promise<History> {
  const { read } = ask
  const line = async (...args: string[]) => (await read(...args))?.trim() || undefined
  const tips = await Promise.all(
    DEFAULT_BRANCHES.map((ref) => line('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)),
  )
  const tip = tips.find((sha) => sha !== undefined)
  if (tip === undefined)
    return (await read('remote', 'get-url', 'origin')) === undefined
      ? { known: false }
      : { known: false, why: "git does not have origin's default branch" }
  const own = await line('rev-parse', 'HEAD^{commit}')
  const [first, second, ...more] = own === undefined ? [] : ((await readParents(ask, own)) ?? [])
  const isIn = async (sha: string) => (await read('merge-base', '--is-ancestor', sha, tip)) !== undefined
  // A merge that a provider made for the test has the default branch first; a person's has it second.
  const isTest = first && second && more.length === 0 && (await isIn(first)) && !(await isIn(second))
  const head = isTest ? second : own
  const base = isTest ? first : await line('merge-base', 'HEAD', tip)
  if (!head || !base) return { known: false, why: "this clone does not reach back to origin's default branch" }
  const listed = await line('rev-list', `--max-count=${MAX_COMMITS}`, `${base}..${head}`)
  return { known: true, base, head, commits: (listed ?? '').split('\n').filter(Boolean).reverse() }
}

type BaseFile =
  /** `text` undefined: there was no such file. */
  { readonly known: true; readonly text: string | undefined } | { readonly known: false; readonly why?: string }

/** A file, by its path in the folder that git is asked in, as it was where this branch began. */
export async function readBaseFile({ read }: AskGit, history: History, file: string): Promise<BaseFile> {
  if (!history.known) return history
  const { base } = history
  const listed = await read('ls-tree', '-z', base, '--', `./${file}`)
  if (listed === undefined) return { known: false, why: `git does not list ${base.slice(0, 7)}` }
  if (listed === '') return { known: true, text: undefined }
  const text = await read('cat-file', 'blob', `${base}:./${file}`)
  return text === undefined
    ? { known: false, why: `git does not show ${file} at ${base.slice(0, 7)}` }
    : { known: true, text }
}

/** Ids of the files in a folder where this branch began, by name; none where nothing was committed since. */
export async function readBaseIds({ read }: AskGit, history: History, folder: string) {
  const ids = new Map<string, string>()
  if (!history.known || history.commits.length === 0) return ids
  const listed = await read('ls-tree', '-z', history.base, '--', `./${folder}/`)
  for (const record of splitNul(listed ?? '')) {
    const [, id, name] = /^\d{6} blob ([0-9a-f]+)\t(?:.*\/)?([^/]+)$/s.exec(record) ?? []
    if (id && name) ids.set(name, id)
  }
  return ids
}

/** Files that differ between two commits, from the top; our own are none. */
export async function readChanged({ read }: AskGit, from: string, to: string, probesFolder: string) {
  const prefix = (await read('rev-parse', '--show-prefix'))?.trim()
  const listed = await read('diff-tree', '-r', '-z', '--name-only', from, to)
  return prefix === undefined || listed === undefined
    ? undefined
    : splitNul(listed).filter((file) => !isOwnProduct(file, path.posix.join(prefix, probesFolder)))
}

/** A commit that was made on github.com: that host is the committer, and has signed it. */
export async function isMadeOnline({ read }: AskGit, commit: string): Promise<boolean> {
  const [header = ''] = ((await read('cat-file', 'commit', commit)) ?? '').split('\n\n', 1)
  return /^committer .*<noreply@github\.com> /m.test(header) && /^gpgsig/m.test(header)
}

/** Is it the text file that git knows by that id? Line ends are git's: a checkout may have others. */
export function isBlob(text: string, id: string | undefined): boolean {
  if (id === undefined) return false
  const bytes = Buffer.from(text.replaceAll('\r\n', '\n'), 'utf8')
  const hash = createHash(id.length === 40 ? 'sha1' : 'sha256')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === id
}
