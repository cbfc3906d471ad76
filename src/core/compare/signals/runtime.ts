/** Signals about two runtimes that were taken for one. */
import { isolatedCommand, testCommand } from '../../fix/context.ts'
import type { Serving } from '../../judge/serving.ts'
import type { Facts } from '../../probe-file/schema.ts'
import {
  type Pair,
  pairsOf,
  placesOf,
  type Seen,
  type Sighting,
  type SignalRule,
  sameFact,
  sameRuntime,
  sayName,
  testsState,
  typingAt,
} from '../seen.ts'

/** Between two green places nobody asks whose green to believe. */
const isAsked = (seen: Seen, [a, b]: Pair): boolean =>
  !(testsState(seen, a.place) === 'holds' && testsState(seen, b.place) === 'holds')

function inPairs(match: (pair: Pair, seen: Seen) => Omit<Sighting, 'places'> | undefined) {
  return (seen: Seen): Sighting[] =>
    pairsOf(seen).flatMap((pair) => {
      const found = match(pair, seen)
      return found ? [{ places: placesOf(pair), ...found }] : []
    })
}

/** What a home directory lends to an interpreter: undefined where the file does not say, [] when clean. */
function borrowed({ path }: Facts): readonly string[] | undefined {
  const hooks = [path?.sitecustomize?.present, path?.usercustomize?.present]
  const userSite = path?.user_site === 'enabled' ? path.user_site_on_path : path?.user_site && false
  const said = [path?.pythonpath, userSite, ...hooks]
  const found = [
    ...(path?.pythonpath?.length ? [`PYTHONPATH ${path.pythonpath.join(' ')}`] : []),
    ...(userSite ? ['user site'] : []),
    ...(hooks[0] ? ['sitecustomize'] : []),
    ...(hooks[1] ? ['usercustomize'] : []),
  ]
  return found.length === 0 && said.includes(undefined) ? undefined : found
}

const sameRuntimeRule: SignalRule = {
  id: 'same-runtime',
  trust: true,
  find: inPairs((pair, seen) =>
    sameRuntime(pair)
      ? {
          what: 'version, venv, cwd, PYTHONPATH and hooks agree',
          next: `take the patch and rerun the same command here: ${testCommand(typingAt(seen, pair[0]))}`,
        }
      : undefined,
  ),
}

const dirtyHome: SignalRule = {
  id: 'dirty-home',
  trust: false,
  find: inPairs((pair, seen) => {
    const [inA, inB] = pair.map(({ facts }) => borrowed(facts))
    if (inA === undefined || inB === undefined || inA.length > 0 === inB.length > 0) return undefined
    const [dirty] = inA.length > 0 ? pair : [pair[1], pair[0]]
    return {
      what: `${sayName(dirty)} has ${[...inA, ...inB].join(', ')}; the other place is clean`,
      next: `on ${sayName(dirty)}: ${isolatedCommand(typingAt(seen, dirty))}`,
    }
  }),
}

const otherVersion: SignalRule = {
  id: 'other-version',
  trust: false,
  find: inPairs((pair, seen) => {
    if (sameFact('interpreter.version', pair) !== false) return undefined
    const [a, b] = pair
    const [odd, kept] = oddOneOut(pair, seen)
    return {
      what: `${sayName(a)} runs Python ${versionOf(a)}, ${sayName(b)} ${versionOf(b)}`,
      next: `rebuild the environment of ${sayName(odd)} with Python ${versionOf(kept)} from the same lock file, or stop comparing`,
    }
  }),
}

const versionOf = ({ facts }: Serving): string => facts.interpreter?.version ?? ''

/** [the one to rebuild, the one to follow]: ci is the record; where it is not there, the box follows. */
function oddOneOut([a, b]: Pair, { servings }: Seen): Pair {
  const record = servings.find(({ place }) => place === 'ci')
  const aFollows = b.place === 'ci' || (record !== undefined && versionOf(b) === versionOf(record))
  return aFollows ? [a, b] : [b, a]
}

const isOtherHost = ([{ facts: a }, { facts: b }]: Pair): boolean =>
  [
    [a.host?.machine, b.host?.machine],
    [a.host?.container, b.host?.container],
    [a.interpreter?.executable_hash, b.interpreter?.executable_hash],
  ].some(([one, other]) => one !== undefined && other !== undefined && one !== other)

const samePath: SignalRule = {
  id: 'same-path-other-host',
  trust: false,
  find: inPairs((pair, seen) => {
    if (sameFact('git.cwd', pair) !== true || !isOtherHost(pair) || sameRuntime(pair) || !isAsked(seen, pair))
      return undefined
    const [a, b] = pair
    return {
      what: `the same relative paths on ${sayName(a)} and ${sayName(b)}, another machine or executable`,
      next: `compare first: ${pair.map((one) => `${sayName(one)} ${one.facts.interpreter?.executable ?? 'unknown'}`).join(', ')}`,
    }
  }),
}

const runtimeText = ({ interpreter }: Facts): string =>
  `${interpreter?.version ?? 'unknown'} in ${interpreter?.prefix ?? 'unknown'}${interpreter?.in_venv ? ' (venv)' : ''}`

const sameBytes: SignalRule = {
  id: 'same-bytes-other-runtime',
  trust: false,
  find: inPairs((pair) => {
    const [a, b] = pair
    const content = a.facts.git?.tree_content
    const differs = ['interpreter.version', 'interpreter.in_venv'].some(
      (key) => sameFact(key, pair) === false,
    )
    if (content === undefined || content !== b.facts.git?.tree_content || !differs) return undefined
    return {
      what: 'the same files, not the same runtime',
      next: `compare version, prefix and venv: ${pair.map((one) => `${sayName(one)} ${runtimeText(one.facts)}`).join(', ')}`,
    }
  }),
}

export const RUNTIME_SIGNALS: readonly SignalRule[] = [
  sameRuntimeRule,
  dirtyHome,
  otherVersion,
  samePath,
  sameBytes,
]
