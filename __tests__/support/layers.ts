import fs from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** The walls of the house: who may import whom. Paths are relative to src/. */
type Layer = 'core' | 'app' | 'adapters' | 'action' | 'cli'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
interface Rule {
  /** may this file import that file of ours? */
  file(from: string, to: string): boolean
  /** may it import that package? */
  pack(name: string): boolean
}

const pure = (name: string) => /^(smol-toml|jsonc-parser|yaml|mdast|mdast-util-.+|@renovatebot\/pep440)$/.test(name)
const inLayer = (file: string, ...layers: Layer[]) => layers.some((layer) => file.startsWith(`${layer}/`))
/** An adapter is a file or a folder: src/adapters/git.ts, src/adapters/git/… */
const adapterOf = (file: string) => (file.split('/')[1] ?? '').replace(/\.ts$/, '')

/**
 * The floors of the core, the ground first. A file imports from its own floor and from floors below it, so no two floors
 * can lean on each other. The contract says what each fact is: the words name its types, and its readers name the words.
 */
export const FLOORS: readonly (readonly [floor: string, files: RegExp])[] = [
  ['text', /^core\/text\//],
  ['shape', /^core\/shape\//],
  ['contract', /^core\/probe-file\/(?:schema\.ts|facts\/)/],
  ['words', /^core\/[^/]+$/],
  ['secrets', /^core\/secrets\//],
  ['probe-file', /^core\/probe-file\//],
  ['judge', /^core\/judge\//],
  ['compare', /^core\/compare\//],
  ['claims', /^core\/claims\//],
  ['advice', /^core\/advice\//],
  ['verdict', /^core\/verdict\//],
  ['report', /^core\/report\//],
  ['setup', /^core\/setup\//],
]
/** Where a file of the core stands; -1 where no floor has it. */
const floorOf = (file: string): number => FLOORS.findIndex(([, files]) => files.test(file))

const rules: Record<Layer, Rule> = {
  core: { file: (_, to) => inLayer(to, 'core'), pack: pure },
  app: { file: (_, to) => inLayer(to, 'core', 'app'), pack: () => false },
  adapters: {
    file: (from, to) =>
      inLayer(to, 'core') || to === 'app/ports.ts' || (inLayer(to, 'adapters') && adapterOf(to) === adapterOf(from)),
    pack: () => true,
  },
  action: { file: (_, to) => inLayer(to, 'core', 'app', 'adapters', 'action'), pack: () => true },
  cli: { file: (_, to) => inLayer(to, 'core', 'app', 'adapters', 'cli'), pack: () => true },
}

/** What the core may not even name: each is a way to the world, to a clock or to chance. */
const impure = new Set(
  'process Buffer console performance crypto fetch require globalThis global setTimeout setInterval setImmediate queueMicrotask'.split(
    ' ',
  ),
)
const runsOnImport = new Set(['action/index.ts', 'cli/index.ts'])
const declarations =
  /^(Import|Export(Named|All|Default)|Function|Class|Variable|TS(TypeAlias|Interface|Module))Declaration$/

/** Every wall broken by these files, a line each. */
export function checkLayers(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, text]) => checkFile(file, text).map((what) => `${file}${what}`))
}

export function readSources(dir: string): Map<string, string> {
  const names = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return new Map(
    names.sort().map((name) => [name.split(path.sep).join('/'), fs.readFileSync(path.join(dir, name), 'utf8')]),
  )
}

function checkFile(file: string, text: string): string[] {
  const layer = file.split('/')[0] as Layer
  if (!Object.hasOwn(rules, layer) || !file.includes('/')) return [': is in no layer']
  if (layer === 'core' && floorOf(file) < 0) return [': is on no floor of the core']
  const program = parseAst(text, { lang: 'ts' }, file) as unknown as Node
  const problems: string[] = []
  const report = (node: Node, what: string) => {
    problems.push(`:${text.slice(0, node.start).split('\n').length}: ${what}`)
  }
  walk(program, (node) => {
    const source = sourceOf(node)
    if (source) {
      const what = checkImport(layer, file, source)
      if (what) report(node, what)
    }
    if (layer === 'core') {
      const name = impureName(node)
      if (name) report(node, `the core may not use ${name}`)
    }
  })
  if (!runsOnImport.has(file)) {
    for (const node of program.body as Node[]) {
      if (!declarations.test(node.type)) report(node, 'runs on import')
    }
  }
  return problems
}

function sourceOf(node: Node): Node | undefined {
  if (!/^(Import(Declaration|Expression)|Export(Named|All)Declaration|TSImportType)$/.test(node.type)) return
  return (node.source as Node | null) ?? undefined
}

function checkImport(layer: Layer, file: string, source: Node): string | undefined {
  const name = source.type === 'Literal' ? source.value : undefined
  if (typeof name !== 'string') return 'imports a name that is computed'
  const forbidden = `${layer} may not import ${name}`
  if (name.startsWith('.')) {
    const to = path.posix.join(path.posix.dirname(file), name)
    // package.json is the one file outside src/ that a door may read
    if (to === '../package.json' && (layer === 'action' || layer === 'cli')) return
    if (!to.endsWith('.ts')) return `${name} is imported without .ts`
    if (!rules[layer].file(file, to)) return forbidden
    if (layer !== 'core' || floorOf(to) <= floorOf(file)) return undefined
    return `${FLOORS[floorOf(file)]?.[0]} may not import ${name}: it stands above`
  }
  if (builtinModules.includes(name)) return `${name} is imported without node:`
  const pack = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
  return rules[layer].pack(pack) ? undefined : forbidden
}

function impureName(node: Node): string | undefined {
  if (node.type === 'Identifier' && impure.has(String(node.name))) return String(node.name)
  if (node.type === 'MetaProperty' && (node.meta as Node).name === 'import') return 'import.meta'
  if (node.type === 'MemberExpression') {
    const member = `${(node.object as Node).name}.${(node.property as Node).name ?? (node.property as Node).value}`
    if (['Date.now', 'Math.random'].includes(member)) return member
  }
  if (!['NewExpression', 'CallExpression'].includes(node.type) || (node.callee as Node).name !== 'Date') return
  if (node.type === 'CallExpression') return 'Date()'
  return (node.arguments as Node[]).length === 0 ? 'new Date()' : undefined
}

/** Visits what runs, and every import; a name that is only a key or only a type is not visited. */
function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const [key, value] of Object.entries(node)) {
    if (['key', 'property', 'label'].includes(key) && !node.computed) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      if (child.type.startsWith('TS') && !('expression' in child)) walkTypes(child, visit)
      else walk(child, visit)
    }
  }
}

function walkTypes(node: Node, visit: (node: Node) => void): void {
  if (node.type === 'TSImportType') visit(node)
  for (const child of Object.values(node).flat()) if (isNode(child)) walkTypes(child, visit)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
