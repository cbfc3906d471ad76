/** The one place that decides whether the gate is shut, with every reason why. */

import type { Case, FailOn } from '../case.ts'
import { PLACES } from '../model.ts'
import { placesOf } from '../place.ts'
import { counted, joinWords } from '../text/words.ts'
import {
  type AskedCell,
  askedCells,
  type Block,
  type Gate,
  hidesUnknown,
  isCiTests,
  isFailing,
  isSecretOut,
  isUnexplained,
  isUnknown,
  type Verdict,
} from '../verdict-model.ts'

export type GateInput = Pick<Case, 'authorMayLoosen' | 'failOn'> &
  Pick<Verdict, 'rows' | 'places' | 'differences' | 'staleExplanations' | 'faults' | 'loosened'>

const DEFAULT_FAIL_ON: readonly FailOn[] = ['unknown', 'fails']

type Code = Block['code']

/** What each code says, in the order in which it is said; `where`: the places of the cells. */
export const BLOCK_TEXTS: { readonly [C in Code]: (count: number, where: string) => string } = {
  NOTHING_CLAIMED: () => 'none of the asked places has a claim',
  FAULT: (n) => `${counted(n, 'fault')} while gathering or judging`,
  LOOSENED: (n) => `the gate is loosened in ${counted(n, 'way')} by someone who may not loosen it`,
  CI_TESTS_FAIL: () => 'tests fail in ci, and no sentence can excuse that',
  NEVER_EXCUSED: (n) => `${counted(n, 'secret')} tracked, committed or in configuration, and nothing excuses that`,
  UNKNOWN: (n, where) =>
    `${counted(n, 'cell is', 'cells are')} unknown in ${where}, and unknown never counts as holding`,
  FAILS: (n, where) => `${counted(n, 'cell fails', 'cells fail')} in ${where}`,
  DIFFS: (n) => `${counted(n, 'difference is', 'differences are')} unexplained or could not be compared`,
  STALE: (n) => `${counted(n, 'file or explanation is', 'files or explanations are')} outdated, or missing`,
}

/** What blocks only if `fail-on` names it; the rest blocks unless `fail-on` is `never`. */
const OPTIONAL: { readonly [C in Code]?: FailOn } = {
  UNKNOWN: 'unknown',
  FAILS: 'fails',
  DIFFS: 'diffs',
  STALE: 'stale',
}

interface Count {
  readonly count: number
  readonly cells?: readonly AskedCell[]
}

const countOf = (list: readonly unknown[]): Count => ({ count: list.length })
const inCells = (cells: readonly AskedCell[]): Count => ({ count: cells.length, cells })

function findAll(
  input: GateInput,
  cells: readonly AskedCell[],
  failOn: readonly FailOn[],
): { readonly [C in Code]: Count } {
  const failsCount = failOn.includes('fails')
  const failing = cells.filter(({ cell }) => cell.state === 'fails')
  // A file that is not there must not look fresh, nor like the others.
  const silent = input.places.filter(({ facts }) => facts === null)
  const old = input.places.filter(({ facts, content }) => facts !== null && content === 'earlier')
  return {
    NOTHING_CLAIMED: { count: cells.length === 0 ? 1 : 0 },
    FAULT: countOf(input.faults),
    LOOSENED: countOf(input.authorMayLoosen ? [] : input.loosened),
    CI_TESTS_FAIL: inCells(failing.filter(isCiTests)),
    NEVER_EXCUSED: inCells(failing.filter(isSecretOut)),
    UNKNOWN: inCells(cells.filter((one) => isUnknown(one) || (!failsCount && hidesUnknown(one)))),
    FAILS: inCells(cells.filter(isFailing)),
    DIFFS: countOf([...input.differences.filter(isUnexplained), ...silent]),
    STALE: countOf([...input.staleExplanations, ...old, ...silent]),
  }
}

/** An agent cannot undo that: a person has to set the check up. */
const firstText = ({ loosened }: GateInput): string =>
  loosened.every(({ first }) => first) ? ': the target branch has no claims.json yet, and a person sets it up' : ''

/** `never` opens the gate only alone; an empty list is the default. Unknown is never excused. */
export function decideGate(input: GateInput): Gate {
  const failOn = input.failOn.length === 0 ? DEFAULT_FAIL_ON : input.failOn
  const never = failOn.every((word) => word === 'never')
  const cells = askedCells(input.rows)
  const found = findAll(input, cells, failOn)
  const blocks = (Object.keys(BLOCK_TEXTS) as Code[]).flatMap((code): Block[] => {
    const [{ count, cells: where }, word] = [found[code], OPTIONAL[code]]
    const shuts = count > 0 && !never && (word === undefined || failOn.includes(word))
    const text = `${BLOCK_TEXTS[code](count, joinWords(placesOf(where ?? [])))}${code === 'LOOSENED' ? firstText(input) : ''}`
    return shuts ? [{ code, text, count }] : []
  })
  return {
    verdict: blocks.length === 0 ? 'pass' : 'blocked',
    failOn,
    blocks,
    unknown: cells.filter(isUnknown).length,
    failing: found.FAILS.count,
    unexplained: input.differences.filter(isUnexplained).length,
    notAsked: input.rows.length * PLACES.length - cells.length,
  }
}
