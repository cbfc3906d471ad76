/** The one line before a patch is trusted: four checks over every place that speaks. */
import { satisfies, valid, validRange } from '@renovatebot/pep440'
import { isThisTree, type Origin } from '../judge/package.ts'
import type { Serving } from '../judge/serving.ts'
import type { State } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { type Check, isUnexplained } from '../verdict-model.ts'
import type { Evidence } from './evidence.ts'

const stateFrom = (answer: boolean | undefined): State =>
  answer === undefined ? 'unknown' : answer ? 'holds' : 'fails'

/** One place that fails decides, else one that is unknown; without any place it is unknown. */
function overall(states: readonly State[]): State {
  if (states.includes('fails')) return 'fails'
  return states.length === 0 || states.includes('unknown') ? 'unknown' : 'holds'
}

/** Where no range was read ("") nobody knows what the project accepts. */
function fitsDeclared({ interpreter }: Facts): State {
  const { version, requires_python: range } = interpreter ?? {}
  return version && range ? stateFrom(fitsRange(version, range)) : 'unknown'
}

/** A session that ran with -I was an isolated run itself. */
const isolatedOf = ({ tests }: Facts) => tests?.isolated ?? (tests?.session?.isolated === true ? tests : undefined)

/** A run in which no test passed is no pass. */
function isolatedRun(facts: Facts): State {
  const run = isolatedOf(facts)
  if (run?.exit_status === undefined) return 'unknown'
  if (run.exit_status !== 0 || run.passed === 0) return 'fails'
  return run.passed === undefined ? 'unknown' : 'holds'
}

const fromRepo = (origin: Origin | undefined): State =>
  stateFrom(origin?.label === undefined ? undefined : isThisTree(origin))

/** Every own package, by its origin inside the test process; without a session by what the probe found. */
function ownModules({ facts }: Serving, { claims }: Evidence): State {
  const { packages, tests } = facts
  const claimed = claims.claims.filter((claim) => claim.fromRepo).map(({ subject }) => subject)
  const names = new Set([...(packages?.own ?? []), ...claimed, ...Object.keys(tests?.origins ?? {})])
  const origins = [...names].map((name) =>
    tests?.origins ? getOwn(tests.origins, name) : getOwn(packages?.claimed, name),
  )
  return overall([...origins.map(fromRepo), ...(packages?.own === undefined ? (['unknown'] as const) : [])])
}

function noUnexplained({ servings, differences }: Evidence): State {
  if (differences.some(isUnexplained)) return 'fails'
  return new Set(servings.map(({ place }) => place)).size < 2 ? 'unknown' : 'holds'
}

export function findChecks(evidence: Evidence): readonly Check[] {
  const everywhere = (check: (serving: Serving) => State): State => overall(evidence.servings.map(check))
  const isolated = evidence.servings.some(({ facts }) => isolatedOf(facts) !== undefined)
  return [
    { id: 'fits-declared-range', state: everywhere(({ facts }) => fitsDeclared(facts)) },
    { id: 'no-unexplained-difference', state: noUnexplained(evidence) },
    {
      id: 'isolated-run-passes',
      state: everywhere(({ facts }) => isolatedRun(facts)),
      ...(isolated ? {} : { idle: true }),
    },
    { id: 'own-modules-from-repo', state: everywhere((serving) => ownModules(serving, evidence)) },
  ]
}

/** In PEP 440's words: `^3.9` of Poetry is any later 3, `~3.9` and a bare `3.9` or `3.9.1` are any 3.9 from there on. */
function plainClauses(clause: string): readonly string[] {
  if (clause === '*') return ['>=0']
  const [, sign, version, major, minor] = /^([\^~]?)((\d+)(?:\.(\d+))?(?:\.\d+)*)(?:\.\*)?$/.exec(clause) ?? []
  if (version === undefined) return [clause]
  const series = sign === '^' || minor === undefined ? `==${major}.*` : `==${major}.${minor}.*`
  return sign === '' ? [series] : [`>=${version}`, series]
}

/** undefined: version or clause cannot be read. `3.13.0+` is built between releases; one misfit decides. */
export function fitsRange(version: string, range: string): boolean | undefined {
  const released = version.trim().replace(/\+$/, '')
  if (!valid(released)) return undefined
  const clauses = range
    .split(',')
    // As text, `===3.12` would not fit 3.12.0.
    .map((clause) => clause.trim().replace(/^===/, '=='))
    .filter((clause) => clause !== '')
    .flatMap(plainClauses)
  const readable = clauses.filter((clause) => validRange(clause))
  if (readable.some((clause) => !satisfies(released, clause, { prereleases: true }))) return false
  return clauses.length > 0 && readable.length === clauses.length ? true : undefined
}
