/** Signals about two runtimes that were taken for one. */
import { COUNTED, isOfDistribution } from '../../compare/normalise.ts'
import type { Serving } from '../../judge/serving.ts'
import type { Place } from '../../model.ts'
import { placeName } from '../../place.ts'
import type { Facts } from '../../probe-file/schema.ts'
import { joinWords } from '../../text/words.ts'
import {
  type Evidence,
  namesOf,
  placesOf,
  type Sighting,
  type SignalRule,
  testsState,
  typedAt,
} from '../evidence.ts'
import { isolatedCommand, testCommand } from '../fix/command.ts'

type Pair = readonly [Serving, Serving]

/** Whether two files say the same of a counted fact; undefined where one does not say. */
function sameFact(key: string, pair: Pair): boolean | undefined {
  const [a, b] = pair.map(({ facts }) => COUNTED[key]?.(facts))
  return a === undefined || b === undefined ? undefined : a === b
}

/** What makes two runtimes one: all of it known and equal. Where an interpreter is kept does not matter. */
const RUNTIME = Object.keys(COUNTED).filter((key) => key !== 'interpreter.executable')

const isSameRuntime = (pair: Pair): boolean => RUNTIME.every((key) => sameFact(key, pair) === true)

/** One sighting for all pairs of places that match: the files that are part of one, in their order. */
const inPairs =
  (
    match: (pair: Pair, evidence: Evidence) => boolean,
    say: (files: readonly Serving[], evidence: Evidence) => Omit<Sighting, 'places'>,
  ) =>
  (evidence: Evidence): Sighting[] => {
    const { servings } = evidence
    const files = servings.filter((one, at) =>
      servings.some((other, otherAt) => {
        const pair: Pair = at < otherAt ? [one, other] : [other, one]
        return one.place !== other.place && match(pair, evidence)
      }),
    )
    return files.length === 0 ? [] : [{ places: placesOf(files), ...say(files, evidence) }]
  }

/** ci comes last and is the record: a place that is not like it stands apart. */
function unlikeLast(files: readonly Serving[], isAlike: (pair: Pair) => boolean): readonly Place[] {
  const last = files.at(-1)
  return placesOf(files.filter((one) => last !== undefined && one !== last && !isAlike([one, last])))
}

export const sameRuntime: SignalRule = {
  id: 'same-runtime',
  when: 'version, environment, cwd, PYTHONPATH and hooks agree',
  trust: true,
  find: inPairs(isSameRuntime, (files, evidence) => ({
    what: `${namesOf(files)} agree on version, venv, cwd, PYTHONPATH and hooks`,
    next: `take the patch and rerun the same command here: ${files[0] ? testCommand(typedAt(evidence, files[0])) : ''}`,
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
  find: (evidence) =>
    evidence.servings.flatMap((dirty) => {
      const lent = borrowed(dirty.facts) ?? []
      const clean = evidence.servings.filter(
        ({ place, facts }) => place !== dirty.place && borrowed(facts)?.length === 0,
      )
      if (lent.length === 0 || clean.length === 0) return []
      const name = placeName(dirty)
      return {
        places: placesOf([dirty, ...clean]),
        apart: [dirty.place],
        what: `${name} has ${joinWords(lent)}; ${namesOf(clean)} ${clean.length === 1 ? 'is' : 'are'} clean`,
        next: `on ${name}: ${isolatedCommand(typedAt(evidence, dirty))}`,
      }
    }),
}

const versionOf = ({ facts }: Serving): string => facts.interpreter?.version ?? ''

const versionsIn = (servings: readonly Serving[], place: Place): string[] => [
  ...new Set(servings.filter((one) => one.place === place).map(versionOf)),
]

/** ci is the record; where it is not there, the first place is. With legs, one that agrees is enough. */
export const otherVersion: SignalRule = {
  id: 'other-version',
  when: 'the Python versions differ',
  trust: false,
  find: ({ servings }) => {
    const known = servings.filter((one) => versionOf(one) !== '')
    const places = placesOf(known)
    const kept = versionsIn(known, places.includes('ci') ? 'ci' : (places[0] ?? 'ci'))
    const apart = places.filter(
      (place) => !versionsIn(known, place).some((version) => kept.includes(version)),
    )
    if (apart.length === 0) return []
    const versions = [...new Set(known.map(versionOf))].map(
      (version) => `Python ${version} on ${namesOf(known.filter((one) => versionOf(one) === version))}`,
    )
    const wanted = `Python ${joinWords(kept, 'or')} from the same lock file`
    const next = `rebuild the environment of ${joinWords(apart)} with ${wanted}, or stop comparing`
    return [{ places, apart, what: versions.join(', '), next }]
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

/** Two places that are both green leave no question whose green to believe. */
const areBothGreen = (evidence: Evidence, pair: Pair): boolean =>
  pair.every(({ place }) => testsState(evidence, place) === 'holds')

export const samePath: SignalRule = {
  id: 'same-path-other-host',
  when: 'the same relative paths, on another machine or with another executable',
  trust: false,
  find: inPairs(
    (pair, evidence) =>
      sameFact('git.cwd', pair) === true &&
      isOtherHost(pair) &&
      !isSameRuntime(pair) &&
      !areBothGreen(evidence, pair),
    (files) => ({
      apart: unlikeLast(files, isSameRuntime),
      what: `the same relative paths on ${namesOf(files)}, but another machine or executable`,
      next: `compare machine and executable first: ${files.map(hostText).join(', ')}`,
    }),
  ),
}

const runtimeText = (one: Serving): string => {
  const { version = 'unknown', prefix = 'unknown', in_venv } = one.facts.interpreter ?? {}
  return `${placeName(one)} ${version} in ${prefix}${in_venv ? ' (venv)' : ''}`
}

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
    (files) => ({
      apart: unlikeLast(files, (pair) => !isOtherRuntime(pair)),
      what: `the same files on ${namesOf(files)}, not the same runtime`,
      next: `compare version, prefix and venv: ${files.map(runtimeText).join(', ')}`,
    }),
  ),
}
