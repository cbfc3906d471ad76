/** The distributions that a project says it needs wherever it runs. */
import { findOwnPackages } from '../claims/default.ts'
import { type Project, readIniLists, readPyproject, type Table, tableAt } from './project.ts'

export interface Dependencies {
  /** Folded as packaging tools do (PEP 503), sorted. */
  readonly names: readonly string[]
  /** What was declared and is not claimed, with the reason, a line each. */
  readonly leftOut: readonly string[]
}

type Found = { readonly name: string } | { readonly leftOut: string }

export function readDependencies(project: Project): Dependencies {
  // Beside a declaration requirements.txt pins what developers use: no claim about what the project needs.
  const declared = fromPyproject(readPyproject(project)) ?? fromSetup(project.textOf('setup.cfg'))
  const found = declared ?? fromRequirements(project)
  const names = found.flatMap((one) => ('name' in one ? [one.name] : []))
  const leftOut = found.flatMap((one) => ('leftOut' in one ? [one.leftOut] : []))
  return { names: [...new Set(names)].sort(), leftOut: [...new Set(leftOut)] }
}

/** Undefined: it declares none, not even an empty list. */
function fromPyproject(file: ReturnType<typeof readPyproject>): Found[] | undefined {
  if (file === undefined) return [{ leftOut: 'pyproject.toml: it is no TOML' }]
  const { name, dependencies, dynamic } = tableAt(file, 'project')
  // PEP 621: a project that lists none has none, unless it says that they are found otherwise.
  const none = typeof name === 'string' && !(Array.isArray(dynamic) && dynamic.includes('dependencies'))
  const poetry = tableAt(file, 'tool', 'poetry').dependencies
  if (dependencies === undefined && poetry === undefined) return none ? [] : undefined
  const listed = Array.isArray(dependencies) ? dependencies.filter((one) => typeof one === 'string') : []
  return [
    ...listed.flatMap(readRequirement),
    ...Object.entries(tableAt({ poetry }, 'poetry')).flatMap(([key, value]) => fromPoetry(key, value)),
  ]
}

/** install_requires of setup.cfg. */
function fromSetup(text: string | undefined): Found[] | undefined {
  const lines = readIniLists(text ?? '', 'install_requires', /^options$/)
  return lines.length > 0 ? lines.flatMap(readRequirement) : undefined
}

/** Poetry's own table: `name = "^1"`, or a table that may make it depend on the place. */
function fromPoetry(name: string, value: unknown): Found[] {
  if (fold(name) === 'python') return []
  const depends = ['optional', 'markers', 'platform', 'python'].filter((key) =>
    Object.hasOwn(tableAt({ value }, 'value'), key),
  )
  if (Array.isArray(value)) return [leftOut(name, 'it depends on the place')]
  return depends.length > 0 ? [leftOut(name, `${depends[0]} makes it depend on the place`)] : named(name)
}

/** requirements.txt, and what it reads with -r. */
function fromRequirements(project: Project, file = 'requirements.txt', seen: Set<string> = new Set()): Found[] {
  const text = project.textOf(file)
  if (text === undefined || seen.has(file)) return []
  seen.add(file)
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)
  return lines.flatMap((line) => {
    const included = /^\s*(?:-r|--requirement)[\s=]*(\S+)/.exec(line)?.[1]
    if (included === undefined) return readRequirement(line)
    const folder = file.slice(0, file.lastIndexOf('/') + 1)
    return fromRequirements(project, folder + included.replace(/^\.\//, ''), seen)
  })
}

const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?:@\s*\S.*|[(<>=!~^].*)?$/

/** One line of PEP 508, without what pip adds to it. */
export function readRequirement(line: string): Found[] {
  const plain = line
    .replace(/(?:^|\s)#.*$/, '')
    .replace(/\s--\w.*$/, '')
    .trim()
  if (plain === '' || plain.startsWith('-')) return []
  const [requirement = '', marker] = plain.split(/;(.*)/s).map((part) => part.trim())
  const name = NAME.exec(requirement)?.[1]
  if (name === undefined) return [{ leftOut: `${clip(plain)}: it has no name` }]
  return marker ? [leftOut(name, 'a marker makes it depend on the place')] : named(name)
}

/** Stubs bring no code that could be imported. */
const named = (name: string): Found[] =>
  /^types-|-stubs$/.test(fold(name)) ? [leftOut(name, 'stubs are not imported')] : [{ name: fold(name) }]

const leftOut = (name: string, why: string): Found => ({ leftOut: `${clip(name)}: ${why}` })
const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** One name for all spellings of it. */
export const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/**
 * Lines that pyproject.toml needs before a folder `probes` may lie beside its packages; undefined: it needs none.
 * Without a list, setuptools takes every folder at the top for a package.
 */
export function packageList(project: Project): readonly string[] | undefined {
  const { paths, textOf } = project
  if (!discovers(readPyproject(project) ?? {}) || paths.includes('setup.py')) return undefined
  const setup = textOf('setup.cfg') ?? ''
  if (['packages', 'py_modules'].some((key) => readIniLists(setup, key, /^options$/).length > 0)) return undefined
  if (paths.some((path) => path.startsWith('src/'))) return undefined
  const own = findOwnPackages(paths)
  const packages = own.filter((name) => paths.includes(`${name}/__init__.py`))
  const quoted = (names: readonly string[], star: string) => names.map((name) => `"${name}${star}"`).join(', ')
  if (packages.length > 0) return ['[tool.setuptools.packages.find]', `include = [${quoted(packages, '*')}]`]
  return own.length > 0 ? ['[tool.setuptools]', `py-modules = [${quoted(own, '')}]`] : undefined
}

/** setuptools builds it, and is told of no packages. */
function discovers(file: Table): boolean {
  if (file.project === undefined && file['build-system'] === undefined) return false
  const backend = tableAt(file, 'build-system')['build-backend'] ?? 'setuptools.build_meta'
  const told = Object.keys(tableAt(file, 'tool', 'setuptools'))
  return String(backend).startsWith('setuptools') && !told.some((key) => /^(?:packages|py-modules)$/.test(key))
}
