/** Parents of a commit, from the commit object itself: a clone of depth 1 hides them from `git log`. */
import type { Exec } from '../app/ports.ts'

/** Seconds. */
const LIMIT = 60

/** Oldest convention first: for a merge the base, then the head. undefined: git does not say. */
export async function readParents(
  exec: Exec,
  cwd: string,
  sha: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[] | undefined> {
  const args = ['--no-optional-locks', '--no-pager', '-c', 'core.fsmonitor=false', 'cat-file', 'commit', sha]
  const exit = await exec('git', args, { cwd, env: { ...env, LC_ALL: 'C' }, seconds: LIMIT, raw: true })
  return exit.kind === 'exited' && exit.code === 0 ? parseParents(exit.stdout) : undefined
}

/** The header ends at the first empty line; what follows is anybody's message. */
export function parseParents(commit: string): readonly string[] {
  const [header = ''] = commit.split('\n\n', 1)
  return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, sha = '']) => sha)
}
