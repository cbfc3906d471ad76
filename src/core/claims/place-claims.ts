/** From the file to its claims: each in its places. */
import { type Claim, type ClaimKind, CONFIGURATION, PLACES, type Place } from '../model.ts'
import type { DataPath } from '../shape/check.ts'
import type { ClaimsFile } from './schema.ts'

interface Named {
  readonly name: string
  readonly in?: readonly Place[]
  readonly from?: 'repo'
  readonly compare?: boolean
}

export interface Placed {
  readonly claim: Claim
  /** Where the file claims it. */
  readonly path: DataPath
}

const AT_HOME: readonly Place[] = ['local', 'box']

const inOrder = (places: readonly Place[]): Place[] => PLACES.filter((place) => places.includes(place))

/** The places that the file asks at all. */
export const askedPlaces = ({ places = PLACES }: ClaimsFile): Place[] => inOrder(places)

export function placeClaims(file: ClaimsFile): Placed[] {
  const asked = askedPlaces(file)
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
  { in: own, from, compare }: Omit<Named, 'name'>,
  usual: readonly Place[],
): Claim => ({
  kind,
  subject,
  in: inOrder(own ?? usual),
  ...(from === 'repo' ? { fromRepo: true } : {}),
  ...(compare ? { compare } : {}),
})
