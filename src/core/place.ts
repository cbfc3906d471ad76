/** A place, or one leg of it: how commands, files and artifacts name it, and how such a name is read. */
import { type NamedPlace, PLACES, type Place, type PlaceOrLeg } from './model.ts'

/** A leg, like `py3.13`. */
const LEG = '[A-Za-z0-9._-]{1,40}'
/** The file of a checkout may name a branch behind its leg, so that two pull requests never share one. */
const LEG_AND_BRANCH = '[A-Za-z0-9._-]{1,80}'

const nameOf = (leg: string): string => `(?:${PLACES.join('|')})(?:-${leg})?`
/** A place in one group, its leg in another: how the probe reads the first word of its command. */
export const LEG_OF_PROBE = new RegExp(`^(${PLACES.join('|')})(?:-(${LEG}))?$`)
const PLACE_NAME = new RegExp(`^${nameOf(LEG)}$`)
const PROBE_FILE = new RegExp(`^(${nameOf(LEG_AND_BRANCH)})\\.txt$`)
export const PROBE_OR_LOG = new RegExp(`^${nameOf(LEG_AND_BRANCH)}(?:\\.txt|-pytest\\.log)$`)

/** What `expect` lists. */
export const LEG_OF_PLACE = new RegExp(`^(?:${PLACES.join('|')})-${LEG}$`)

export const isLeg = (text: string): boolean => new RegExp(`^${LEG}$`).test(text)

/** `ci`, or `ci-py3.13` for a leg of it. */
export const placeName = ({ place, leg }: NamedPlace | PlaceOrLeg): string => (leg ? `${place}-${leg}` : place)

/** The Python that a leg's name promises, by a part `py3.13` or a factor `py313`. Nothing else in it is a version. */
export function pythonOfLeg(leg: string | null | undefined): string | undefined {
  const found = [...(leg ?? '').matchAll(/(?<![^_-])py([23])\.?(\d{1,2})(?![^_-])/g)]
  const [version, ...others] = new Set(found.map(([, major, minor]) => `${major}.${minor}`))
  return others.length === 0 ? version : undefined
}

/** undefined: it names no place. */
export const parsePlaceName = (name: string): NamedPlace | undefined =>
  PLACE_NAME.test(name) ? split(name) : undefined

/** The same of a probe file; a branch's name counts as its leg, or as the end of it. */
export function parseProbeName(file: string): NamedPlace | undefined {
  const [, name] = PROBE_FILE.exec(file) ?? []
  return name === undefined ? undefined : split(name)
}

export const isProbeFileOrLog = (file: string): boolean => PROBE_OR_LOG.test(file)

/** `name` begins with a place. */
function split(name: string): NamedPlace | undefined {
  const place = PLACES.find((word) => name === word || name.startsWith(`${word}-`))
  return place && (name === place ? { place } : { place, leg: name.slice(place.length + 1) })
}

/** The places of these files or cells, in their order. */
export const placesOf = (all: readonly { readonly place: Place }[]): Place[] => inOrder(all.map(({ place }) => place))

export const inOrder = (places: readonly Place[]): Place[] => PLACES.filter((one) => places.includes(one))

export const byPlace = <T>(make: (place: Place) => T): { readonly [P in Place]: T } => ({
  local: make('local'),
  box: make('box'),
  ci: make('ci'),
})
