/** A file as it was where this branch left origin's default branch. Nothing is fetched. */
import type { Exec } from '../../app/ports.ts'
import { createAskGit } from './ask.ts'

const USUAL = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master']

export type BaseFile =
  /** `text` undefined: there was no such file. */
  | { readonly known: true; readonly text: string | undefined }
  /** `why` undefined: there is no origin that could have an earlier one. */
  | { readonly known: false; readonly why?: string }

/** `file` is relative to `cwd`. */
export async function readBaseFile(
  exec: Exec,
  cwd: string,
  env: NodeJS.ProcessEnv,
  file: string,
): Promise<BaseFile> {
  const { read } = createAskGit(exec, cwd, env)
  const tips = await Promise.all(
    USUAL.map((ref) => read('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)),
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
