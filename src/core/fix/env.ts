import { testAgain } from './command.ts'
import { type FixContext, setVariable } from './context.ts'

/** What a session says of the variable stays so until the tests run again. */
const rerun = (fix: FixContext): string =>
  Object.hasOwn(fix.facts.tests?.env ?? {}, fix.claim.subject) ? testAgain(fix) : ''

const set = (fix: FixContext, value: string): string =>
  fix.place === 'ci'
    ? `add ${fix.subject} under env: of the job that runs the tests`
    : `${setVariable(fix.claim.subject, value, fix.shell)} in the process that starts the tests`

export const ENV_FIXES = {
  UNSET: (fix: FixContext) => `${set(fix, '…')}${rerun(fix)}`,
  NOT_IN_TEST_PROCESS: (fix: FixContext) =>
    `${set(fix, '…')}, and let a runner between them pass it on (tox: pass_env)${rerun(fix)}`,
  VALUE_DIFFERS: (fix: FixContext) => `${set(fix, 'the value that ci has')}${rerun(fix)}`,
} as const
