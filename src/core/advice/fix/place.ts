/** What is wrong with a whole place: the same sentence for every claim, so that one step mends the column. */
import { gitRefused } from '../../judge/content.ts'
import { notALaptop } from '../../judge/place-file.ts'
import { getOwn } from '../../text/own.ts'
import { shellWord } from '../../text/shell.ts'
import { lastProbe, testAgain, testCommand } from './command.ts'
import { awaitsCi, checkOut, type FixContext, isPushed, namesNoRun, setVariable, TAKE_EVENT } from './context.ts'
import { gitSays } from './tests.ts'

const again = ({ place }: FixContext): string =>
  place === 'ci' ? 'let this action probe ci itself, in this run' : 'throw the old file away'

const python = ({ place, commands }: FixContext): string =>
  place === 'ci'
    ? 'put actions/setup-python before this step, or name the interpreter: python: .venv/bin/python'
    : `start the probe with a Python that is there: ${commands.probe}`

/** Set, and without a hash: by an older probe, or its name or its value looks like a secret. */
function isUnhashed({ claim, facts }: FixContext): boolean {
  if (claim.kind !== 'env var set' || claim.compare !== true) return false
  const seen = [getOwn(facts.tests?.env, claim.subject), getOwn(facts.env?.claimed, claim.subject)]
  return seen.some((one) => one?.set === true) && seen.every((one) => one?.hash === undefined)
}

/** A claimed report that is there, and that the recorded session did not write. */
function unwritten({ claim, claims, facts, shell }: FixContext): string | undefined {
  const reports = claim.kind === 'tests green' ? facts.tests?.reports : undefined
  const found = claims.testReports.find((path) => {
    const { now, recorded } = getOwn(reports, path) ?? {}
    return now !== undefined && recorded === undefined
  })
  return found === undefined ? undefined : shellWord(found, shell)
}

function missingFact(fix: FixContext): string {
  if (awaitsCi(fix)) {
    return isPushed(fix)
      ? `see that ${fix.subject} is under env: of the job that probes ci`
      : `push, and let the workflow probe ci with ${fix.subject} under env: of that job`
  }
  const report = unwritten(fix)
  if (report !== undefined)
    return `let ${testCommand(fix)} write ${report} in every run (pytest does with --junitxml ${report})`
  if (namesNoRun(fix))
    return 'let the check start the tests itself: this CI names no run, so a recorded session cannot be tied to it'
  const { claim, facts, shell } = fix
  // What git does not say no other probe learns; variables need no git.
  if (claim.kind !== 'env var set' && gitRefused(facts)) return gitSays(fix)
  if (claim.kind === 'env var set' && getOwn(facts.tests?.env, claim.subject)?.start === 'untold')
    return `${setVariable(claim.subject, '…', shell)} where the probe starts, too: it has to see what no test set`
  const uncompared = `drop "compare" of ${fix.subject} in ${fix.claimsFile}`
  const secret = `, or ${uncompared}, where its value may be a secret: secrets are never hashed`
  return `take the probe that this version ships, and leave --only away${isUnhashed(fix) ? secret : ''}`
}

/** The probe was asked, and the session that it took is from before: only another session can answer. */
function notAsked(fix: FixContext): string {
  const { claim, claimsFile, facts } = fix
  const asked = claim.kind === 'env var set' ? facts.env?.claimed : facts.packages?.claimed
  const older = getOwn<object>(asked, claim.subject) !== undefined
  return `take the ${claimsFile} of this pull request${older ? testAgain(fix) : ''}`
}

/** For a place that has no checkout of the pull request yet. */
const takeIt = (fix: FixContext): string => (isPushed(fix) ? 'check out this pull request' : checkOut(fix))

/** A file of ci about another commit, or none at all: only a push brings the right one. */
function probeCi(fix: FixContext): string {
  if (fix.noMerge && fix.reason === 'NOT_THIS_PR') return 'merge the base branch and resolve what conflicts'
  const here = fix.commands.here === 'ci'
  if (!isPushed(fix) && !here) return 'push, and let the workflow probe ci'
  if (fix.reason !== 'NO_PROBE') return TAKE_EVENT
  return isPushed(fix)
    ? `let the job that runs the tests reach the step of this action: if: \${{ !cancelled() }}`
    : `run ${lastProbe(fix)} in this job`
}

/** Said to people, as an agent may not loosen what is claimed: no probe will ever make one machine two. */
export function declareBox({ claims, claimsFile, twin, reason }: FixContext): string | undefined {
  if (reason !== 'SAME_MACHINE' || twin !== 'local' || claims.box !== undefined) return undefined
  const file =
    claims.source === 'file'
      ? `put "box": "worktree" into ${claimsFile}`
      : `let init write ${claimsFile}, with "box": "worktree"`
  return `where the agent has a worktree or a clone of its own on this machine (git worktree add), ${file}`
}

/** Declared, and not told from local: the same checkout, or a file of an older probe. */
const ownCheckout = (fix: FixContext): string =>
  fix.claims.box === undefined || fix.twin !== 'local'
    ? takeIt(fix)
    : fix.facts.host?.checkout === undefined
      ? 'take the probe that this version ships'
      : 'another checkout than the one that local is (git worktree add)'

function findLeg({ place, leg }: FixContext): string {
  const name = `leg ${leg ?? place}`
  if (place !== 'ci') return `probe ${name} too, or take it out of expect`
  const causes = `it ended before the step, or the step lacks mode: probe or if: \${{ !cancelled() }}`
  const mend = 're-run it, or mend the workflow or its expect'
  return `look why the job of ${name} handed over no probe: ${causes}; ${mend}`
}

export const PLACE_FIXES = {
  NOT_ASKED: notAsked,
  FACT_MISSING: missingFact,
  NO_PROBE: (fix: FixContext) => (fix.place === 'ci' ? probeCi(fix) : takeIt(fix)),
  NOT_THIS_PR: (fix: FixContext) => (fix.place === 'ci' ? probeCi(fix) : checkOut(fix)),
  // The place's own file was read: it is another one that could change what this one means.
  UNREADABLE_FILE: (fix: FixContext) =>
    fix.facts.probe?.place === fix.place ? 'repair or remove the file named here' : again(fix),
  // What an agent could not make true by probing again.
  WRONG_PLACE: (fix: FixContext) =>
    fix.place === 'local' && notALaptop(fix.facts) !== undefined
      ? `throw that file away and probe that machine as box; a person, on a machine of their own, runs ${lastProbe(fix)}`
      : again(fix),
  PROBE_ERROR: () => 'take the probe that this version ships',
  NO_INTERPRETER: python,
  SAME_MACHINE: (fix: FixContext) =>
    fix.place === 'box'
      ? ownCheckout(fix)
      : 'use a machine of its own: the files of two places name the same one, or none',
  NOT_IN_CI: again,
  MISSING_LEG: findLeg,
} as const
