/** The files that a project has, and where its folder lies in the repository. */
import type { Exec, ProjectListing } from '../../app/ports.ts'
import { createAskGit, splitNul } from './ask.ts'

/** Whether a checkout of HEAD has that file; the path is relative to `cwd`. */
export async function isInHead(
  exec: Exec,
  cwd: string,
  env: NodeJS.ProcessEnv,
  file: string,
): Promise<boolean> {
  return (await createAskGit(exec, cwd, env).read('cat-file', '-e', `HEAD:./${file}`)) !== undefined
}

export function createProjectListing(exec: Exec, cwd: string, env: NodeJS.ProcessEnv): ProjectListing {
  const { read } = createAskGit(exec, cwd, env)
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
