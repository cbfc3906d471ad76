/** tests green: what the session says, whose it was, which code it imported and which content it saw. */
import type { Claims, Reference } from '../model.ts'
import type { Facts, Tests } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { counted, words } from '../text/words.ts'
import { judgeBytecode, judgeContent } from './content.ts'
import { countsText, lostAfterCollecting, nothingText, reportedIn } from './counts.ts'
import { greenText, outsideText } from './green.ts'
import { isOlder, judgeOlder } from './older.ts'
import { importName, judgeOrigins } from './package.ts'
import {
  equal,
  identityOf,
  isClaimedCommand,
  isCurrent,
  isUnchanged,
  isWhole,
  otherCommand,
  type Question,
  ranElsewhere,
  tellDisbelief,
} from './record.ts'
import { type Finding, finding, lacks, type Serving } from './serving.ts'
import { compareWithPlaces, isUncounted, type Suites, unitOf } from './whole.ts'

interface TestsContext {
  readonly claims: Claims
  readonly own: readonly string[]
  readonly reference: Reference
  /** Of all places and legs that are asked: on equal content the suite is what any of them collected. */
  readonly suites: Suites
}

/** Questions in order; the first that is not answered with yes decides. Refuting ones come first. */
export function judgeTests(serving: Serving, context: TestsContext): Finding {
  const { facts } = serving
  const { tests } = facts
  if (tests?.source === undefined) return lacks('tests', tests, 'source')
  if (tests.source === 'none') return finding('NO_RECORD', 'no test session was recorded')
  const whole = compareWithPlaces(serving, context.suites, context.claims)
  return (
    judgeIdentity(facts) ??
    judgeOutcome(tests) ??
    judgeEarlier(serving) ??
    judgeSessions(tests) ??
    judgeOrigins(tests, ownNames(context), context.claims.ownNothing) ??
    judgeCompleteness(facts, context.claims) ??
    judgeInterpreter(facts) ??
    judgeBytecode(tests) ??
    judgeContent(serving, context.reference) ??
    judgeOlder(serving, context.reference, context.claims) ??
    judgeReports(tests, context.claims) ??
    whole.finding ??
    judgeMissing(serving, context.claims) ??
    finding(isOlder(serving) ? 'GREEN_EARLIER' : 'GREEN', greenText(serving, context, whole.accepted))
  )
}

/** What the claims say comes from the repository is its own too, wherever it lies. */
const ownNames = ({ own, claims }: TestsContext): readonly string[] => {
  const claimed = claims.claims.filter(({ fromRepo }) => fromRepo).map(({ subject }) => importName(subject))
  return [...new Set([...own, ...claimed])]
}

const firstNo = (questions: readonly Question[]): Question | undefined =>
  questions.find(({ answer }) => answer === false)

function judgeIdentity(facts: Facts): Finding | undefined {
  const foreign = firstNo(identityOf(facts))
  if (foreign) return finding('FOREIGN_RECORD', foreign.otherwise)
  if (facts.tests?.source === 'report' || facts.tests?.session?.same_tree !== false) return undefined
  return finding('OTHER_CHECKOUT', 'the session ran in another working tree')
}

/** What the session itself says against the claim. */
function judgeOutcome(tests: Tests): Finding | undefined {
  const { exit_status: status, executed, errors = 0, failed = 0, collect_only, unstarted } = tests
  const ended = statusText(tests)
  const onlyExpected = (tests.xpassed ?? 0) > 0 && tests.passed === tests.xpassed
  const nothing = executed === 0 || (onlyExpected && failed === 0) || status === 5 || collect_only === true
  // pytest: 2 after errors while collecting, 4 when a conftest.py cannot be imported.
  if (nothing && (errors > 0 || status === 4))
    return finding('COLLECTION_ERROR', `${ended}, ${counted(errors, 'error')}, no test executed`)
  if (failed > 0 || errors > 0) return finding('FAILED', countsText(tests))
  // Nobody asked the code anything yet.
  if (unstarted && status !== undefined && status !== 0)
    return finding('NO_RUNNER', `${unstarted} ${status === 126 ? 'may not be executed' : 'is not there'}, ${ended}`)
  if (nothing && outsideText(tests) !== '') return finding('PARTIAL_RUN', outsideText(tests))
  if (nothing) return finding('NOTHING_EXECUTED', `${ended}, ${nothingText(tests)}`)
  if (status !== undefined && status !== 0)
    return finding('FAILED', [ended, countsText(tests), outsideText(tests)].filter(Boolean).join(', '))
  return undefined
}

/** In ci a retry may outlast chance. What was red there under other variables is red. */
function judgeEarlier({ place, facts: { tests = {} } }: Serving): Finding | undefined {
  const { red_apart: apart = 0 } = tests
  if (place !== 'ci' || apart === 0) return undefined
  return finding('FAILED', `red in ${counted(apart, 'run')} with other variables, then ${countsText(tests)}`)
}

