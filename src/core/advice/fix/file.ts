/** What mends a variable or a file that is claimed. */
import { getOwn } from '../../text/own.ts'
import { shellWord } from '../../text/shell.ts'
import { testAgain } from './command.ts'
import { explainIt, type FixContext, setVariable, shellName } from './context.ts'
import { claimedPackage, install } from './package.ts'

/** What the probe says of the claimed file; undefined of a canary, and of what is no file. */
export const fileOf = ({ facts, claim }: FixContext) => getOwn(facts.persist?.files, claim.subject)

/** What a session says of the variable stays so until the tests run again. */
const rerun = (fix: FixContext): string => (getOwn(fix.facts.tests?.env, fix.claim.subject) ? testAgain(fix) : '')

function set(fix: FixContext, value: string): string {
  const { claim, place, shell, subject } = fix
  if (place === 'ci') return `add ${subject} under env: of the job that runs the tests`
  const file =
    claim.fromFile === undefined ? '' : `, or in ${shellWord(claim.fromFile, shell)}, which git must not track`
  return `${setVariable(claim.subject, value, shell)} in the process that starts the tests${file}`
}

/** Of variables and of files. Where nothing is meant, that is for a person to say. */
function fill(fix: FixContext): string {
  const { claim, claimsFile, place, subject } = fix
  if (claim.kind !== 'env var set') return `${missing(fix)}, with its content`
  const meant = `{"name": ${JSON.stringify(claim.subject)}, "empty": true} under "env" in ${claimsFile}`
  const given =
    place === 'ci'
      ? `give the repository the secret or variable that ${subject} under env: of the job names: a missing one is empty`
      : set(fix, '…')
  return `${given}${place === 'box' ? '' : ` (if it may be empty, a person writes ${meant})`}${rerun(fix)}`
}

/** `MISSING` and `UNREADABLE` are said of packages and of files. */
const missing = (fix: FixContext): string => {
  if (fix.claim.kind === 'package installed') return install(fix)
  if (fileOf(fix)?.kind === 'pointer')
    return fix.place === 'ci' ? 'give actions/checkout lfs: true' : `git lfs pull --include ${fix.subject}`
  return fix.place === 'ci'
    ? `commit ${fix.subject}, or let a step before this one make it`
    : `make ${fix.subject} again, where this place keeps files`
}

const unreadable = (fix: FixContext): string => {
  const origin = claimedPackage(fix)?.origin
  const what = fix.claim.kind === 'package installed' ? (origin ?? fix.claim.subject) : fix.claim.subject
  return `make ${shellName(what, fix)} readable for this user`
}

const RESTART = 'come back after a restart (a reboot, a new container, or a new login ten minutes later)'

/** What another box wrote is known again by a commit alone. */
function comeBack({ claim, facts }: FixContext): string {
  const canary = getOwn(facts.persist?.canary, claim.subject.replace(/^canary:/, ''))
  return canary?.committed === false ? `commit what this probe wrote, and ${RESTART}` : RESTART
}

/** Of a canary, or of a file that was made in this session. */
function outlive(fix: FixContext): string {
  const file = fileOf(fix)
  if (file?.memory) return `put ${fix.subject} on a disk: where it lies is memory`
  return file ? 'come back in another session of this machine' : RESTART
}

const excuse = (fix: FixContext): string => `keep it where this place keeps files, or ${explainIt(fix)}`

export const FILE_FIXES = {
  // variables
  UNSET: (fix: FixContext) => `${set(fix, '…')}${rerun(fix)}`,
  EMPTY: fill,
  NOT_IN_TEST_PROCESS: (fix: FixContext) =>
    `${set(fix, '…')}, and let a runner between them pass it on (tox: pass_env)${rerun(fix)}`,
  VALUE_DIFFERS: (fix: FixContext) => `${set(fix, 'the value that ci has')}${rerun(fix)}`,
  // files, and what files and packages share
  MISSING: missing,
  UNREADABLE: unreadable,
  CANARY_LOST: excuse,
  EPHEMERAL_RUNNER: (fix: FixContext) =>
    `do not ask a thrown-away runner to keep it: give ${fix.subject} "in": ["local"] in ${fix.claimsFile}`,
  FIRST_VISIT: comeBack,
  SAME_SESSION: outlive,
} as const
