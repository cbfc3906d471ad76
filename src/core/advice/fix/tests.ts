import { countChanged, isCompiled } from '../../judge/content.ts'
import { lostAfterCollecting } from '../../judge/counts.ts'
import { placeName } from '../../place.ts'
import type { Facts } from '../../probe-file/schema.ts'
import { getOwn } from '../../text/own.ts'
import { andThen, shellWord } from '../../text/shell.ts'
import { claimedWords, lastProbe, testAgain, testCommand, useOwnEnvironment } from './command.ts'
import {
  checkOut,
  type FixContext,
  forgottenPython,
  isPushed,
  TAKE_EVENT,
  typeablePath,
  unsetVariable,
} from './context.ts'
import { editable, pip } from './package.ts'

/** A command that left no session failed before the first test: the log says why. */
function mendTests(fix: FixContext): string {
  const { sessions, source, exit_status: status, failed = 0, red_apart: apart = 0 } = fix.facts.tests ?? {}
  if (sessions === 0 && source !== 'report')
    return `read ${fix.commands.probesFolder}/${placeName(fix)}-pytest.log: no test session began (is the runner installed for ${fix.python}?)`
  // Green itself: an earlier run was not.
  const where = apart > 0 && status === 0 && failed === 0 ? ' with the variables of the run that was red,' : ''
  return `run ${testCommand(fix)}${where} and fix what fails${testAgain(fix)}`
}

/** What narrows a run may stand in no command: a file that is in no content, a variable. */
function wholeRun(fix: FixContext): string {
  const { narrowed = [], addopts = [] } = fix.facts.tests ?? {}
  const untracked = narrowed.find((one) => one.startsWith('untracked '))?.slice('untracked '.length)
  const then = `then run ${testCommand(fix)}`
  if (untracked) return `let git track ${untracked}, or take it away, ${then}`
  if (narrowed.some((one) => one.endsWith(' outside this repository')))
    return `give this repository a pytest configuration of its own, such as a pytest.ini with the line [pytest], ${then}`
  if (narrowed.includes('-O')) return `${unsetVariable('PYTHONOPTIMIZE', fix.shell)}, ${then}`
  if (narrowed.some((one) => addopts.includes(one))) return `${unsetVariable('PYTEST_ADDOPTS', fix.shell)}, ${then}`
  if (narrowed.includes('PYTEST_PLUGINS')) return `${unsetVariable('PYTEST_PLUGINS', fix.shell)}, ${then}`
  const plugin = narrowed.find((one) => one.startsWith('plugin '))
  if (plugin) return `let the ${plugin} leave no test out (a mark such as "only", an option of its own), ${then}`
  if (narrowed.length === 0 && isReported(fix.facts)) return collectAsElsewhere(fix)
  const byState = narrowed.find((one) => /^--(?:lf|stepwise|testmon|picked)$/.test(one))
  const all = 'run the whole claimed command, nothing left out'
  return byState
    ? `${all} and ${byState} in no addopts of pytest (it chooses by what ran before): ${testCommand(fix)}`
    : `${all}: ${testCommand(fix)}`
}
const isReported = ({ tests }: FixContext['facts']): boolean =>
  tests?.interrupted === false && !lostAfterCollecting(tests)

/** Another place collected more. Only a person may accept that, and says why. */
const collectAsElsewhere = (fix: FixContext): string => {
  const accept = `or, if ${fix.place} cannot, a person who may loosen the claims accepts it under "fewer" in ${fix.claimsFile}`
  const collect = `let ${fix.place} collect what the other place collects: compare ${testCommand(fix, ['--collect-only', '-q'])} there and here`
  return fix.place === 'box' ? collect : `${collect}, ${accept}`
}
/** Options that a variable adds make another command of it. */
const recorded = (fix: FixContext): string => {
  const { claimed_command: claimed, addopts = [] } = fix.facts.tests ?? {}
  const first = claimed === false && addopts.length > 0 ? unsetVariable('PYTEST_ADDOPTS', fix.shell) : ''
  return [first, recordAgain(fix)].filter(Boolean).join(', then ')
}

