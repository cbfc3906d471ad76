/** Whose project somebody stands in who starts this below its top. */
import { existsSync } from 'node:fs'
import path from 'node:path'

/** What a Python project has at its top, whatever its tools. */
const PROJECT_FILES = ['pyproject.toml', 'setup.cfg', 'setup.py', 'requirements.txt', 'tox.ini', 'pytest.ini']

export interface ProjectFolder {
  readonly folder: string
  /** What made it the project; undefined: it is where this was started. */
  readonly because?: string
}

/**
 * The nearest folder up to the top of the repository that has claims, else the nearest with a file of a
 * project, else the top. `init` makes claims: for it a project that has none yet is as good as one that has.
 */
export function findProjectFolder(from: string, claims: string, isInit: boolean): ProjectFolder {
  const folders = upToTop(from)
  const [wanted, other] = isInit ? [[claims, ...PROJECT_FILES], []] : [[claims], PROJECT_FILES]
  const found = firstWith(folders, wanted) ?? firstWith(folders, other)
  const folder = found?.folder ?? folders.at(-1) ?? from
  return folder === from ? { folder } : { folder, because: found?.file ?? '.git' }
}

function firstWith(folders: readonly string[], files: readonly string[]) {
  for (const folder of folders) {
    const file = files.find((one) => existsSync(path.join(folder, one)))
    if (file !== undefined) return { folder, file }
  }
  return undefined
}

/** Nearest first, the top of the repository last; nothing where there is no repository. */
function upToTop(from: string): readonly string[] {
  const folders: string[] = []
  for (let folder = from; ; folder = path.dirname(folder)) {
    folders.push(folder)
    if (existsSync(path.join(folder, '.git'))) return folders
    if (path.dirname(folder) === folder) return []
  }
}
