/** In what a pull request claims less, or excuses more, than its base did. */
import { type Claim, type Claims, type Loosening, PLACES, WHO } from '../model.ts'
import { getOwn } from '../text/own.ts'
import { USUAL_COMMAND } from './default.ts'

const rowOf = ({ kind, subject }: Claim): string => `${kind}/${subject}`

/** Fewer places, or a weaker question: anywhere instead of from the repository, any value, none, or a file's. */
function isNarrower(base: Claim, now: Claim): boolean {
  return (
    base.in.some((place) => !now.in.includes(place)) ||
    (base.fromRepo === true && !now.fromRepo) ||
    (base.compare === true && !now.compare) ||
    (now.empty === true && !base.empty) ||
    (now.fromFile !== undefined && now.fromFile !== base.fromFile)
  )
}

function loosenedClaims(base: Claims, now: Claims): Loosening[] {
  const found = new Map(now.claims.map((claim) => [rowOf(claim), claim]))
  // Where no file claims it, a .env that is not there is not asked about: leaving it out loosens nothing.
  const asked = base.claims.filter((claim) => base.source === 'file' || rowOf(claim) !== 'secret stored/.env')
  return asked.flatMap((claim): Loosening[] => {
    const key = rowOf(claim)
    const same = found.get(key)
    if (same === undefined) return [{ what: 'claim dropped', key }]
    return isNarrower(claim, same) ? [{ what: 'claim narrowed', key }] : []
  })
}

/** A sentence is new when its key, its reason or its values are; other words for the same excuse are not. */
function addedExplanations(base: Claims, now: Claims): Loosening[] {
  const bindingOf = ({ key, reason, values }: Claims['explanations'][number]) =>
    JSON.stringify([key, reason, Object.entries(values ?? {}).sort()])
  const known = new Set(base.explanations.map(bindingOf))
  return now.explanations
    .filter((explanation) => !known.has(bindingOf(explanation)))
    .map(({ key }) => ({ what: 'explanation added', key }))
}

/** Files that a place may leave out now, and could not before. */
const acceptedFiles = (base: Claims, now: Claims): Loosening[] =>
  PLACES.flatMap((place) =>
    (now.fewer?.[place]?.files ?? [])
      .filter((file) => !base.fewer?.[place]?.files.includes(file))
      .map((file) => ({ what: 'explanation added', key: `fewer tests in ${place}: ${file}` }) as const),
  )

/** `base`: claims of the pull request's base; without a file there, the usual ones. */
export function findLoosening(base: Claims, now: Claims): readonly Loosening[] {
  const removed = base.source === 'file' && now.source === 'default'
  const places = base.places.filter((place) => !now.places.includes(place))
  // Two places on one machine prove less than two machines.
  const declared = base.box === undefined && now.box !== undefined
  const reports = base.testReports.filter((path) => !now.testReports.includes(path))
  const claimed = base.claims.some(({ kind }) => kind === 'tests green')
  const asked = WHO.filter((who) => !sameWords(base.asks?.[who] ?? [], now.asks?.[who] ?? []))
  const apart = (now.apart ?? []).filter((pattern) => !base.apart?.includes(pattern))
  const older = base.olderTests === false && now.olderTests !== false
  const accounts = changedAccounts(base.who ?? {}, now.who ?? {})
  const command = claimed && changesCommand(base.testCommand, now.testCommand)
  return [
    ...(removed ? [{ what: 'claims removed', key: 'claims.json' } as const] : []),
    ...places.map((key) => ({ what: 'places narrowed', key }) as const),
    ...[...asked, ...accounts].map((key) => ({ what: 'asked changed', key }) as const),
    ...(declared ? [{ what: 'box declared', key: 'worktree' } as const] : []),
    ...loosenedClaims(base, now),
    ...reports.map((path) => ({ what: 'claim narrowed', key: `report ${path}` }) as const),
    ...(now.ownNothing && !base.ownNothing ? [{ what: 'claim narrowed', key: 'own' } as const] : []),
    ...apart.map((pattern) => ({ what: 'claim narrowed', key: `tests apart from ${pattern}` }) as const),
    ...(older ? [{ what: 'claim narrowed', key: 'tests of earlier commits' } as const] : []),
    ...(command ? [{ what: 'command changed', key: now.testCommand?.join(' ') ?? 'the usual one' } as const] : []),
    ...addedExplanations(base, now),
    ...acceptedFiles(base, now),
  ]
}

type Accounts = NonNullable<Claims['who']>

const changedAccounts = (base: Accounts, now: Accounts): string[] =>
  [...new Set([...Object.keys(base), ...Object.keys(now)])].filter(
    (login) => getOwn(base, login) !== getOwn(now, login),
  )

/** Naming the usual command where the base named none is no change; dropping a command that the base named is one. */
function changesCommand(base: Claims['testCommand'], now: Claims['testCommand']): boolean {
  if (base === undefined) return now !== undefined && !sameWords(USUAL_COMMAND, now)
  return !sameWords(base, now ?? [])
}

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, index) => word === b[index])
