/** How many files of the checkout are in no commit: what is judged there is not what lies there. */
import path from 'node:path'
import type { Exec } from '../../app/ports.ts'
import { isOwnProduct, probesFolders } from '../../core/products.ts'
import { QUIET } from '../git.ts'

/** Seconds. */
const LIMIT = 60
/** Python takes such a file only beside its source: the probe leaves it out too. */
const COMPILED = '--exclude=**/__pycache__/*.*.pyc'

/** `probes` is relative to `cwd`, whose own products count as no change; undefined where git does not say. */
export async function countChanges(
  exec: Exec,
  cwd: string,
  env: NodeJS.ProcessEnv,
  probes: string,
): Promise<number | undefined> {
  const options = { cwd, env: { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' }, seconds: LIMIT }
  const list = async (...args: string[]): Promise<readonly string[] | undefined> => {
    const exit = await exec('git', [...QUIET, ...args], options)
    if (exit.kind !== 'exited' || exit.code !== 0) return undefined
    return exit.stdout.split('\0').filter((part) => part !== '')
  }
  const [changed, untracked, prefix] = await Promise.all([
    list('status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=no'),
    list('ls-files', '-z', '--full-name', '--others', '--exclude-standard', COMPILED, ':/'),
    list('rev-parse', '--show-prefix'),
  ])
  if (!changed || !untracked || !prefix) return undefined
  const paths = [...changed.map((record) => record.slice(3)), ...untracked]
  const own = path.posix.join(prefix.join('').replace(/\n$/, ''), probes)
  const left = paths.filter((file) => !isOwnProduct(file, own))
  if (left.length === 0) return 0
  const tracked = await list('ls-files', '-z', '--full-name', ':/')
  const folders = probesFolders([...(tracked ?? []), ...untracked], own)
  return left.filter((file) => !folders.some((folder) => isOwnProduct(file, folder))).length
}
