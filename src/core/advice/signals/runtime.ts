/** Signals about two runtimes that were taken for one. */
import { isOfDistribution } from '../../compare/normalise.ts'
import type { Serving } from '../../judge/serving.ts'
import { PLACES, type Place } from '../../model.ts'
import { placeName } from '../../place.ts'
import type { Facts } from '../../probe-file/schema.ts'
import { joinWords } from '../../text/words.ts'
import { isolatedCommand, testCommand } from '../fix/command.ts'
import {
  sameRuntime as isSameRuntime,
  type Pair,
  pairsOf,
  partners,
  placesOf,
  type Seen,
  type Sighting,
  type SignalRule,
  sameFact,
  sayNames,
  testsState,
  typingAt,
} from '../seen.ts'

/** Between two green places nobody asks whose green to believe. */
const isAsked = (seen: Seen, [a, b]: Pair): boolean =>
  !(testsState(seen, a.place) === 'holds' && testsState(seen, b.place) === 'holds')

/** One sighting for all the pairs that match: who they are says which ones. */
function inPairs(
  match: (pair: Pair, seen: Seen) => boolean,
  say: (all: readonly Serving[], seen: Seen) => Omit<Sighting, 'places'>,
) {
  return (seen: Seen): Sighting[] => {
    const all = partners(
      pairsOf(seen).filter((pair) => match(pair, seen)),
      seen,
    )
    return all.length === 0 ? [] : [{ places: placesOf(all), ...say(all, seen) }]
  }
}

/** ci comes last and is the record: who is not like it stands apart. */
function unlikeLast(all: readonly Serving[], isAlike: (pair: Pair) => boolean): readonly Place[] {
  const last = all.at(-1)
  return placesOf(all.filter((one) => last !== undefined && one !== last && !isAlike([one, last])))
}

export const sameRuntime: SignalRule = {
  id: 'same-runtime',
  when: 'version, environment, cwd, PYTHONPATH and hooks agree',
  trust: true,
  find: inPairs(isSameRuntime, (all, seen) => ({
    what: `${sayNames(all)} agree on version, venv, cwd, PYTHONPATH and hooks`,
    next: `take the patch and rerun the same command here: ${all[0] ? testCommand(typingAt(seen, all[0])) : ''}`,
  })),
}

/** What a home directory lends to an interpreter: undefined where the file does not say, [] when clean. */
function borrowed(facts: Facts): readonly string[] | undefined {
  const { path } = facts
  const { sitecustomize: site, usercustomize: user } = path ?? {}
  const hooks = [site?.present && !isOfDistribution(site, facts), user?.present]
  const userSite = path?.user_site === 'enabled' ? path.user_site_on_path : path?.user_site && false
  const said = [path?.pythonpath, userSite, ...hooks]
  const found = [
    ...(path?.pythonpath?.length ? [`PYTHONPATH ${path.pythonpath.join(' ')}`] : []),
    ...(userSite ? ['the user site'] : []),
    ...(hooks[0] ? ['sitecustomize'] : []),
    ...(hooks[1] ? ['usercustomize'] : []),
  ]
  return found.length === 0 && said.includes(undefined) ? undefined : found
}

export const dirtyHome: SignalRule = {
  id: 'dirty-home',
  when: 'one side is clean, the other has PYTHONPATH, a user site or a start-up hook',
  trust: false,
  find: (seen) =>
    seen.servings.flatMap((dirty) => {
      const lent = borrowed(dirty.facts) ?? []
      const clean = seen.servings.filter(
        ({ place, facts }) => place !== dirty.place && borrowed(facts)?.length === 0,
      )
      if (lent.length === 0 || clean.length === 0) return []
      return [
        {
          places: placesOf([dirty, ...clean]),
          apart: [dirty.place],
          what: `${placeName(dirty)} has ${joinWords(lent)}; ${sayNames(clean)} ${clean.length === 1 ? 'is' : 'are'} clean`,
          next: `on ${placeName(dirty)}: ${isolatedCommand(typingAt(seen, dirty))}`,
        },
      ]
    }),
}