const recordAgain = (fix: FixContext): string =>
  fix.facts.tests?.source === 'run' && fix.facts.tests.sessions === 0
    ? leaveRecord(fix)
    : fix.place === 'ci'
      ? `let this step run ${testCommand(fix)} itself: tests: always`
      : `run the tests with the record on: ${lastProbe(fix, ['--tests', 'always'])}`

/** The command was started with the record on, and left none: running it again would not help. */
function leaveRecord(fix: FixContext): string {
  const { testCommand: words = [], testReports } = fix.claims
  const command = testCommand(fix)
  // An option in it may end pytest before a session begins.
  if (words.includes('pytest') && fix.facts.env?.names?.includes('PYTEST_ADDOPTS'))
    return `${unsetVariable('PYTEST_ADDOPTS', fix.shell)}, then run ${command}`
  if (words.some((word) => /(?:^|[\\/])tox$/.test(word)))
    return 'add pass_env = PYTHONPATH, WHERE_IT_RAN_RUN to [testenv] in tox.ini, as tox hides the session otherwise'
  if (words.includes('unittest'))
    return `claim ["python", "-m", "pytest"] in ${fix.claimsFile} and install pytest: it runs the tests of unittest too, and leaves a session`
  return testReports.length > 0
    ? `let ${command} write ${shellWord(testReports[0] ?? '', fix.shell)} in every run`
    : `let ${command} write a JUnit report, and name it in ${fix.claimsFile}: "tests": {"reports": ["junit.xml"]}`
}

export function gitSays({ facts, place, shell }: FixContext): string {
  switch (facts.git?.state) {
    case 'none':
    case 'bare':
      return place === 'ci' ? 'put actions/checkout before this step' : 'start it inside a clone of the repository'
    case 'unborn':
      return `make the first commit: git add --all${andThen(shell)}git commit --message "First commit"`
    case 'unlinked':
      return "give this place the repository that .git names: mount the main checkout's .git folder at the same path, or work in a clone"
    case 'no-git':
      return facts.host?.platform === 'darwin' ? 'xcode-select --install' : 'install git'
    default:
      return 'git config --global --add safe.directory "$PWD"'
  }
}

/** Python compiles a source anew when its time changes. */
function recompile(stale: readonly string[], { facts, shell }: FixContext): string {
  const files = stale.slice(0, 5).map((file) => shellWord(typeablePath(file, facts) ?? file, shell))
  if (stale.some((file) => file.endsWith('.pyc'))) return `delete the bytecode that has no source (${files[0]})`
  return shell === 'powershell' ? 'delete the __pycache__ folders of this repository' : `touch ${files.join(' ')}`
}

/** The reference is the head; a place that has it checked out and clean has its content. */
const atHead = (fix: FixContext): string => {
  const stale = fix.facts.tests?.stale?.filter((file) => !isCompiled(file)) ?? []
  if (stale.length > 0) return `${recompile(stale, fix)}, then run ${testCommand(fix)}`
  const deleted = fix.facts.git?.deleted ?? 0
  const changed = countChanged(fix.facts)
  // ci has to test the merge: a job that checked out the head has tested something else.
  if (changed === 0 && fix.place === 'ci' && isPushed(fix)) return TAKE_EVENT
  const first =
    changed === 0
      ? checkOut(fix)
      : deleted === changed
        ? 'bring back what is not there of the commit (git checkout -- ., or git sparse-checkout disable), or commit that it is gone'
        : `commit or ignore ${changed === 1 ? 'the changed file' : `the ${changed} changed files`}`
  return [first, `run ${testCommand(fix)}`].filter(Boolean).join(', then ')
}

/** How what made an environment brings a runner into it: what is declared already, else what is to be declared. */
const BRINGS: { readonly [first: string]: string } = {
  uv: 'uv sync --all-extras --all-groups, or uv add --dev RUNNER where the project does not declare it',
  poetry: 'poetry install --all-extras, or poetry add --group dev RUNNER where the project does not declare it',
  pdm: 'pdm add --dev --group test RUNNER',
  pipenv: 'pipenv install --dev RUNNER',
}

