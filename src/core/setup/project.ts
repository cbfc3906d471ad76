/** What setting up a repository looks at: names of files, and the texts of a few of them. */
export interface Project {
  /** What is tracked or would be, relative to the working directory, with `/`. */
  readonly paths: readonly string[]
  /** `.env` lies there, tracked or not. It is never read. */
  readonly hasEnvFile: boolean
  /** Undefined: not there, or not among the files that were read. */
  readonly textOf: (path: string) => string | undefined
}

/** Something that Python reads or builds from. */
export const hasPython = ({ paths }: Project): boolean =>
  paths.some((path) =>
    /\.py$|(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini|Pipfile|uv\.lock|requirements[\w.-]*\.txt)$/.test(
      path,
    ),
  )

const EXAMPLE = /^\.?env\.(?:example|sample|template|dist)$/

/** Where the names of variables are written down for people. */
export const isExample = (path: string): boolean => EXAMPLE.test(path)

/** Files of the project's own that get lines. */
export const isWritten = (path: string): boolean => ['.gitignore', 'conftest.py'].includes(path)

/** Files of the working directory whose text tells what to claim. */
export const isTelling = (path: string): boolean =>
  isWritten(path) ||
  ['pyproject.toml', 'tox.ini', 'setup.cfg'].includes(path) ||
  /^requirements(?:[-_.][\w.-]+)?\.(?:txt|in)$|^requirements\/[\w.-]+\.(?:txt|in)$/.test(path) ||
  isExample(path)