const versionOf = ({ facts }: Serving): string => facts.interpreter?.version ?? ''

const versionsIn = (servings: readonly Serving[], place: Place): string[] => [
  ...new Set(servings.filter((one) => one.place === place).map(versionOf)),
]

/** ci is the record; where it is not there, the box follows. With legs, one that agrees is enough. */
export const otherVersion: SignalRule = {
  id: 'other-version',
  when: 'the Python versions differ',
  trust: false,
  find: ({ servings }) => {
    const known = servings.filter((one) => versionOf(one) !== '')
    const [record = 'ci'] = PLACES.filter((place) => versionsIn(known, place).length > 0).sort(
      (a, b) => Number(b === 'ci') - Number(a === 'ci'),
    )
    const kept = versionsIn(known, record)
    const apart = placesOf(known).filter(
      (place) => !versionsIn(known, place).some((version) => kept.includes(version)),
    )
    if (apart.length === 0) return []
    const versions = [...new Set(known.map(versionOf))].map((version) => {
      const names = sayNames(known.filter((one) => versionOf(one) === version))
      return `Python ${version} on ${names}`
    })
    return [
      {
        places: placesOf(known),
        apart,
        what: versions.join(', '),
        next: `rebuild the environment of ${joinWords(apart)} with Python ${joinWords(kept, 'or')} from the same lock file, or stop comparing`,
      },
    ]
  },
}

const isOtherHost = ([{ facts: a }, { facts: b }]: Pair): boolean =>
  [
    [a.host?.machine, b.host?.machine],
    [a.host?.container, b.host?.container],
    [a.interpreter?.executable_hash, b.interpreter?.executable_hash],
  ].some(([one, other]) => one !== undefined && other !== undefined && one !== other)

/** Both are hashes: what counts is whether they are equal. */
const hostText = (one: Serving): string => {
  const { machine = 'unknown', container } = one.facts.host ?? {}
  const { executable_hash: hash = 'unknown' } = one.facts.interpreter ?? {}
  return `${placeName(one)} ${(container ?? machine).slice(0, 8)} ${hash}`
}

export const samePath: SignalRule = {
  id: 'same-path-other-host',
  when: 'the same relative paths, on another machine or with another executable',
  trust: false,
  find: inPairs(
    (pair, seen) =>
      sameFact('git.cwd', pair) === true && isOtherHost(pair) && !isSameRuntime(pair) && isAsked(seen, pair),
    (all) => ({
      apart: unlikeLast(all, isSameRuntime),
      what: `the same relative paths on ${sayNames(all)}, but another machine or executable`,
      next: `compare machine and executable first: ${all.map(hostText).join(', ')}`,
    }),
  ),
}

const runtimeText = ({ interpreter }: Facts): string =>
  `${interpreter?.version ?? 'unknown'} in ${interpreter?.prefix ?? 'unknown'}${interpreter?.in_venv ? ' (venv)' : ''}`

const isOtherRuntime = (pair: Pair): boolean =>
  ['interpreter.version', 'interpreter.in_venv'].some((key) => sameFact(key, pair) === false)

export const sameBytes: SignalRule = {
  id: 'same-bytes-other-runtime',
  when: 'the content is equal, the runtime is not',
  trust: false,
  find: inPairs(
    (pair) => {
      const [a, b] = pair.map(({ facts }) => facts.git?.tree_content)
      return a !== undefined && a === b && isOtherRuntime(pair)
    },
    (all) => ({
      apart: unlikeLast(all, (pair) => !isOtherRuntime(pair)),
      what: `the same files on ${sayNames(all)}, not the same runtime`,
      next: `compare version, prefix and venv: ${all.map((one) => `${placeName(one)} ${runtimeText(one.facts)}`).join(', ')}`,
    }),
  ),
}
