/** The command or edit that mends a cell, with real values in it, and how to run the check again. */
import { placeName } from '../../place.ts'
import type { OpenReason, Reason } from '../../reasons.ts'
import { getOwn } from '../../text/own.ts'
import { shellWord } from '../../text/shell.ts'
import { hasProbe, lastProbe, testAgain } from './command.ts'
import {
  awaitsCi,
  contextOf,
  type FixContext,
  type FixInput,
  forgottenPython,
  isPushed,
  namesNoRun,
  type Step,
  typeablePython,
  withoutBox,
} from './context.ts'
import { FILE_FIXES, fileOf } from './file.ts'
import { PACKAGE_FIXES } from './package.ts'
import { declareBox, PLACE_FIXES } from './place.ts'
import { SECRET_FIXES } from './secret.ts'
import { TESTS_FIXES } from './tests.ts'

const STEPS: { readonly [R in OpenReason]: Step } = {
  ...PACKAGE_FIXES,
  ...FILE_FIXES,
  ...TESTS_FIXES,
  ...SECRET_FIXES,
  ...PLACE_FIXES,
}

const stepFor = (reason: Reason): Step | undefined => getOwn(STEPS, reason)

/** A word of a shell, in quotes or not, or partly. */
const NAMED_PYTHON = /--python[= ](?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/

const TESTS = / --tests[= ]\w+/

/** The check as it was typed, but with the right Python. `anew`: it has to start the tests. */
function rerunOf(fix: FixContext, anew: boolean): string {
  const { commands, facts, python, reason, shell } = fix
  const always = anew || (namesNoRun(fix) && commands.probesHere === true)
  const rerun = always ? `${commands.rerun.replace(TESTS, '')} --tests always` : commands.rerun
  const ran = reason === 'OTHER_INTERPRETER' ? typeablePython(facts.tests?.session?.executable, facts) : undefined
  if (ran === undefined && forgottenPython(facts) === undefined) return rerun
  const named = ran === undefined ? python : shellWord(ran, shell)
  return rerun.replace(NAMED_PYTHON, () => `--python ${named}`)
}

/** Only a push makes ci's file; until then this place can be looked at alone. */
function elsewhere(fix: FixContext): string {
  const { here = 'local', rerun } = fix.commands
  const alone = `look at ${here} alone: ${rerun.replace(/^run /, '')} --places ${here}`
  const waits = fix.reason === 'NO_PROBE' || fix.reason === 'NOT_THIS_PR' || awaitsCi(fix)
  if (!waits) return 'then push'
  return rerun.includes('--places') ? '' : `or ${alone}`
}

/** Checking again probes the reader's own place too. */
const isProbedAgain = ({ place, leg, commands }: FixContext): boolean =>
  commands.probesHere === true && place === commands.here && leg === null

/** How to check again; other places than ci bring their file here. `anew`: the check starts the tests. */
function ending(fix: FixContext, step: string, anew: boolean): string {
  const { place, commands } = fix
  const rerun = rerunOf(fix, anew)
  const ofCi = place === 'ci' || awaitsCi(fix)
  if (ofCi && !isPushed(fix) && commands.here !== 'ci') return elsewhere(fix)
  if (ofCi || isProbedAgain(fix)) return `then ${rerun}`
  const probe = hasProbe(fix, step) ? '' : `then run ${lastProbe(fix)}`
  if (isPushed(fix)) return [probe, 'commit the file it names and push'].filter(Boolean).join(', ')
  const file = `${commands.probesFolder}/${placeName(fix)}.txt`
  const brought = place === 'box' ? `bring ${file} here` : ''
  const [first, ...rest] = [probe, brought, rerun].filter(Boolean)
  const start = probe === '' ? `then ${first}` : first
  return rest.length === 0 ? `${start}` : `${[start, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}`
}

/** A step, then how to check again; for box a sentence to the agent. Printers still escape the line. */
export function fixFor(input: FixInput): string {
  const fix = contextOf(input)
  const whole = stepFor(input.reason)?.(fix) ?? 'probe again'
  const again = testAgain(fix)
  // One command does both.
  const anew = again !== '' && isProbedAgain(fix) && whole.endsWith(again)
  const step = anew ? whole.slice(0, -again.length) : whole
  const end = ending(fix, step, anew)
  const line = step === '' ? end.replace(/^then /, '') : [step, end].filter(Boolean).join(', ')
  if (input.place !== 'box') return line
  // No machine of the agent's can bring what ci lacks, but an agent can push.
  const where = fix.claims.box === undefined ? 'on your own machine, ' : 'in your own worktree, '
  const told = `tell the agent: ${awaitsCi(fix) ? '' : where}${line}`
  const people = declareBox(fix) ?? askOthers(fix)
  return people === undefined ? told.replace('t', 'T') : `${people}; otherwise ${told}`
}

/** For who may change the claims, said before what the agent is told. */
function askOthers(fix: FixContext): string | undefined {
  return fix.reason === 'SAME_SESSION' && fileOf(fix)
    ? `where the box is thrown away after each session, for a person: ${withoutBox(fix, 'files')}`
    : undefined
}