/** That tests import nothing of their repository, only a person who knows them may say. */
function importOwn(fix: FixContext): string {
  const said = Object.values(fix.facts.tests?.origins ?? {})
  if (said.length === 0 && fix.facts.packages?.own?.length !== 0) return recorded(fix)
  const own = `let the tests import this repository's own code (such as ${editable(fix)})`
  return `${own}; where they import none on purpose, let a person with write access put "own": [] into ${fix.claimsFile}`
}

/** Only of known names an install is told: another one may be a typing error, and its owner a stranger. */
function bringRunner(fix: FixContext): string {
  const { unstarted = '', exit_status: status } = fix.facts.tests ?? {}
  const [first = 'python'] = claimedWords(fix)
  const [, runner] = /^(pytest|tox|nox|coverage|uv|poetry|pdm|pipenv|hatch)$/.exec(unstarted) ?? []
  if (status === 126) return `make ${shellWord(unstarted, fix.shell)} executable for this user`
  if (forgottenPython(fix.facts) !== undefined) return useOwnEnvironment(fix)
  if (runner === undefined)
    return `install what ${testCommand(fix)} starts, or mend "tests" in ${fix.claimsFile}: no such program was found`
  const how = (runner !== first && getOwn(BRINGS, first)?.replace('RUNNER', runner)) || `${pip(fix)} ${runner}`
  return `install ${runner} where ${testCommand(fix)} looks for it${fix.place === 'ci' ? ', in a step before this one' : ''}: ${how}`
}

/** How a runner that keeps results is told to run anew. */
const ANEW: readonly (readonly [RegExp, string])[] = [
  [/gradlew?(?:\.bat)?$/, '--rerun-tasks'],
  [/^turbo$/, '--force'],
  [/^nx$/, '--skip-nx-cache'],
  [/^bazel(?:isk)?$/, '--nocache_test_results'],
  [/^pants$/, '--force'],
]

function runAnew(fix: FixContext): string {
  const option = ANEW.find(([runner]) => claimedWords(fix).some((word) => runner.test(word)))?.[1]
  const command = testCommand(fix)
  return option === undefined
    ? `let ${command} run the tests and write its report each time, restoring and copying none`
    : `let ${command} run past its cache: ${option}`
}

export const mendHook = ({ path }: Facts): string =>
  `mend or remove the start-up hook ${path?.sitecustomize?.file || path?.usercustomize?.file || ''}`.trimEnd()

export const TESTS_FIXES = {
  FAILED: mendTests,
  NO_RUNNER: bringRunner,
  CACHED_RESULT: runAnew,
  NOTHING_EXECUTED: (fix: FixContext) => `let at least one test run: ${testCommand(fix)}`,
  COLLECTION_ERROR: (fix: FixContext) =>
    forgottenPython(fix.facts) === undefined
      ? `mend what ${testCommand(fix, ['--collect-only'])} reports`
      : useOwnEnvironment(fix),
  PARTIAL_RUN: wholeRun,
  STALE_CONTENT: atHead,
  STALE_BUILD: (fix: FixContext) =>
    `build the compiled modules anew (${fix.place === 'ci' ? 'in this job, not from a cache: ' : ''}${editable(fix)}), then run ${testCommand(fix)}`,
  OLDER_CONTENT: atHead,
  CHANGED_WHILE_RUNNING: (fix: FixContext) =>
    `do not change files while tests run, and ignore in .gitignore what they write (see git status --short): ${testCommand(fix)}`,
  REPORT_MISMATCH: (fix: FixContext) => `write the claimed reports anew: ${testCommand(fix)}`,
  FOREIGN_RECORD: (fix: FixContext) =>
    fix.facts.tests?.disbelief?.includes('other-plugin')
      ? `bring back the probe of the target branch, or take the released one (where-it-ran init --force), and ${recorded(fix)}`
      : `remove .host_fingerprint.json and ${recorded(fix)}`,
  NO_RECORD: recorded,
  HOOK_ERROR: ({ facts }: FixContext) => mendHook(facts),
  GIT_REFUSED: gitSays,
  ORIGIN_UNKNOWN: importOwn,
} as const
