/** What setting up a repository looks at: names of files, and the texts of a few of them. */
import { parse } from 'smol-toml'

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
    /\.py$|(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini|Pipfile|uv\.lock|requirements[\w.-]*\.txt)$/.test(path),
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

export type Table = { readonly [key: string]: unknown }

/** pyproject.toml: empty where there is none, undefined where it is no TOML. */
export function readPyproject({ textOf }: Project): Table | undefined {
  try {
    return parse(textOf('pyproject.toml') ?? '')
  } catch {
    return undefined
  }
}

/** The table that these keys lead to; empty where another value or none stands there. */
export function tableAt(table: Table, ...keys: readonly string[]): Table {
  const [key, ...rest] = keys
  if (key === undefined) return table
  const value = Object.hasOwn(table, key) ? table[key] : undefined
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isTable ? tableAt(value as Table, ...rest) : {}
}

/** Lists in files like setup.cfg and tox.ini: a key, and lines that are indented below it. */
export function readIniLists(text: string, key: string, inSection: RegExp = /^/): readonly string[] {
  let section = ''
  let listing = false
  const found: string[] = []
  for (const line of text.split(/\r?\n/)) {
    section = /^\[(.+)\]/.exec(line)?.[1] ?? section
    const [, name, first = ''] = /^([A-Za-z][\w-]*)\s*[=:]\s*(.*)$/.exec(line) ?? []
    if (name !== undefined) listing = name === key && inSection.test(section)
    else if (!/^\s+\S/.test(line)) listing = listing && line.trim() === ''
    if (listing) found.push(name === undefined ? line.trim() : first.trim())
  }
  return found.filter((line) => line !== '' && !/^[#;]/.test(line))
}

export interface Tool {
  readonly name: 'uv' | 'poetry' | 'tox' | 'pip'
  /** Shell lines that install the project and its tests. */
  readonly install: readonly string[]
  /** Put before `python -m pytest`. */
  readonly run: string
  /** The whole line, where the tool has a command of its own. */
  readonly test?: string
}

export function findTool(project: Project): Tool {
  const { paths, textOf } = project
  const pyproject = textOf('pyproject.toml') ?? ''
  if (paths.includes('uv.lock'))
    return { name: 'uv', install: ['python -m pip install uv', 'uv sync --locked'], run: 'uv run ' }
  if (paths.includes('poetry.lock') || /^\[tool\.poetry\]/m.test(pyproject))
    return { name: 'poetry', install: ['python -m pip install poetry', 'poetry install'], run: 'poetry run ' }
  if (textOf('tox.ini') !== undefined || /^\[tool\.tox/m.test(pyproject))
    return { name: 'tox', install: ['python -m pip install tox'], run: '', test: 'tox -e py' }
  return { name: 'pip', install: pipInstall(project), run: '' }
}

/** Editable, so that what is tested is what is checked out. */
function pipInstall({ paths, textOf }: Project): readonly string[] {
  const buildable = /^\[(?:project|build-system)\]/m.test(textOf('pyproject.toml') ?? '') || paths.includes('setup.py')
  const files = ['requirements.txt', 'requirements-dev.txt', 'requirements-test.txt'].filter(
    (file) => textOf(file) !== undefined,
  )
  const parts = [...files.map((file) => `-r ${file}`), ...(buildable ? ['--editable .'] : []), 'pytest']
  return [`python -m pip install ${parts.join(' ')}`]
}

/** What setup-python is told: the project's own word, where it has one. */
export function pythonVersion({ paths, textOf }: Project, folder: string): string {
  const at = (file: string): string => (folder === '.' ? file : `${folder}/${file}`)
  if (paths.includes('.python-version')) return `python-version-file: ${JSON.stringify(at('.python-version'))}`
  const declared = /^\s*requires-python\s*=/m.test(textOf('pyproject.toml') ?? '')
  return declared ? `python-version-file: ${JSON.stringify(at('pyproject.toml'))}` : 'python-version: "3.x"'
}
