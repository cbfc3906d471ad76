/** Signals that compare two places: what is the same in them, and what is not. */
import { COUNTED } from '../../compare/normalise.ts'
import type { Serving } from '../../judge/serving.ts'
import { executedLess, isLess } from '../../judge/whole.ts'
import { PLACES, type Place, type State } from '../../model.ts'
import { placeName, placesOf } from '../../place.ts'
import { joinWords } from '../../text/words.ts'
import { decidingLegs, FEWER_EXECUTED } from '../../verdict-model.ts'
import { changed, type Evidence, namesOf, type Sighting, type SignalRule, testsCell, typedAt } from '../evidence.ts'
import { testCommand } from '../fix/command.ts'
import { shellName } from '../fix/context.ts'

/** The leg that decides, where the place has legs. */
function decidingIn(evidence: Evidence, place: Place): Serving | undefined {
  const cell = testsCell(evidence, place)
  const legs = cell ? decidingLegs(cell) : []
  const ofPlace = evidence.servings.filter((one) => one.place === place)
  return ofPlace.find(({ leg }) => legs.some((one) => one.leg === leg)) ?? ofPlace[0]
}

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

const isOtherHost = ([{ facts: a }, { facts: b }]: Pair): boolean =>
  [
    [a.host?.machine, b.host?.machine],
    [a.host?.container, b.host?.container],
    [a.interpreter?.executable_hash, b.interpreter?.executable_hash],
  ].some(([one, other]) => changed(one, other))

/** Both are hashes: what counts is whether they are equal. */
const hostText = (one: Serving): string => {
  const { machine = 'unknown', container } = one.facts.host ?? {}
  const { executable_hash: hash = 'unknown' } = one.facts.interpreter ?? {}
  return `${placeName(one)} ${(container ?? machine).slice(0, 8)} ${hash}`
}

/** Two places that are both green leave no question whose green to believe. */
const areBothGreen = (evidence: Evidence, pair: Pair): boolean =>
  pair.every(({ place }) => testsCell(evidence, place)?.state === 'holds')

/** As the reader types it: an artifact or a comment is no file that a checkout has, nor is what a job on GitHub wrote. */
function fileAtHand(one: Serving, evidence: Evidence): string | undefined {
  const { kind, label } = one.provenance
  const { probesFolder, rerun } = evidence.commands
  const written = kind === 'this-run' && !rerun.includes('push') ? `${probesFolder}/${placeName(one)}.txt` : undefined
  const file = kind === 'checkout' ? label : written
  return file === undefined ? undefined : shellName(file, typedAt(evidence, one))
}

const runtimeText = (one: Serving): string => {
  const { version = 'unknown', prefix = 'unknown', in_venv } = one.facts.interpreter ?? {}
  return `${placeName(one)} ${version} in ${prefix}${in_venv ? ' (venv)' : ''}`
}

const isOtherRuntime = (pair: Pair): boolean =>
  ['interpreter.version', 'interpreter.in_venv'].some((key) => sameFact(key, pair) === false)

/** Of a place with legs the one that executed most; places of which the suite is not asked left out. */
const fullest = (evidence: Evidence): Serving[] =>
  PLACES.filter((place) => testsCell(evidence, place)).flatMap((place) =>
    evidence.servings
      .filter((one) => one.place === place)
      .sort((a, b) => (b.facts.tests?.executed ?? 0) - (a.facts.tests?.executed ?? 0))
      .slice(0, 1),
  )

/** Where one place is a part of another, no two are told to be alike: the patch would be taken on less. */
function isPartSomewhere(evidence: Evidence): boolean {
  const files = fullest(evidence)
  return files.some((one) => files.some((other) => isLess(one.facts, other.facts)))
}

const ranText = ({ facts: { tests } }: Serving): string => `${tests?.executed ?? 0} and ${tests?.skipped ?? 0} skipped`

export const COMPARISONS: readonly SignalRule[] = [
  {
    id: FEWER_EXECUTED,
    when: 'on equal content a place skipped more tests, and executed fewer, than another one',
    trust: false,
    find: (evidence) => {
      const files = fullest(evidence)
      return files.flatMap((one) => {
        const fuller = files.filter((other) => executedLess(one.facts, other.facts))
        const [most] = [...fuller].sort((a, b) => (b.facts.tests?.executed ?? 0) - (a.facts.tests?.executed ?? 0))
        if (most === undefined) return []
        const counts = `${ranText(one)}, ${most.place} ${ranText(most)}`
        return [
          {
            places: placesOf([one, ...fuller]),
            apart: [one.place],
            what: `${one.place} executed fewer tests than ${joinWords(placesOf(fuller))}: ${counts}`,
            next: `see what is skipped there and why: ${testCommand(typedAt(evidence, one), ['-rs'])}`,
          },
        ]
      })
    },
  },
  {
    id: 'green-here-red-there',
    when: 'tests hold in one place and fail in another',
    trust: false,
    find: (evidence) => {
      const inState = (state: State): Serving[] =>
        PLACES.filter((place) => testsCell(evidence, place)?.state === state).flatMap(
          (place) => decidingIn(evidence, place) ?? [],
        )
      const [green, red] = [inState('holds'), inState('fails')]
      // ci is the record: where it is one of the two, the other is compared with it.
      const pair = [red.at(-1), green.at(-1)].filter((one) => one !== undefined)
      if (pair.length < 2) return []
      const files = pair.flatMap((one) => fileAtHand(one, evidence) ?? [])
      const where =
        files.length === 2
          ? `git diff --no-index ${files.join(' ')}`
          : 'see "Facts of the two places that disagree" in this report'
      return [
        {
          places: placesOf([...green, ...red]),
          apart: placesOf(red),
          what: `tests hold in ${joinWords(placesOf(green))}, fail in ${joinWords(placesOf(red))}`,
          next: `read the difference of the two session records: ${where}`,
        },
      ]
    },
  },
  {
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
  },
  {
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
  },
  {
    id: 'same-runtime',
    when: 'version, environment, cwd, PYTHONPATH and hooks agree',
    trust: true,
    find: inPairs(
      (pair, evidence) => isSameRuntime(pair) && !isPartSomewhere(evidence),
      (files, evidence) => ({
        what: `${namesOf(files)} agree on version, venv, cwd, PYTHONPATH and hooks`,
        next: `take the patch and rerun the same command here: ${files[0] ? testCommand(typedAt(evidence, files[0])) : ''}`,
      }),
    ),
  },
]
