/** claims.json for a repository that has none: what it says of itself, in every place where that should be true. */
import { findFirstParty, findOwnPackages } from '../claims/default.ts'
import { readClaims } from '../claims/read.ts'
import { PLACES, type Place, type Who } from '../model.ts'
import { soundsSecret } from '../secrets/known.ts'
import type { Dependencies } from './dependencies.ts'
import { isExample, type Project } from './project.ts'
import { hasTests } from './test-command.ts'

/** The longest list that claims.json may hold. */
const MAX = 200

export interface ClaimsNeeds {
  readonly project: Project
  readonly dependencies: Dependencies
  readonly places: readonly Place[]
  /** A person named them: exactly these are asked. */
  readonly placesNamed: boolean
  readonly salt: string
  readonly command: readonly string[]
}

export function renderClaims(needs: ClaimsNeeds): string {
  const { project, places, placesNamed, salt, command } = needs
  const secrets = claimedSecrets(project)
  const at = places.filter((place) => place === 'local')
  const atHome = places.some((place) => place !== 'ci')
  const entries: readonly (readonly [string, unknown])[] = [
    ['$schema', './claims.schema.json'],
    ['salt', salt],
    ...(placesNamed ? [['places', askedOf(places)] as const] : []),
    ['packages', claimedPackages(needs)],
    // Tests that import no code of the repository: without a word for it nobody knows what they tested.
    ...(findFirstParty(project.paths).length === 0 ? [['own', []] as const] : []),
    ['env', claimedVariables(needs)],
    ...(hasTests(project, command) ? [['tests', { command }] as const] : []),
    // An empty list asks for nothing but a clean configuration.
    ...(atHome ? [['secrets', at.length > 0 ? secrets.map((name) => ({ name, in: at })) : []] as const] : []),
  ]
  const lines = entries
    .filter(([key, value]) => key === 'secrets' || key === 'own' || !Array.isArray(value) || value.length > 0)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${renderValue(value)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

function claimedPackages({ project, dependencies }: ClaimsNeeds): unknown[] {
  const own = findOwnPackages(project.paths)
  const ours = new Set(own)
  // A dependency of the same name would be one row with the package.
  const others = dependencies.names.filter((name) => !ours.has(name))
  return [...own.map((name) => ({ name, from: 'repo' })), ...others].slice(0, MAX)
}

/** Each of them reads the untracked .env of the place. */
const READS_DOTENV = ['python-dotenv', 'pydantic-settings', 'python-decouple', 'dynaconf']

function claimedVariables({ project: { paths, textOf }, places, dependencies }: ClaimsNeeds): unknown[] {
  const names = new Set(paths.filter(isExample).flatMap((path) => readVariableNames(textOf(path) ?? '')))
  const trusted = places.filter((place) => place !== 'box')
  const reads = READS_DOTENV.some((name) => dependencies.names.includes(name))
  return [...names].slice(0, MAX).flatMap((name): unknown[] => {
    const from = reads ? { from: '.env' } : {}
    if (!soundsSecret(name) || trusted.length === places.length) return [reads ? { name, ...from } : name]
    return trusted.length > 0 ? [{ name, in: trusted, ...from }] : []
  })
}

/** A file of keys is claimed where it lies, or where an example of it says that it should. */
export const claimedSecrets = ({ paths, hasEnvFile }: Project): readonly string[] =>
  hasEnvFile || paths.some(isExample) ? ['.env'] : []

const WIDTH = 100

/** A list on one line where it fits, else an entry a line. */
function renderValue(value: unknown): string {
  const short = inline(value)
  if (!Array.isArray(value) || short.length <= WIDTH) return short
  return `[\n${value.map((one) => `    ${inline(one)}`).join(',\n')}\n  ]`
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inline(one)}`)
  return `{ ${entries.join(', ')} }`
}

/** Names of the variables that an example file lists; what stands behind the sign is not looked at. */
const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/

export const readVariableNames = (text: string): readonly string[] => [
  ...new Set(text.split(/\r?\n/).flatMap((line) => LINE.exec(line)?.[1] ?? [])),
]

/** Everybody who can run the tests at home is asked for exactly these; everybody else for ci, where it is among them. */
function askedOf(places: readonly Place[]): { readonly [W in Who]: readonly Place[] } {
  const ci = places.filter((place) => place === 'ci')
  return { person: places, agent: places, other: ci.length > 0 ? ci : places }
}

export const placesLine = (places: readonly Place[]): string => `"places": ${inline(askedOf(places))}`

/** An existing claims.json with other places only. Undefined: the file is wrong already, or would be then. */
export function withPlaces(text: string, places: readonly Place[]): string | undefined {
  const reading = readClaims(text, '')
  if (!reading.ok) return undefined
  const { person = [], agent = [] } = reading.claims.asks ?? {}
  const isSame = (asked: readonly Place[]) => PLACES.every((one) => asked.includes(one) === places.includes(one))
  if (isSame(person) && isSame(agent)) return text
  const list = placesLine(places)
  const there = /"places"\s*:\s*(?:\[[^\]]*\]|\{[^}]*\})/
  const changed = there.test(text) ? text.replace(there, list) : text.replace('{', `{\n  ${list},`)
  const again = readClaims(changed, '')
  return again.ok ? changed : undefined
}
