/** From the file to its claims: each in its places, and what the shape alone cannot forbid. */
import { type Claim, type ClaimKind, CONFIGURATION, type Explanation, PLACES, type Place } from '../model.ts'
import type { ShapeProblem } from './shape.ts'

/** The file once its shape is right. */
export interface ClaimsFile {
  readonly salt?: string
  readonly places?: readonly Place[]
  readonly packages?: readonly (string | Named)[]
  readonly env?: readonly (string | Named)[]
  readonly files?: readonly (string | Named)[]
  readonly canary?: readonly (string | Named)[]
  readonly tests?: {
    readonly command?: readonly string[]
    readonly reports?: readonly string[]
    readonly in?: readonly Place[]
  }
  readonly secrets?: readonly (string | Named)[]
  readonly explain?: { readonly [key: string]: Omit<Explanation, 'key'> }
}
interface Named {
  readonly name: string
  readonly in?: readonly Place[]
  readonly from?: 'repo'
  readonly compare?: boolean
}

export interface Placed {
  readonly claim: Claim
  readonly path: string
  /** Places that the file asks at all. */
  readonly asked: readonly Place[]
}

const AT_HOME: readonly Place[] = ['local', 'box']

export function placeClaims(file: ClaimsFile): Placed[] {
  const asked = inOrder(file.places ?? PLACES)
  const atHome = asked.filter((place) => AT_HOME.includes(place))
  const all = (key: keyof ClaimsFile, kind: ClaimKind, usual: readonly Place[], prefix = '') =>
    ((file[key] ?? []) as readonly (string | Named)[]).map((one, index): Placed => {
      const named = typeof one === 'string' ? { name: one } : one
      const claim = toClaim(kind, prefix + named.name, named, usual)
      return { claim, path: `$.${key}[${index}]`, asked }
    })
  const suite = file.tests && {
    claim: toClaim('tests green', 'suite', file.tests, asked),
    path: '$.tests',
    asked,
  }
  const secrets = all('secrets', 'secret stored', atHome)
  const configuration = toClaim('secret stored', CONFIGURATION, {}, atHome)
  // Named among the secrets, to say where it is asked, it is not added once more.
  const named = secrets.some(({ claim }) => claim.subject === CONFIGURATION)
  const guarded = file.secrets !== undefined && atHome.length > 0 && !named
  return [
    ...all('packages', 'package installed', asked),
    ...all('env', 'env var set', asked),
    ...all('files', 'file persisted', asked),
    ...all('canary', 'file persisted', atHome, 'canary:'),
    ...(suite ? [suite] : []),
    ...secrets,
    ...(guarded ? [{ claim: configuration, path: '$.secrets', asked }] : []),
  ]
}

export const inOrder = (places: readonly Place[]): Place[] => PLACES.filter((place) => places.includes(place))

const toClaim = (
  kind: ClaimKind,
  subject: string,
  { in: own, from, compare }: Partial<Named>,
  usual: readonly Place[],
): Claim => ({
  kind,
  subject,
  in: inOrder(own ?? usual),
  ...(from === 'repo' ? { fromRepo: true } : {}),
  ...(compare ? { compare } : {}),
})

export function checkPlaced({ claim, path, asked }: Placed): ShapeProblem[] {
  const outside = claim.in.filter((place) => !asked.includes(place))
  if (outside.length > 0)
    return [
      {
        path: `${path}.in`,
        message: `expected places among ${asked.join(', ')}, found ${outside.join(', ')}`,
      },
    ]
  if (claim.in.length === 0)
    return [
      {
        path,
        message: `expected "in": it is asked of local and box unless it says otherwise, and "places" names neither`,
      },
    ]
  if (claim.compare && !claim.in.includes('ci'))
    return [{ path, message: 'expected ci among its places: "compare" compares with ci' }]
  return []
}

/** Each claim is one row; a name that means something else here would be two in one. */
export function checkSubjects(placed: readonly Placed[]): ShapeProblem[] {
  const seen = new Map<string, string>()
  return placed.flatMap(({ claim: { kind, subject }, path }): ShapeProblem[] => {
    const isFile = path.startsWith('$.files') && subject.startsWith('canary:')
    if (isFile) return [{ path, message: 'expected a path; canaries are listed under "canary"' }]
    const row = `${kind}/${subject}`
    const first = seen.get(row)
    seen.set(row, first ?? path)
    if (first === undefined) return []
    return [{ path, message: `"${subject.slice(0, 60)}" is claimed twice, first at ${first}` }]
  })
}