/** 256, which no process ends with, stands for a command that nobody saw end. */
const statusText = ({ exit_status: status }: Tests): string =>
  status === 256 ? 'killed or never ended' : `exit ${status ?? '?'}`

/** The command ended well and left neither session nor report of this run: its exit status alone is no evidence. */
function judgeSessions({ source, sessions, cached }: Tests): Finding | undefined {
  if (source !== 'report' && sessions !== 0) return undefined
  if (cached) return finding('CACHED_RESULT', cached)
  return source === 'report' ? undefined : finding('NO_RECORD', 'the command left no session and no report')
}

/** A hook that is wrong in its own text fails at every start; another error says that this place lacks something. */
const OWN_TEXT = /^(?:NameError|UnboundLocalError|SyntaxError|IndentationError|TabError)\b/

function judgeCompleteness(facts: Facts, claims: Claims): Finding | undefined {
  const { tests } = facts
  if (tests?.hook_error && !OWN_TEXT.test(tests.hook_error)) return finding('HOOK_ERROR', tests.hook_error)
  if (tests?.interrupted) return finding('PARTIAL_RUN', 'the session was interrupted')
  if (isWhole(facts) === false) return finding('PARTIAL_RUN', `narrowed by ${tests?.narrowed?.join(' ')}`)
  if (isClaimedCommand(facts, claims) === false) return finding('NO_RECORD', otherCommand(facts, claims))
  return tests && judgeReported(tests)
}

function judgeReported(tests: Tests) {
  if (!lostAfterCollecting(tests)) return undefined
  return finding('PARTIAL_RUN', `${tests.collected} collected, ${reportedIn(tests)} reported`)
}

/** `python` in the command has to be the probed interpreter; a command not recorded may begin so too. */
const namesPython = ({ source, command }: Tests): boolean =>
  source !== 'report' && /^python3?$/.test(command?.[0] ?? 'python')

function judgeInterpreter(facts: Facts): Finding | undefined {
  const { tests, interpreter } = facts
  if (!tests || !namesPython(tests)) return undefined
  const { prefix_agrees: agrees, version } = tests.session ?? {}
  if (agrees === false) return ranElsewhere(facts)
  // The same folder may hold another Python by now.
  return equal(version, interpreter?.version) === false
    ? finding('OTHER_INTERPRETER', `tests ran on Python ${version}, ${interpreter?.version} was probed`)
    : undefined
}

function judgeReports({ reports }: Tests, { testReports }: Claims): Finding | undefined {
  for (const path of testReports) {
    const report = getOwn(reports, path)
    if (report?.exists === false) return finding('REPORT_MISMATCH', `${path} is not there`)
    if (report?.recorded && report.now && report.recorded !== report.now)
      return finding('REPORT_MISMATCH', `${path} is not the file that this session wrote`)
    if (!report?.exists || !report.recorded || !report.now) return finding('FACT_MISSING', `tests.reports: ${path}`)
  }
  return undefined
}

/** Every fact that green rests on is there. */
function judgeMissing({ place, facts }: Serving, claims: Claims): Finding | undefined {
  const { tests = {}, interpreter } = facts
  const { source, session } = tests
  const named = namesPython(tests)
  const needed: readonly (readonly [answer: unknown, fact: string])[] = [
    ...identityOf(facts).map(({ answer, otherwise }) => [answer, `to exclude: ${otherwise}`] as const),
    [source === 'report' || session?.same_tree, 'session.same_tree'],
    [source !== 'report' || tests.cached, 'cached'],
    [place !== 'ci' || source === 'report' || tests.red_apart, 'red_apart'],
    [!named || session?.prefix_agrees, 'session.prefix_agrees'],
    [!named || equal(session?.version, interpreter?.version), 'session.version'],
    [isUncounted(tests) ? undefined : true, unitOf(tests) === 'collected' ? 'collected' : 'files, runner'],
    [source === 'report' || tests.xpassed, 'xpassed'],
    ...NEEDED.map((fact) => [(fact === 'sessions' && source === 'report') || tests[fact], fact] as const),
  ]
  const missing = needed.find(([answer]) => answer === undefined)
  if (missing) return lacks('tests', tests, missing[1])
  if (facts.git?.state === undefined) return lacks('git', facts.git, 'state')
  const answers = [isWhole(facts), isClaimedCommand(facts, claims), isUnchanged(facts), isCurrent(facts)]
  if (answers.includes(undefined)) return lacks('tests', tests, 'command, content_before or content_after')
  if (tests.believed !== true)
    return finding('FOREIGN_RECORD', `not believed by the probe: ${tellDisbelief(tests.disbelief ?? [])}`)
  return (tests.passed ?? 0) > 0 ? undefined : finding('NOTHING_EXECUTED', 'no test passed')
}

const NEEDED = words(
  'foreign sessions exit_status executed collected passed failed errors interrupted hook_error narrowed believed',
)
