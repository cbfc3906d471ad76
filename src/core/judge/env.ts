/** env var set: a fact about one process as it started, and the test process is the one that counts. */
import type { Claim, Claims } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { beliefIn, findUnclear, isInTests } from './record.ts'
import { type Finding, finding, findMissing, lacks } from './serving.ts'

/** Where a file of the place is looked for when the claim names none. */
const USUAL_FILE = '.env'

export function judgeEnv(facts: Facts, claim: Claim, claims: Claims): Finding {
  const belief = beliefIn(facts, claims)
  if (belief === 'unclear') return findUnclear(facts, claims)
  const found = isInTests(facts, claims) ? judgeInTests(facts, claim) : judgeHere(facts, claim)
  // What neither process was given, a file of the place may bring.
  return found.reason === 'UNSET' ? judgeFile(facts, claim, found, isInTests(facts, claims)) : found
}

function judgeInTests({ tests, env }: Facts, { subject, empty }: Claim): Finding {
  const there = getOwn(tests?.env, subject)
  if (there === undefined) return findMissing('tests', tests, tests?.env)
  if (there.set === undefined) return lacks('tests', tests, `env.${subject}.set`)
  const here = getOwn(env?.claimed, subject)
  if (!there.set)
    return here?.set === true && here.start !== 'empty'
      ? finding('NOT_IN_TEST_PROCESS', 'set in the probed process, not in the test process')
      : finding('UNSET', 'not set in the test process')
  if (there.start === undefined) return lacks('tests', tests, `env.${subject}.start`)
  if (there.start === 'unset') return finding('UNSET', 'only the tests set it, not this place')
  if (there.start !== 'untold') return filled(there.start, empty, 'IN_TEST_PROCESS', 'set in the test process')
  // The probe runs no code of the tests: what it was given too, they did not set.
  if (here?.start === undefined) return lacks('env', env, `claimed.${subject}.start`)
  return here.start === 'unset'
    ? lacks('tests', tests, `env.${subject}.start: this system does not tell who set it`)
    : filled(here.start, empty, 'IN_TEST_PROCESS', 'set in the test process')
}

function judgeHere({ env }: Facts, { subject, empty }: Claim): Finding {
  const here = getOwn(env?.claimed, subject)
  if (here === undefined) return findMissing('env', env, env?.claimed)
  if (here.set === undefined) return lacks('env', env, `claimed.${subject}.set`)
  if (!here.set) return finding('UNSET', 'not set in the probed process')
  if (here.start === undefined) return lacks('env', env, `claimed.${subject}.start`)
  if (here.start === 'unset') return finding('UNSET', 'the probed process set it for itself, as it started')
  return filled(here.start, empty, 'SET', 'set in the probed process')
}

const filled = (
  start: 'filled' | 'empty',
  empty: boolean | undefined,
  reason: 'SET' | 'IN_TEST_PROCESS',
  fact: string,
) =>
  start === 'filled' || empty
    ? finding(reason, start === 'filled' ? fact : `${fact}, empty`)
    : finding('EMPTY', `${fact}, to nothing`)

/** Where the claim names no file, the usual one counts only for what the tests had in the end. */
function judgeFile({ env, tests }: Facts, claim: Claim, unset: Finding, inTests: boolean): Finding {
  const { subject, fromFile, empty } = claim
  const here = getOwn(env?.claimed, subject)
  const file = fromFile ?? USUAL_FILE
  const inTheEnd = inTests && getOwn(tests?.env, subject)?.set === true
  if (fromFile === undefined && !(inTheEnd && here?.from === file && here.file === 'filled')) return unset
  if (here?.from !== file) return findMissing('env', env, env?.claimed)
  switch (here.file) {
    case 'filled':
    case 'empty':
      return filled(here.file, empty, 'SET', `set by ${file}`)
    case 'unset':
      return finding('UNSET', `${unset.fact}, nor by ${file}`)
    case 'absent':
      return finding('UNSET', `${unset.fact}, and there is no ${file}`)
    case 'tracked':
      return finding('UNSET', `${unset.fact}; git tracks ${file}: what it sets is no fact of a place`)
    default:
      return lacks('env', env, `claimed.${subject}.file`)
  }
}

/** With `"compare": true`: the salted hash of the process that counts here against ci's. Never the value. */
export function compareValue(here: Facts, ci: readonly Facts[], { subject }: Claim, claims: Claims): Finding | null {
  const own = hashIn(here, subject, claims)
  if (own === undefined)
    return isInTests(here, claims)
      ? lacks('tests', here.tests, `env.${subject}.hash`)
      : lacks('env', here.env, `claimed.${subject}.hash`)
  const theirs = ci.map((facts) => hashIn(facts, subject, claims))
  if (theirs.some((hash) => hash !== undefined && hash !== own))
    return finding('VALUE_DIFFERS', 'set, but not to the value that ci has')
  const missing = theirs.length === 0 || theirs.includes(undefined)
  return missing ? finding('FACT_MISSING', `no hash of ${subject} from ci to compare with`) : null
}

/** The value that the tests saw, where they count: the shell may have changed since. */
function hashIn(facts: Facts, subject: string, claims: Claims): string | undefined {
  if (beliefIn(facts, claims) === 'unclear') return undefined
  return isInTests(facts, claims) ? getOwn(facts.tests?.env, subject)?.hash : getOwn(facts.env?.claimed, subject)?.hash
}
