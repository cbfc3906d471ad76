/** Signals about test results that say less than they seem to. */
import { decidingLegs } from '../../cells.ts'
import { tellDisbelief } from '../../judge/record.ts'
import type { Serving } from '../../judge/serving.ts'
import { PLACES, type Place, type State } from '../../model.ts'
import { placeName } from '../../place.ts'
import type { Facts } from '../../probe-file/schema.ts'
import { getOwn } from '../../text/own.ts'
import { joinWords } from '../../text/words.ts'
import { isolatedCommand, lastProbe, testCommand } from '../fix/command.ts'
import { shellName } from '../fix/context.ts'
import { fileOf, placesOf, type Seen, type Sighting, type SignalRule, testsState, typingAt } from '../seen.ts'

export function inEach(match: (serving: Serving, seen: Seen) => Omit<Sighting, 'places'> | undefined) {
  return (seen: Seen): Sighting[] =>
    seen.servings.flatMap((serving) => {
      const found = match(serving, seen)
      return found ? [{ places: [serving.place], ...found }] : []
    })
}

/** Subjects of a map of facts that match. */
export const subjectsWhere = <F>(
  map: { readonly [subject: string]: F } | undefined,
  match: (fact: F, subject: string) => boolean,
): string[] => Object.entries(map ?? {}).flatMap(([subject, fact]) => (match(fact, subject) ? [subject] : []))

const isRelative = (path: string): boolean => !/^(?:[~/\\]|[A-Za-z]:)/.test(path)

/** A runner may widen the path for its tests (pythonpath = src): then they saw it. */
const isSeenInTests = ({ tests }: Facts, name: string): boolean => {
  const { label } = getOwn(tests?.origins, name) ?? {}
  return label !== undefined && label !== 'none'
}

export const invisible: SignalRule = {
  id: 'invisible-file',
  when: 'a claimed file or module is outside what this cwd can see',
  trust: false,
  find: inEach((serving, seen) => {
    const { facts } = serving
    const names = [
      ...subjectsWhere(
        facts.persist?.files,
        ({ outside_cwd }, path) => outside_cwd === true && isRelative(path),
      ),
      ...subjectsWhere(
        facts.packages?.claimed,
        ({ in_tree, importable }, name) =>
          in_tree === true && importable === false && !isSeenInTests(facts, name),
      ),
    ]
    if (names.length === 0) return undefined
    const cwd = facts.tests?.session?.cwd ?? facts.git?.cwd ?? 'unknown'
    return {
      what: `${placeName(serving)} cannot see ${names.join(', ')} from ${cwd}`,
      next: `print os.getcwd() from inside a test and run ${testCommand(typingAt(seen, serving), ['-s'])}`,
    }
  }),
}

export const onlyWithoutIsolation: SignalRule = {
  id: 'only-without-isolation',
  when: 'green without `-I`, red with it',
  trust: false,
  find: inEach((serving, seen) => {
    const { exit_status: plain, isolated } = serving.facts.tests ?? {}
    if (plain !== 0 || isolated?.exit_status === undefined || isolated.exit_status === 0) return undefined
    return {
      what: `${placeName(serving)}: green without -I, exit status ${isolated.exit_status} with it`,
      next: `pin the project, not the home directory, until this is green: ${isolatedCommand(typingAt(seen, serving))}`,
    }
  }),
}

/** The leg that decides, where the place has legs. */
function decidingIn(seen: Seen, place: Place): Serving | undefined {
  const cell = seen.rows.find(({ kind }) => kind === 'tests green')?.cells[place]
  const legs = cell ? decidingLegs(cell) : []
  const ofPlace = seen.servings.filter((one) => one.place === place)
  return ofPlace.find(({ leg }) => legs.some((one) => one.leg === leg)) ?? ofPlace[0]
}

export const greenHere: SignalRule = {
  id: 'green-here-red-there',
  when: 'tests hold in one place and fail in another',
  trust: false,
  find: (seen) => {
    const inState = (state: State): Serving[] =>
      PLACES.flatMap((place) => (testsState(seen, place) === state ? (decidingIn(seen, place) ?? []) : []))
    const [green, red] = [inState('holds'), inState('fails')]
    // ci is the record: where it is one of the two, the other is compared with it.
    const pair = [red.at(-1), green.at(-1)].filter((one) => one !== undefined)
    if (pair.length < 2) return []
    const files = pair.map((one) => shellName(fileOf(seen, one), typingAt(seen, one)))
    return [
      {
        places: placesOf([...green, ...red]),
        apart: placesOf(red),
        what: `tests hold in ${joinWords(placesOf(green))}, fail in ${joinWords(placesOf(red))}`,
        next: `read the difference of the two session records: git diff --no-index ${files.join(' ')}`,
      },
    ]
  },
}

export const noSession: SignalRule = {
  id: 'no-session',
  when: 'tests are said to have run, and no believed record says so',
  trust: false,
  find: inEach((serving, seen) => {
    const { tests } = serving.facts
    const ran = tests?.source !== undefined && tests.source !== 'none'
    if (!ran || tests?.believed !== false) return undefined
    const { disbelief: codes = [] } = tests
    const why = codes.length > 0 ? `: ${tellDisbelief(codes)}` : ''
    // Where a record was left, the plugin is loaded: it only has to be made again.
    const load = codes.length === 0 || codes.includes('no-session')
    const again = lastProbe(typingAt(seen, serving), ['--tests', 'always'])
    return {
      what: `tests ran in ${placeName(serving)}, and their record does not count${why}`,
      next: load
        ? `load the plugin, so that the fingerprint comes before the summary: ${again}`
        : `run them once more, with the record on: ${again}`,
    }
  }),
}

export const notInherited: SignalRule = {
  id: 'not-inherited',
  when: 'a variable is set in the probed shell and not in the test process',
  trust: false,
  find: inEach((serving, seen) => {
    const { env, tests } = serving.facts
    const names = subjectsWhere(
      env?.claimed,
      ({ set }, name) => set === true && getOwn(tests?.env, name)?.set === false,
    )
    if (names.length === 0) return undefined
    return {
      what: `set in the shell of ${placeName(serving)}, not in its test process: ${names.join(', ')}`,
      next: `print ${names.map((name) => JSON.stringify(name)).join(', ')} in os.environ from inside a test: ${testCommand(typingAt(seen, serving), ['-s'])}`,
    }
  }),
}

export const orphanReport: SignalRule = {
  id: 'orphan-report',
  when: 'a report is there whose hash is in no session record',
  trust: false,
  find: inEach((serving, seen) => {
    const names = subjectsWhere(
      serving.facts.tests?.reports,
      ({ exists, recorded, now }) => exists === true && now !== undefined && recorded !== now,
    )
    if (names.length === 0) return undefined
    return {
      what: `${placeName(serving)}: no session record knows ${names.join(', ')}`,
      next: `regenerate it and keep logs per place: ${testCommand(typingAt(seen, serving))}`,
    }
  }),
}
