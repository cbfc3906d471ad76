/** A part against the whole: what other places collected of the same content, and which place executed less of it. */
import type { Claims, Place } from '../model.ts'
import type { Facts, Tests } from '../probe-file/schema.ts'
import { matchesGlob } from '../text/glob.ts'
import { getOwn } from '../text/own.ts'
import { firstFew } from '../text/words.ts'
import { isClaimedCommand } from './record.ts'
import { type Finding, finding, type Serving } from './serving.ts'

/** Test functions by file. */
type Counts = { readonly [file: string]: number }

/** Places in which the suite is asked for, and what their files say, whether they serve or not. */
export type Suites = readonly Pick<Serving, 'place' | 'facts'>[]

/** pytest tells which functions it collected; of every other runner, and of a report, there is one number. */
export function unitOf({ source, runner }: Tests): 'files' | 'collected' | undefined {
  if (source === undefined) return undefined
  if (source === 'report') return 'collected'
  return runner === undefined ? undefined : runner === 'pytest' ? 'files' : 'collected'
}

/** It says itself that it is no measure: nothing ran there, or something else did, or on other content. */
function isAside(facts: Facts, content: string | undefined, claims: Claims): boolean {
  const { tests } = facts
  const { source, sessions } = tests ?? {}
  if (source === 'none' || ((source === 'session' || source === 'run') && sessions === 0)) return true
  if (tests?.content_after !== undefined && tests.content_after !== content) return true
  return isClaimedCommand(facts, claims) === false
}

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Without its sum nobody would see that a line is missing from the list of files. */
export const isUncounted = (tests: Tests): boolean =>
  unitOf(tests) === 'files'
    ? tests.files === undefined || tests.functions !== sumOf(tests.files)
    : unitOf(tests) === undefined || tests.collected === undefined

/** Its number is asked for in any case: a place that tells no files is compared by it. */
const isUnsaid = ({ tests = {} }: Facts): boolean =>
  tests.content_after === undefined || tests.collected === undefined || isUncounted(tests)

/** Legs of a place may each lack something: together they collected the most of every file. */
function together(legs: readonly Facts[]): Counts {
  const most = new Map<string, number>()
  for (const { tests } of legs)
    for (const [file, count] of Object.entries(tests?.files ?? {})) most.set(file, Math.max(count, most.get(file) ?? 0))
  return Object.fromEntries(most)
}

/** Where a place has very many files it names their folders. */
const isWithin = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`)

const collectedIn = (counts: Counts, file: string): number =>
  getOwn(counts, file) ??
  Object.entries(counts).reduce((sum, [other, count]) => (isWithin(other, file) ? sum + count : sum), 0)

/** Files of which `mine` has fewer functions than `theirs`; a module that was skipped while collecting is a skip. */
function fewerIn(mine: Counts, theirs: Counts, skipped: readonly string[]): string[] {
  const folders = Object.keys(mine)
  const isFewer = ([file, count]: readonly [string, number]): boolean =>
    collectedIn(mine, file) < count &&
    !skipped.some((one) => isWithin(one, file)) &&
    !folders.some((folder) => folder !== file && isWithin(file, folder))
  return Object.entries(theirs).flatMap((one) => (isFewer(one) ? [one[0]] : []))
}

const skippedIn = (legs: readonly Facts[]): string[] => legs.flatMap(({ tests }) => tests?.skipped_files ?? [])

export interface Compared {
  /** What decides against the place; undefined where it collected as much as every other one. */
  readonly finding: Finding | undefined
  /** Files of which it collected less, and claims.json accepts that. */
  readonly accepted: readonly string[]
}

/** Fewer tests collected than in another place on the same content: a part ran. */
export function compareWithPlaces(serving: Serving, suites: Suites, claims: Claims): Compared {
  const { facts, place } = serving
  const content = facts.tests?.content_after
  // What it lacks itself is asked of it in any case.
  if (facts.tests === undefined || isUncounted(facts.tests)) return { finding: undefined, accepted: [] }
  const legsOf = (one: Place) =>
    suites.flatMap((suite) => (suite.place === one && !isAside(suite.facts, content, claims) ? [suite.facts] : []))
  const accepted = new Set<string>()
  for (const other of (['ci', 'local', 'box'] as const).filter((one) => one !== place)) {
    const legs = legsOf(other)
    if (legs.some(isUnsaid)) {
      const fact = `${other} does not say how many tests it collected`
      return { finding: finding('FACT_MISSING', fact), accepted: [] }
    }
    const found = compareWith(facts, legsOf(place), legs)
    const { files = [] } = claims.fewer?.[place] ?? {}
    const open = found?.files.filter((file) => !files.some((glob) => matchesGlob(glob, file)))
    for (const file of found?.files ?? []) if (!open?.includes(file)) accepted.add(file)
    if (found && open && (open.length > 0 || found.files.length === 0)) {
      const which = open.length === 0 ? '' : `: fewer from ${tellFiles(open)}`
      const fact = `${found.mine} collected, ${other} collected ${found.theirs}${which}`
      return { finding: finding('PARTIAL_RUN', fact), accepted: [] }
    }
  }
  return { finding: undefined, accepted: [...accepted] }
}

export const tellFiles = (files: readonly string[]): string => firstFew(files, 3)

interface Fewer {
  readonly mine: number
  readonly theirs: number
  /** Empty where a number is all that is told. */
  readonly files: readonly string[]
}

function compareWith(facts: Facts, siblings: readonly Facts[], others: readonly Facts[]): Fewer | undefined {
  const { tests = {} } = facts
  const told = others.filter((other) => other.tests && unitOf(other.tests) === 'files')
  if (others.length === 0) return undefined
  if (unitOf(tests) === 'files' && told.length > 0) {
    const [mine, theirs] = [together([facts, ...siblings]), together(told)]
    const files = fewerIn(mine, theirs, skippedIn([facts, ...siblings]))
    return files.length > 0 ? { mine: sumOf(mine), theirs: sumOf(theirs), files } : undefined
  }
  // Of one number, what the smallest leg has: parameters may differ between legs.
  const [mine, theirs] = [tests.collected ?? 0, Math.min(...others.map((other) => other.tests?.collected ?? 0))]
  return mine < theirs ? { mine, theirs, files: [] } : undefined
}

const isSameContent = ({ tests: a }: Facts, { tests: b }: Facts): boolean =>
  a?.content_after !== undefined && a.content_after === b?.content_after

/** With more skips: other parameters alone make another number, too. */
export const executedLess = (a: Facts, b: Facts): boolean =>
  isSameContent(a, b) &&
  (a.tests?.executed ?? 0) < (b.tests?.executed ?? 0) &&
  (a.tests?.skipped ?? 0) > (b.tests?.skipped ?? 0)

/** On equal content fewer tests were collected, or executed. */
export const isLess = (a: Facts, b: Facts): boolean =>
  executedLess(a, b) || (isSameContent(a, b) && compareWith(a, [], [b]) !== undefined)
