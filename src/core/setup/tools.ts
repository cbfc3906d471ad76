/** Which tool brings a project's environment, and how a fresh machine gets there. */
import type { Project } from './project.ts'

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
  const buildable =
    /^\[(?:project|build-system)\]/m.test(textOf('pyproject.toml') ?? '') || paths.includes('setup.py')
  const files = ['requirements.txt', 'requirements-dev.txt', 'requirements-test.txt'].filter(
    (file) => textOf(file) !== undefined,
  )
  const parts = [...files.map((file) => `-r ${file}`), ...(buildable ? ['--editable .'] : []), 'pytest']
  return [`python -m pip install ${parts.join(' ')}`]
}

/** What setup-python is told: the project's own word, where it has one. */
export function pythonVersion({ paths, textOf }: Project, folder: string): string {
  const at = (file: string): string => (folder === '.' ? file : `${folder}/${file}`)
  if (paths.includes('.python-version'))
    return `python-version-file: ${JSON.stringify(at('.python-version'))}`
  const declared = /^\s*requires-python\s*=/m.test(textOf('pyproject.toml') ?? '')
  return declared ? `python-version-file: ${JSON.stringify(at('pyproject.toml'))}` : 'python-version: "3.x"'
}
