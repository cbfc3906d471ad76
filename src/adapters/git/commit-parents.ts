/** Parents of a commit, from the commit object itself: a clone of depth 1 hides them from `git log`. */
import type { Exec } from '../../app/ports.ts'
import { createAskGit } from './ask.ts'

/** Oldest convention first: for a merge the base, then the head. undefined: git does not say. */
export async function readParents(
  exec: Exec,
  cwd: string,
  sha: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[] | undefined> {
  const commit = await createAskGit(exec, cwd, env, { raw: true }).read('cat-file', 'commit', sha)
  return commit === undefined ? undefined : parseParents(commit)
}

/** The header ends at the first empty line; what follows is anybody's message. */
export function parseParents(commit: string): readonly string[] {
  const [header = ''] = commit.split('\n\n', 1)
  return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, sha = '']) => sha)
}
