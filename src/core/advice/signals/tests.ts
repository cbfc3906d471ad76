/** Signals about test results that say less than they seem to. */
import { decidingLegs } from '../../cells.ts'
import { tellDisbelief } from '../../judge/record.ts'
import type { Serving } from '../../judge/serving.ts'
import { PLACES, type Place, type State } from '../../model.ts'
import { placeName } from '../../place.ts'
import type { Facts } from '../../probe-file/schema.ts'
import { getOwn } from '../../text/own.ts'
import { joinWords } from '../../text/words.ts'
import {
  type Evidence,
  inEach,
  placesOf,
  type SignalRule,
  subjectsWhere,
  testsState,
  typedAt,
} from '../evidence.ts'
import { isolatedCommand, lastProbe, testCommand } from '../fix/command.ts'
import { shellName } from '../fix/context.ts'

const isRelative = (path: string): boolean => !/^(?:[~/\\]|[A-Za-z]:)/.test(path)

/** A runner may widen the path for its tests (pythonpath = src): then they saw it. */
const isSeenInTests = ({ tests }: Facts, name: string): boolean =>
  (getOwn(tests?.origins, name)?.label ?? 'none') !== 'none'

export const invisible: SignalRule = {
  id: 'invisible-file',
  when: 'a claimed file or module is outside what this cwd can see',
  trust: false,
  find: inEach(({ facts, name, typed }) => {
    const files = subjectsWhere(
      facts.persist?.files,
      ({ outside_cwd }, path) => outside_cwd === true && isRelative(path),
    )
    const modules = subjectsWhere(
      facts.packages?.claimed,
      ({ in_tree, importable }, module) =>
        in_tree === true && importable === false && !isSeenInTests(facts, module),
    )
    if (files.length + modules.length === 0) return undefined
    const cwd = facts.tests?.session?.cwd ?? facts.git?.cwd ?? 'unknown'
    return {
      what: `${name} cannot see ${[...files, ...modules].join(', ')} from ${cwd}`,
      next: `print os.getcwd() from inside a test and run ${testCommand(typed, ['-s'])}`,
    }
  }),
}

export const onlyWithoutIsolation: SignalRule = {
  id: 'only-without-isolation',
  when: 'green without `-I`, red with it',
  trust: false,
  find: inEach(({ facts, name, typed }) => {
    const { exit_status: plain, isolated } = facts.tests ?? {}
    if (plain !== 0 || isolated?.exit_status === undefined || isolated.exit_status === 0) return undefined
    return {
      what: `${name}: green without -I, exit status ${isolated.exit_status} with it`,
      next: `pin the project, not the home directory, until this is green: ${isolatedCommand(typed)}`,
    }
  }),
}

/** The leg that decides, where the place has legs. */
function decidingIn({ rows, servings }: Evidence, place: Place): Serving | undefined {
  const cell = rows.find(({ kind }) => kind === 'tests green')?.cells[place]
  const legs = cell ? decidingLegs(cell) : []
  const ofPlace = servings.filter((one) => one.place === place)
  return ofPlace.find(({ leg }) => legs.some((one) => one.leg === leg)) ?? ofPlace[0]
}

export const greenHere: SignalRule = {
  id: 'green-here-red-there',
  when: 'tests hold in one place and fail in another',
  trust: false,
  find: (evidence) => {
    const inState = (state: State): Serving[] =>
      PLACES.filter((place) => testsState(evidence, place) === state).flatMap(
        (place) => decidingIn(evidence, place) ?? [],
      )
    const [green, red] = [inState('holds'), inState('fails')]
    // ci is the record: where it is one of the two, the other is compared with it.
    const pair = [red.at(-1), green.at(-1)].filter((one) => one !== undefined)
    if (pair.length < 2) return []
    const { probesFolder } = evidence.commands
    const files = pair.map((one) =>
      shellName(`${probesFolder}/${placeName(one)}.txt`, typedAt(evidence, one)),
    )
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
  find: inEach(({ facts: { tests }, name, typed }) => {
    const ran = tests?.source !== undefined && tests.source !== 'none'
    if (!ran || tests?.believed !== false) return undefined
    const { disbelief: codes = [] } = tests
    const why = codes.length > 0 ? `: ${tellDisbelief(codes)}` : ''
    // Where a record was left, the plugin is loaded: it only has to be made again.
    const first =
      codes.length === 0 || codes.includes('no-session')
        ? 'load the plugin, so that the fingerprint comes before the summary'
        : 'run them once more, with the record on'
    return {
      what: `tests ran in ${name}, and their record does not count${why}`,
      next: `${first}: ${lastProbe(typed, ['--tests', 'always'])}`,
    }
  }),
}

export const notInherited: SignalRule = {
  id: 'not-inherited',
  when: 'a variable is set in the probed shell and not in the test process',
  trust: false,
  find: inEach(({ facts: { env, tests }, name, typed }) => {
    const names = subjectsWhere(
      env?.claimed,
      ({ set }, variable) => set === true && getOwn(tests?.env, variable)?.set === false,
    )
    if (names.length === 0) return undefined
    const quoted = names.map((one) => JSON.stringify(one)).join(', ')
    return {
      what: `set in the shell of ${name}, not in its test process: ${names.join(', ')}`,
      next: `print ${quoted} in os.environ from inside a test: ${testCommand(typed, ['-s'])}`,
    }
  }),
}

export const orphanReport: SignalRule = {
  id: 'orphan-report',
  when: 'a report is there whose hash is in no session record',
  trust: false,
  find: inEach(({ facts, name, typed }) => {
    const names = subjectsWhere(
      facts.tests?.reports,
      ({ exists, recorded, now }) => exists === true && now !== undefined && recorded !== now,
    )
    if (names.length === 0) return undefined
    return {
      what: `${name}: no session record knows ${names.join(', ')}`,
      next: `regenerate it and keep logs per place: ${testCommand(typed)}`,
    }
  }),
}
