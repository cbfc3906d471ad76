/** What setuptools makes of a new folder: without a list it takes every folder at the top for a package. */
import { parse } from 'smol-toml'
import { findOwnPackages } from '../claims/default.ts'
import { readIniLists } from './ini.ts'
import type { Project } from './project.ts'

/** Lines that pyproject.toml needs before a folder `probes` may lie beside its packages; undefined: it needs none. */
export function packageList(project: Project): readonly string[] | undefined {
  const { paths, textOf } = project
  const text = textOf('pyproject.toml')
  if (text === undefined || !discovers(text) || paths.includes('setup.py')) return undefined
  const setup = textOf('setup.cfg') ?? ''
  if (['packages', 'py_modules'].some((key) => readIniLists(setup, key, /^options$/).length > 0))
    return undefined
  if (paths.some((path) => path.startsWith('src/'))) return undefined
  const own = findOwnPackages(paths)
  const packages = own.filter((name) => paths.includes(`${name}/__init__.py`))
  const quoted = (names: readonly string[], star: string) =>
    names.map((name) => `"${name}${star}"`).join(', ')
  if (packages.length > 0) return ['[tool.setuptools.packages.find]', `include = [${quoted(packages, '*')}]`]
  return own.length > 0 ? ['[tool.setuptools]', `py-modules = [${quoted(own, '')}]`] : undefined
}

/** setuptools builds it, and is told of no packages. */
function discovers(text: string): boolean {
  try {
    const file = parse(text) as {
      project?: unknown
      'build-system'?: { 'build-backend'?: unknown }
      tool?: { setuptools?: object }
    }
    if (file.project === undefined && file['build-system'] === undefined) return false
    const backend = file['build-system']?.['build-backend'] ?? 'setuptools.build_meta'
    const told = Object.keys(file.tool?.setuptools ?? {})
    return (
      String(backend).startsWith('setuptools') && !told.some((key) => /^(?:packages|py-modules)$/.test(key))
    )
  } catch {
    return false
  }
}
