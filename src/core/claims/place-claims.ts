/** From the file to its claims, each in its places; and what its shape cannot forbid: contradictions, idle excuses. */

import { CONTEXT_KEYS, COUNTED, versionKey } from '../compare/normalise.ts'
import {
  type Claim,
  type ClaimKind,
  CONFIGURATION,
  cellKey,
  type Explanation,
  isCellKey,
  PLACES,
  type Place,
} from '../model.ts'
import { inOrder } from '../place.ts'
import { isNeverExcused, type Reason, stateOf } from '../reasons.ts'
import type { DataPath, Finding } from '../shape/check.ts'
import { meant } from '../text/words.ts'
import { AT_HOME } from './default.ts'
import type { ClaimsFile } from './schema.ts'

interface Named {
  readonly name: string
  readonly in?: readonly Place[]
  readonly from?: string
  readonly compare?: boolean
  readonly empty?: boolean
}

export interface Placed {
  readonly claim: Claim
  /** Where the file claims it. */
  readonly path: DataPath
}

/** Places in which the file may claim something. Whom it does not name is asked as usual. */
export function placesOfFile({ places = PLACES }: ClaimsFile): Place[] {
  if (isList(places)) return inOrder(places)
  const { person = PLACES, agent = PLACES, other = ['ci'] } = places
  return inOrder([...person, ...agent, ...other])
}

export const isList = <T>(places: readonly T[] | object): places is readonly T[] => Array.isArray(places)

export function placeClaims(file: ClaimsFile): Placed[] {
  const asked = placesOfFile(file)
  const atHome = asked.filter((place) => AT_HOME.includes(place))
  const all = (
    key: 'packages' | 'env' | 'files' | 'canary' | 'secrets',
    kind: ClaimKind,
    usual: readonly Place[],
    prefix = '',
  ) =>
    (file[key] ?? []).map((entry, index): Placed => {
      const named: Named = typeof entry === 'string' ? { name: entry } : entry
      return { claim: toClaim(kind, prefix + named.name, named, usual), path: [key, index] }
    })
  const { tests } = file
  const secrets = all('secrets', 'secret stored', atHome)
  const configuration = toClaim('secret stored', CONFIGURATION, {}, atHome)
  // Where the list names it itself, to say where it is asked, it is not added once more.
  const isNamed = secrets.some(({ claim }) => claim.subject === CONFIGURATION)
  const isGuarded = file.secrets !== undefined && atHome.length > 0 && !isNamed
  return [
    ...all('packages', 'package installed', asked),
    ...all('env', 'env var set', asked),
    ...all('files', 'file persisted', asked),
    ...all('canary', 'file persisted', atHome, 'canary:'),
    ...(tests ? [{ claim: toClaim('tests green', 'suite', tests, asked), path: ['tests'] }] : []),
    ...secrets,
    ...(isGuarded ? [{ claim: configuration, path: ['secrets'] }] : []),
  ]
}

const toClaim = (
  kind: ClaimKind,
  subject: string,
  { in: own, from, compare, empty }: Omit<Named, 'name'>,
  usual: readonly Place[],
): Claim => ({
  kind,
  subject,
  in: inOrder(own ?? usual),
  fromRepo: (kind === 'package installed' && from === 'repo') || undefined,
  fromFile: kind === 'env var set' ? from : undefined,
  compare: compare || undefined,
  empty: empty || undefined,
})

export function checkClaims(file: ClaimsFile, placed: readonly Placed[]): Finding[] {
  const asked = placesOfFile(file)
  return [
    ...placed.flatMap((claim) => placesProblem(claim, asked)),
    ...checkSubjects(placed),
    ...checkExplanations(file, placed),
  ]
}

/** `$.packages[2].in`, as problems name a part of the file. */
export const jsonPath = (path: DataPath): string => ['$', ...path].map(jsonPart).join('')

function jsonPart(part: string | number, index: number): string {
  if (typeof part === 'number') return `[${part}]`
  if (index === 0) return part
  return /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part.slice(0, 80))}]`
}

function placesProblem({ claim, path }: Placed, asked: readonly Place[]): Finding[] {
  const outside = claim.in.filter((place) => !asked.includes(place))
  if (outside.length > 0) {
    const message = `expected places among ${asked.join(', ')}, found ${outside.join(', ')}`
    return [{ path: [...path, 'in'], message }]
  }
  if (claim.in.length === 0) {
    const message = 'expected "in": it is asked of local and box unless it says otherwise, and "places" names neither'
    return [{ path, message }]
  }
  if (claim.compare && !claim.in.includes('ci'))
    return [{ path, message: 'expected ci among its places: "compare" compares with ci' }]
  if (claim.compare && claim.empty)
    return [{ path, message: 'expected "compare" or "empty": two empty values agree on nothing' }]
  return []
}

/** Each claim is one row; a path that reads like a canary would make two claims one. */
function checkSubjects(placed: readonly Placed[]): Finding[] {
  const seen = new Map<string, DataPath>()
  return placed.flatMap(({ claim: { kind, subject }, path }): Finding[] => {
    const isFile = path[0] === 'files' && subject.startsWith('canary:')
    if (isFile) return [{ path, message: 'expected a path; canaries are listed under "canary"' }]
    const row = `${kind}/${subject}`
    const first = seen.get(row)
    seen.set(row, first ?? path)
    if (first === undefined) return []
    return [{ path, message: `"${subject.slice(0, 60)}" is claimed twice, first at ${jsonPath(first)}` }]
  })
}

type Sentence = Omit<Explanation, 'key'>

/** A sentence that could never excuse anything is refused where it is written. */
function checkExplanations({ explain = {} }: ClaimsFile, placed: readonly Placed[]): Finding[] {
  const packages = placed.filter(({ claim }) => claim.kind === 'package installed' && !claim.fromRepo)
  const counted = [...Object.keys(COUNTED), ...packages.map(({ claim }) => versionKey(claim.subject))]
  const cells = placed.flatMap(({ claim }) => claim.in.map((place) => cellKey(claim, place)))
  return Object.entries(explain).flatMap(([key, sentence]): Finding[] => {
    const message = isCellKey(key) ? cellProblem(key, sentence, cells) : differenceProblem(key, sentence, counted)
    return message === undefined ? [] : [{ path: ['explain', key], message }]
  })
}

function differenceProblem(key: string, { reason, values }: Sentence, counted: readonly string[]): string | undefined {
  const bound = values !== undefined && Object.keys(values).length > 0 && reason === undefined
  if (!bound) return 'expected "values": a difference is excused by its values'
  if (counted.includes(key)) return undefined
  if (CONTEXT_KEYS.some((known) => key.startsWith(known)))
    return `${key} is context: it never counts and needs no sentence`
  return `no difference of that name is counted${meant(key, counted)}`
}

function cellProblem(key: string, { reason, values }: Sentence, cells: readonly string[]): string | undefined {
  if (reason === undefined || values !== undefined) return 'expected "reason": a cell is excused by its reason'
  const inVain = stateOf(reason as Reason) !== 'fails' || isNeverExcused(key, reason as Reason)
  if (inVain) return `${reason} in this cell is never excused`
  // Nobody claims a file that looks secret: it is named when it comes.
  const found = reason === 'LOOKS_SECRET' && key.startsWith('secret stored/')
  return found || cells.includes(key) ? undefined : `no such cell is claimed${meant(key, cells)}`
}
