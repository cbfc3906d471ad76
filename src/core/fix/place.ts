/** What is wrong with a whole place: the same sentence for every claim, so that one step mends the column. */
import { checkOut, type FixContext, isPushed } from './context.ts'

const again = ({ place }: FixContext): string =>
  place === 'ci' ? 'let this action probe ci itself, in this run' : 'throw the old file away'

const python = ({ place, commands }: FixContext): string =>
  place === 'ci'
    ? 'put actions/setup-python before this step, or name the interpreter: python: .venv/bin/python'
    : `start the probe with a Python that is there: ${commands.probe}`

/** Where this place has its part of a comparison, it is ci that lacks the other. */
function missingFact({ claim, facts, subject, place }: FixContext): string {
  const variables = facts.env?.claimed ?? {}
  const own = Object.hasOwn(variables, claim.subject) ? variables[claim.subject]?.hash : undefined
  return claim.compare && place !== 'ci' && own !== undefined
    ? `have ci probed, with ${subject} set there`
    : 'take the probe that this version ships, and leave --only away'
}

/** Said to people, before what the agent is told: no probe will ever make one machine two. */
export function askNoBox(fix: FixContext): string {
  const rest = fix.claims.places.filter((place) => place !== 'box')
  const narrowed = `put "places": [${rest.map((place) => `"${place}"`).join(', ')}] into ${fix.claimsFile}`
  const asked = isPushed(fix)
    ? `give the step places: ${rest.join(', ')}`
    : `ask with --places ${rest.join(',')}`
  return `where the agent works on the laptop itself there is no box: ${fix.claims.source === 'file' ? narrowed : asked}`
}

export const PLACE_FIXES = {
  NOT_ASKED: ({ claimsFile }: FixContext) => `take the ${claimsFile} of this pull request`,
  FACT_MISSING: missingFact,
  NO_PROBE: (fix: FixContext) => {
    if (fix.place !== 'ci') return 'check out this pull request'
    return isPushed(fix) || fix.commands.here === 'ci'
      ? 'let the step that probes ci run in this workflow'
      : 'push, and let the workflow probe ci'
  },
  NOT_THIS_PR: (fix: FixContext) =>
    fix.place === 'ci'
      ? 'let actions/checkout of that job take what the event names, without ref:'
      : checkOut(fix),
  UNREADABLE_FILE: again,
  WRONG_PLACE: again,
  PROBE_ERROR: () => 'take the probe that this version ships',
  NO_INTERPRETER: python,
  SAME_MACHINE: ({ place }: FixContext) =>
    place === 'box'
      ? 'check out this pull request'
      : 'use a machine of its own: the files of two places name the same one, or none',
  NOT_IN_CI: again,
  MISSING_LEG: ({ leg, place }: FixContext) =>
    place === 'ci'
      ? `let the job of leg ${leg ?? place} upload its probe (mode: probe, if: always()), or take the leg out of expect`
      : `probe leg ${leg ?? place} too, or take it out of expect`,
} as const
