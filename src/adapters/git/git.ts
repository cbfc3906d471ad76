/** What git says of a checkout. */

import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Exit, Git } from '../../app/ports.ts'
import { contentRecords, type TreeEntry } from '../../core/content.ts'
import { once } from '../../core/once.ts'
import { type AskGit, splitNul } from './ask.ts'

const RECORD = /^([0-7]{6}) (\w+) ([0-9a-f]{40,64})\t(.+)$/s

/** `probes` is the folder of probe files, relative to the folder that git is asked in. */
export function createGit(ask: AskGit, probes: string): Git {
  const { run, read } = ask.with({ raw: true })
  return {
    trackedFiles: once(async () => {
      const listing = await read('ls-files', '-z')
      return listing === undefined ? undefined : splitNul(listing).map(fromBytes)
    }),
    async state() {
      const exit = await run('rev-parse', '--show-toplevel')
      if (exit.kind !== 'exited') return 'no-git'
      // macOS has a git that only asks for one to be installed.
      if (exit.code !== 0 && /^(?:xcode-select|xcrun):/.test(exit.stderr)) return 'no-git'
      if (exit.code !== 0) return /dubious ownership/.test(exit.stderr) ? 'refused' : 'none'
      return (await read('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')) === undefined ? 'unborn' : 'ok'
    },
    // Reading names from the index starts nothing that a stranger's repository could name.
    isTracked: async (file) =>
      saysTracked(await run('-c', 'safe.directory=*', 'ls-files', '--error-unmatch', '--', file)),
    async head(commit = 'HEAD') {
      const said = await read('rev-parse', '--show-prefix', `${commit}^{commit}`)
      const [, prefix, sha] = /^(.*)\n([0-9a-f]{40,64})\n$/s.exec(said ?? '') ?? []
      if (!sha || prefix === undefined) return undefined
      const listing = await read('ls-tree', '-r', '-z', '--full-tree', sha)
      const entries = listing === undefined ? undefined : parseTree(listing)
      return (
        entries && {
          sha,
          content: hashBytes(contentRecords(entries, toBytes(path.posix.join(fromBytes(prefix), probes)))),
        }
      )
    },
  }
}

/** Git ends with 1 for a path that it does not track, and says so where the path can't be in a repository. */
function saysTracked(exit: Exit): boolean {
  if (exit.kind !== 'exited') return exit.kind !== 'not-started'
  if (exit.code === 0) return true
  return exit.code !== 1 && !/not a git repository|is outside repository/.test(exit.stderr)
}

/**
 * Parents of a commit, for a merge the base before the head; undefined: git does not say. Read from the commit object
 * itself, because a clone of depth 1 hides them from `git log`.
 */
export async function readParents(ask: AskGit, sha: string): Promise<readonly string[] | undefined> {
  const commit = await ask.with({ raw: true }).read('cat-file', 'commit', sha)
  return commit === undefined ? undefined : parseParents(commit)
}

/** The header ends at the first empty line: behind it stands the message, which may name any parent. */
export function parseParents(commit: string): readonly string[] {
  const [header = ''] = commit.split('\n\n', 1)
  return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, sha = '']) => sha)
}

/** Records of `git ls-tree -r -z`, one character per byte; undefined when one is not understood. */
export function parseTree(listing: string): readonly TreeEntry[] | undefined {
  const entries: TreeEntry[] = []
  for (const record of splitNul(listing)) {
    const [, mode, type, id, path] = RECORD.exec(record) ?? []
    if (!mode || !type || !id || !path) return undefined
    entries.push({ mode, type, id, path })
  }
  return entries
}

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

const hashBytes = (bytes: string): string => createHash('sha256').update(bytes, 'latin1').digest('hex')
const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')
const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Whether a checkout of HEAD has that file; the path is relative to the folder that git is asked in. */
export const isInHead = async ({ read }: AskGit, file: string): Promise<boolean> =>
  (await read('cat-file', '-e', `HEAD:./${file}`)) !== undefined

/** A project as it lies there, committed or not; each throws where git does not answer. */
export function createProjectListing({ read, cwd }: AskGit) {
  const git = async (...args: string[]): Promise<string> => {
    const said = await read(...args)
    if (said !== undefined) return said
    throw new Error(`git ${args[0]} did not answer in ${cwd}`)
  }
  return {
    /** Tracked and untracked, not ignored; relative to the folder, sorted. */
    async files() {
      const listing = await git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
      return [...new Set(splitNul(listing))].sort()
    },
    /** The folder from the top of the repository; `.` is the top. */
    folder: async () => (await git('rev-parse', '--show-prefix')).replace(/\/?\n$/, '') || '.',
    /** They need not be there. */
    async ignored(paths: readonly string[]) {
      const found = await Promise.all(paths.map((path) => read('check-ignore', '--quiet', '--', path)))
      return paths.filter((_, at) => found[at] !== undefined)
    },
    top: async () => (await git('rev-parse', '--show-toplevel')).replace(/\n$/, ''),
  }
}
