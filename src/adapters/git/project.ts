/** The files of a project, which of them HEAD has, and what a file was where this branch began. Nothing is fetched. */
import type { ProjectListing } from '../../app/ports.ts'
import { type AskGit, splitNul } from './ask.ts'

/** Whether a checkout of HEAD has that file; the path is relative to the folder that git is asked in. */
export const isInHead = async ({ read }: AskGit, file: string): Promise<boolean> =>
  (await read('cat-file', '-e', `HEAD:./${file}`)) !== undefined

export function createProjectListing({ read, cwd }: AskGit): ProjectListing {
  const git = async (...args: string[]): Promise<string> => {
    const said = await read(...args)
    if (said !== undefined) return said
    throw new Error(`git ${args[0]} did not answer in ${cwd}`)
  }
  return {
    async files() {
      const listing = await git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
      return [...new Set(splitNul(listing))].sort()
    },
    folder: async () => (await git('rev-parse', '--show-prefix')).replace(/\/?\n$/, '') || '.',
    async ignored(paths) {
      const found = await Promise.all(paths.map((path) => read('check-ignore', '--quiet', '--', path)))
      return paths.filter((_, at) => found[at] !== undefined)
    },
    top: async () => (await git('rev-parse', '--show-toplevel')).replace(/\n$/, ''),
  }
}

/** Where origin's default branch stands in a clone. */
const DEFAULT_BRANCHES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
]

type BaseFile =
  /** `text` undefined: there was no such file. */
  | { readonly known: true; readonly text: string | undefined }
  /** `why` undefined: there is no origin that could have an earlier one. */
  | { readonly known: false; readonly why?: string }

/** A file, by its path in the folder that git is asked in, as it was where this branch left origin's default branch. */
export async function readBaseFile({ read }: AskGit, file: string): Promise<BaseFile> {
  const tips = await Promise.all(
    DEFAULT_BRANCHES.map((ref) => read('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)),
  )
  const tip = tips.find((sha) => sha !== undefined)?.trim()
  if (tip === undefined)
    return (await read('remote', 'get-url', 'origin')) === undefined
      ? { known: false }
      : { known: false, why: "git does not have origin's default branch" }
  const base = (await read('merge-base', 'HEAD', tip))?.trim()
  if (!base) return { known: false, why: "this clone does not reach back to origin's default branch" }
  const listed = await read('ls-tree', '-z', base, '--', `./${file}`)
  if (listed === undefined) return { known: false, why: `git does not list ${base.slice(0, 7)}` }
  if (listed === '') return { known: true, text: undefined }
  const text = await read('cat-file', 'blob', `${base}:./${file}`)
  return text === undefined
    ? { known: false, why: `git does not show ${file} at ${base.slice(0, 7)}` }
    : { known: true, text }
}
