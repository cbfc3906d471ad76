/** The distributions that a project says it needs wherever it runs. */
import { parse } from 'smol-toml'
import { readIniLists } from './ini.ts'
import type { Project } from './project.ts'

export interface Dependencies {
  /** Folded as packaging tools do (PEP 503), sorted. */
  readonly names: readonly string[]
  /** What was declared and is not claimed, with the reason, a line each. */
  readonly leftOut: readonly string[]
}

type Found = { readonly name: string } | { readonly leftOut: string }

export function readDependencies(project: Project): Dependencies {
  // Beside a declaration requirements.txt pins what developers use: no claim about what the project needs.
  const declared = fromPyproject(project.textOf('pyproject.toml')) ?? fromSetup(project.textOf('setup.cfg'))
  const found = declared ?? fromRequirements(project)
  const names = found.flatMap((one) => ('name' in one ? [one.name] : []))
  const leftOut = found.flatMap((one) => ('leftOut' in one ? [one.leftOut] : []))
  return { names: [...new Set(names)].sort(), leftOut: [...new Set(leftOut)] }
}

/** Undefined: it declares none, not even an empty list. */
function fromPyproject(text: string | undefined): Found[] | undefined {
  if (text === undefined) return undefined
  let file: Table
  try {
    file = parse(text) as Table
  } catch {
    return [{ leftOut: 'pyproject.toml: it is no TOML' }]
  }
  const project = tableAt(file, 'project')
  const { dependencies, dynamic } = project
  // PEP 621: a project that lists none has none, unless it says that they are found otherwise.
  const none =
    typeof project.name === 'string' && !(Array.isArray(dynamic) && dynamic.includes('dependencies'))
  const poetry = tableAt(tableAt(file, 'tool'), 'poetry')
  if (dependencies === undefined && poetry.dependencies === undefined) return none ? [] : undefined
  const listed = Array.isArray(dependencies) ? dependencies.filter((one) => typeof one === 'string') : []
  return [
    ...listed.flatMap(readRequirement),
    ...Object.entries(tableAt(poetry, 'dependencies')).flatMap(([name, value]) => fromPoetry(name, value)),
  ]
}

/** install_requires of setup.cfg. */
function fromSetup(text: string | undefined): Found[] | undefined {
  const lines = readIniLists(text ?? '', 'install_requires', /^options$/)
  return lines.length > 0 ? lines.flatMap(readRequirement) : undefined
}

type Table = { readonly [key: string]: unknown }

function tableAt(table: Table, key: string): Table {
  const value = Object.hasOwn(table, key) ? table[key] : undefined
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {}
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
function fromRequirements(
  project: Project,
  file = 'requirements.txt',
  seen: Set<string> = new Set(),
): Found[] {
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
