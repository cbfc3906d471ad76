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

function loosenedClaims(base: Claims, now: Claims): Found[] {
  const found = new Map(now.claims.map((claim) => [rowOf(claim), claim]))
  // Where no file claims it, a .env that is not there is not asked about: leaving it out loosens nothing.
  const asked = base.claims.filter((claim) => base.source === 'file' || rowOf(claim) !== 'secret stored/.env')
  return asked.map((claim): Found => {
    const key = rowOf(claim)
    const same = found.get(key)
    if (same === undefined) return ['claim dropped', [key]]
    return ['claim narrowed', isNarrower(claim, same) ? [key] : []]
  })
}

/** A sentence is new when its key, its reason or its values are; other words for the same excuse are not. */
function addedExplanations(base: Claims, now: Claims): string[] {
  const bindingOf = ({ key, reason, values }: Claims['explanations'][number]) =>
    JSON.stringify([key, reason, Object.entries(values ?? {}).sort()])
  const known = new Set(base.explanations.map(bindingOf))
  return now.explanations.filter((explanation) => !known.has(bindingOf(explanation))).map(({ key }) => key)
}

/** Files that a place may leave out now, and could not before. */
const acceptedFiles = (base: Claims, now: Claims): string[] =>
  PLACES.flatMap((place) =>
    added(base.fewer?.[place]?.files, now.fewer?.[place]?.files).map((file) => `fewer tests in ${place}: ${file}`),
  )

/** What the second list has beyond the first. */
const added = <T>(base: readonly T[] = [], now: readonly T[] = []): T[] => now.filter((one) => !base.includes(one))

type Found = readonly [what: Loosening['what'], keys: readonly string[]]

/** `base`: claims of the pull request's base; without a file there, the usual ones. */
export function findLoosening(base: Claims, now: Claims): readonly Loosening[] {
  const removed = base.source === 'file' && now.source === 'default'
  // Two places on one machine prove less than two machines.
  const declared = base.box === undefined && now.box !== undefined
  const claimed = base.claims.some(({ kind }) => kind === 'tests green')
  const asked = WHO.filter((who) => !sameWords(base.asks?.[who] ?? [], now.asks?.[who] ?? []))
  const older = base.olderTests === false && now.olderTests !== false
  const command = claimed && changesCommand(base.testCommand, now.testCommand)
  const found: readonly Found[] = [
    ['claims removed', removed ? ['claims.json'] : []],
    ['places narrowed', added(now.places, base.places)],
    ['asked changed', [...asked, ...changedAccounts(base.who ?? {}, now.who ?? {})]],
    ['box declared', declared ? ['worktree'] : []],
    ...loosenedClaims(base, now),
    ['claim narrowed', added(now.testReports, base.testReports).map((path) => `report ${path}`)],
    ['claim narrowed', now.ownNothing && !base.ownNothing ? ['own'] : []],
    ['claim narrowed', added(base.apart, now.apart).map((pattern) => `tests apart from ${pattern}`)],
    ['claim narrowed', older ? ['tests of earlier commits'] : []],
    ['command changed', command ? [now.testCommand?.join(' ') ?? 'the usual one'] : []],
    ['explanation added', [...addedExplanations(base, now), ...acceptedFiles(base, now)]],
  ]
  return found.flatMap(([what, keys]) => keys.map((key) => ({ what, key })))
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
