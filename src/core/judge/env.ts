/** env var set: a fact about one process, and the test process is the one that counts. */
import type { Claim, Claims } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { beliefIn, findUnclear } from './record.ts'
import { type Finding, finding, findMissing, lacks } from './serving.ts'

export function judgeEnv(facts: Facts, { subject }: Claim, claims: Claims): Finding {
  const belief = beliefIn(facts, claims)
  if (belief === 'unclear') return findUnclear(facts, claims)
  return isInTests(facts, claims) ? judgeInTests(facts, subject) : judgeHere(facts, subject)
}

function judgeInTests({ tests, env }: Facts, subject: string): Finding {
  const there = getOwn(tests?.env, subject)
  if (there === undefined) return findMissing('tests', tests, tests?.env)
  if (there.set === undefined) return lacks('tests', tests, `env.${subject}.set`)
  if (there.by_tests) return finding('UNSET', 'only the tests set it, not this place')
  const empty = getOwn(env?.claimed, subject)?.empty === true
  if (there.set)
    return finding('IN_TEST_PROCESS', `set in the test process${empty ? ', empty where it was probed' : ''}`)
  return getOwn(env?.claimed, subject)?.set === true
    ? finding('NOT_IN_TEST_PROCESS', 'set in the probed process, not in the test process')
    : finding('UNSET', 'not set in the test process')
}

function judgeHere({ env }: Facts, subject: string): Finding {
  const here = getOwn(env?.claimed, subject)
  if (here === undefined) return findMissing('env', env, env?.claimed)
  if (here.set === undefined) return lacks('env', env, `claimed.${subject}.set`)
  if (!here.set) return finding('UNSET', 'not set in the probed process')
  return finding('SET', here.empty ? 'set in the probed process, empty' : 'set in the probed process')
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

/** A JUnit report does not record the environment of the process that wrote it. */
const isInTests = (facts: Facts, claims: Claims): boolean =>
  beliefIn(facts, claims) === 'believed' && facts.tests?.source !== 'report'
