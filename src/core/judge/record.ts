/** Is the record of this place, command and content? Recomputed: the probe's own word can only take away. */
import type { Candidate, Claims } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { type Finding, finding, lacks } from './serving.ts'

/** true, false, or undefined where a fact that is needed is missing. */
export type Answer = boolean | undefined

export interface Question {
  readonly answer: Answer
  /** What is so when the answer is no. */
  readonly otherwise: string
}

export const equal = <T>(a: T | undefined, b: T | undefined): Answer =>
  a === undefined || b === undefined ? undefined : a === b

const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer)

/** Inside a container its id decides (images share machine ids), outside the machine id does. */
function sameMachine({ host, tests }: Facts): Answer {
  const session = tests?.session
  const alike = equal(host?.in_container, session?.in_container)
  if (alike !== true) return alike
  return host?.in_container ? equal(host.container, session?.container) : equal(host?.machine, session?.machine)
}

const other = (what: string, id: string | undefined): string => (id === undefined ? `another ${what}` : `${what} ${id}`)

function ofThisJob({ probe, tests }: Facts): Question[] {
  if (probe?.place !== 'ci') return []
  // An unknown provider names no run: only tests that the probe started itself are of this job for sure.
  if (probe.ci?.provider === 'other' && tests?.source === 'run') return []
  const { run, attempt, job } = tests?.session ?? {}
  return [
    { answer: equal(probe.ci?.run, run), otherwise: `recorded in ${other('run', run)}` },
    { answer: equal(probe.ci?.attempt, attempt), otherwise: `recorded in ${other('attempt', attempt)}` },
    { answer: equal(probe.ci?.job, job), otherwise: `recorded in ${other('job', job)}` },
  ]
}

/** Whose record is it? One no makes it a foreign one. */
export function identityOf(facts: Facts): Question[] {
  const { tests } = facts
  const committed = { answer: not(tests?.tracked), otherwise: 'the record is tracked by git' }
  // A report is written by a command that the probe itself started: there is no other process to compare.
  if (tests?.source === 'report') return [committed]
  return [
    committed,
    { answer: sameMachine(facts), otherwise: 'recorded on another machine' },
    { answer: tests?.session?.same_user, otherwise: 'recorded by another user' },
    ...ofThisJob(facts),
  ]
}

/** Did the claimed command run, whole? */
export function isClaimedCommand({ tests }: Facts, claims: Claims): Answer {
  const { command, claimed_command } = tests ?? {}
  if (claims.testCommand === undefined) return claimed_command
  const current = equal(command?.join('\0'), claims.testCommand.join('\0'))
  return both(claimed_command, current)
}

export const isWhole = ({ tests }: Facts): Answer =>
  both(tests?.narrowed && tests.narrowed.length === 0, not(tests?.collect_only))

export const isUnchanged = ({ tests }: Facts): Answer => equal(tests?.content_before, tests?.content_after)

export const isCurrent = ({ tests, git }: Facts): Answer => equal(tests?.content_after, git?.tree_content)

const both = (a: Answer, b: Answer): Answer =>
  a === false || b === false ? false : a === undefined || b === undefined ? undefined : true

/** `unclear`: a fact is missing, or refutes what the probe believed. Damage to a file must not help it. */
type Belief = 'none' | 'believed' | 'disbelieved' | 'unclear'

export function beliefIn(facts: Facts, claims: Claims): Belief {
  const { tests } = facts
  if (tests?.source === 'none') return 'none'
  if (tests?.source === undefined) return 'unclear'
  if (tests.believed === false) return 'disbelieved'
  const answers = [
    tests.believed,
    ...identityOf(facts).map(({ answer }) => answer),
    tests.source === 'report' ? true : tests.session?.same_tree,
    isClaimedCommand(facts, claims),
    isWhole(facts),
    isUnchanged(facts),
    isCurrent(facts),
  ]
  return answers.every((answer) => answer === true) ? 'believed' : 'unclear'
}

/** A JUnit report records neither modules nor variables of the process that wrote it. */
export const isInTests = (facts: Facts, claims: Claims): boolean =>
  beliefIn(facts, claims) === 'believed' && facts.tests?.source !== 'report'

/** The copy of a claimed package that the tests had, where they count. */
export const packageInTests = (facts: Facts, claims: Claims, name: string) =>
  isInTests(facts, claims) ? getOwn(facts.tests?.packages, name) : undefined

/** Tests and probe had two environments, which is a no of `prefix_agrees`. */
export const ranElsewhere = ({ tests }: Facts): Finding =>
  finding('OTHER_INTERPRETER', `tests ran in ${tests?.session?.prefix ?? 'another prefix'}`)

/** Why packages and variables are not judged by a record that is neither believed nor put aside. */
export function findUnclear(facts: Facts, claims: Claims): Finding {
  const { tests } = facts
  if (tests?.believed && isClaimedCommand(facts, claims) === false)
    return finding('NO_RECORD', otherCommand(facts, claims))
  return lacks('tests', tests, 'what makes a session record believed, or "none"')
}

/** What a probe of nobody's recorded proves nothing, but for tests that this check started itself. Red stays red. */
export function withoutWord(candidate: Candidate): Candidate {
  const { reading, provenance } = candidate
  const tests = reading.ok ? reading.facts.tests : undefined
  if (!reading.ok || !tests || (tests.source === 'run' && provenance.kind === 'this-run')) return candidate
  const doubted = { ...tests, believed: false, disbelief: [...(tests.disbelief ?? []), 'other-plugin'] }
  return { ...candidate, reading: { ...reading, facts: { ...reading.facts, tests: doubted } } }
}

/** A file names the command that was claimed when it was made, never the one that ran instead. */
export function otherCommand({ tests }: Facts, { testCommand }: Claims): string {
  const then = tests?.command?.join(' ')
  const now = testCommand?.join(' ') ?? then ?? 'the claimed command'
  return tests?.claimed_command === false || then === undefined
    ? `the session that was recorded did not run ${now}`
    : `recorded for ${then}, claimed is ${now}`
}

/** Why the probe itself does not believe a record. */
const DISBELIEF: { readonly [code: string]: string } = {
  tracked: 'git tracks it',
  unreadable: 'it cannot be read',
  malformed: 'it is no record',
  broken: 'the plugin failed while it was written',
  unfinished: 'the session did not end',
  'other-tree': 'it is of another checkout',
  'other-command': 'it is of another command than the claimed one',
  'other-packages': 'the installed packages have changed',
  narrowed: 'only a part of the suite ran',
  'collect-only': 'tests were only collected',
  'changed-while-running': 'files changed while the tests ran',
  'changed-since': 'files have changed since',
  'content-unknown': 'git did not say which content it was',
  'stale-bytecode': 'old bytecode, or an old build, ran',
  'ignored-changed': 'a module that git ignores has changed since',
  'no-session': 'the command left none',
  'other-plugin': 'the probe that wrote it is neither released nor the one of the target branch',
}

/** A code that this version does not know stands as it is. */
export const tellDisbelief = (codes: readonly string[]): string =>
  codes
    .map((code) => {
      const [, what] = /^other-(machine|container|user|run|attempt|job)$/.exec(code) ?? []
      return what === undefined ? (getOwn(DISBELIEF, code) ?? code) : `it is of another ${what}`
    })
    .join(', ')
