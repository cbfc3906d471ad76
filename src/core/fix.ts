/** The command or edit that mends a cell, with real values in it, and how to run the check again. */

import {
  contextOf,
  type FixContext,
  type FixInput,
  forgottenPython,
  hasProbe,
  isPushed,
  lastProbe,
  type OpenReason,
  placeName,
  type Step,
} from './fix/context.ts'
import { ENV_FIXES } from './fix/env.ts'
import { FILE_FIXES } from './fix/file.ts'
import { PACKAGE_FIXES } from './fix/package.ts'
import { askNoBox, PLACE_FIXES } from './fix/place.ts'
import { SECRET_FIXES } from './fix/secret.ts'
import { TESTS_FIXES } from './fix/tests.ts'
import type { Reason } from './reasons.ts'

const STEPS: { readonly [R in OpenReason]: Step } = {
  ...PACKAGE_FIXES,
  ...ENV_FIXES,
  ...FILE_FIXES,
  ...TESTS_FIXES,
  ...SECRET_FIXES,
  ...PLACE_FIXES,
}

const stepFor = (reason: Reason): Step | undefined =>
  Object.hasOwn(STEPS, reason) ? STEPS[reason as OpenReason] : undefined

/** The check as it was typed, but for a Python that was named by oversight. */
const rerunOf = ({ commands, facts, python }: FixContext): string =>
  forgottenPython(facts) === undefined
    ? commands.rerun
    : commands.rerun.replace(/--python[= ](?:'[^']*'|"[^"]*"|\S+)/, () => `--python ${python}`)

/** Nobody can make ci's file here: a push does, and this place can be looked at alone. */
function elsewhere({ commands, reason }: FixContext): string {
  const { here = 'local', rerun } = commands
  const alone = `look at ${here} alone: ${rerun.replace(/^run /, '')} --places ${here}`
  return reason === 'NO_PROBE' && !rerun.includes('--places') ? `or ${alone}` : 'then push'
}

/** ci probes itself when the check runs again; the other places probe, and their file has to get here. */
function ending(fix: FixContext, step: string): string {
  const { place, leg, commands } = fix
  const rerun = rerunOf(fix)
  if (place === 'ci' && !isPushed(fix) && commands.here !== 'ci') return elsewhere(fix)
  const probedAgain = commands.probesHere === true && place === commands.here && leg === null
  if (place === 'ci' || probedAgain) return `then ${rerun}`
  const probe = hasProbe(fix, step) ? '' : `then run ${lastProbe(fix)}`
  if (isPushed(fix)) return [probe, 'commit the file it names and push'].filter(Boolean).join(', ')
  const file = `${commands.probesFolder}/${placeName(place, leg)}.txt`
  const brought = place === 'box' ? `bring ${file} here` : ''
  const [first, ...rest] = [probe, brought, rerun].filter(Boolean)
  const start = probe === '' ? `then ${first}` : first
  return rest.length === 0 ? `${start}` : `${[start, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}`
}

/**
 * One line for people: a step, then how to check again. For box it is a sentence to paste to the agent.
 * Names from claims and probe files are quoted for that place's shell, and stay untrusted for whoever prints it.
 */
export function fixFor(input: FixInput): string {
  const fix = contextOf(input)
  const step = stepFor(input.reason)?.(fix) ?? 'probe again'
  const line = `${step}, ${ending(fix, step)}`
  if (input.place !== 'box') return line
  const told = `tell the agent: on your own machine, ${line}`
  return input.reason === 'SAME_MACHINE' ? `${askNoBox(fix)}; otherwise ${told}` : told.replace('t', 'T')
}

export type { FixInput }
