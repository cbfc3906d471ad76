/** The one decision: whether the gate is shut, and every reason why. Nobody else decides. */
import type {
  Block,
  Cell,
  Difference,
  FailOn,
  Fault,
  Gate,
  Loosening,
  Place,
  PlaceReport,
  Row,
} from './model.ts'
import { PLACES } from './model.ts'
import type { Reason } from './reasons.ts'

export interface GateInput {
  readonly rows: readonly Row[]
  readonly places: readonly PlaceReport[]
  readonly differences: readonly Difference[]
  readonly staleExplanations: readonly string[]
  readonly faults: readonly Fault[]
  readonly loosened: readonly Loosening[]
  readonly authorMayLoosen: boolean
  readonly failOn: readonly FailOn[]
}

export const DEFAULT_FAIL_ON: readonly FailOn[] = ['unknown', 'fails']

/** What no sentence in claims.json excuses: the secret is out, whatever the reason was. */
const NEVER_EXCUSED: readonly Reason[] = ['TRACKED', 'CREDENTIAL_IN_CONFIG']

interface Asked {
  readonly row: Row
  readonly place: Place
  readonly cell: Cell
}

const askedCells = (rows: readonly Row[]): Asked[] =>
  rows.flatMap((row) =>
    PLACES.flatMap((place) => {
      const cell = row.cells[place]
      return cell ? [{ row, place, cell }] : []
    }),
  )

const isCiTests = ({ row, place }: Asked): boolean => row.kind === 'tests green' && place === 'ci'

/** True where the leg that fails, not only the cell's own reason, is beyond excuse. */
const isNeverExcused = ({ cell }: Asked): boolean =>
  NEVER_EXCUSED.includes(cell.reason) ||
  cell.legs.some(({ state, reason }) => state === 'fails' && NEVER_EXCUSED.includes(reason))

const isExcusable = (asked: Asked): boolean => !isCiTests(asked) && !isNeverExcused(asked)

const isFailing = (asked: Asked): boolean =>
  asked.cell.state === 'fails' && (asked.cell.explained === null || !isExcusable(asked))

const times = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Each possible block with its count; those with a count of zero do not hold the gate. */
function possibleBlocks(input: GateInput, cells: readonly Asked[], counts: Counts): Block[] {
  const failing = cells.filter(({ cell }) => cell.state === 'fails')
  const ciTests = failing.filter(isCiTests).length
  const never = failing.filter(isNeverExcused).length
  const old = input.places.filter(({ content }) => content === 'earlier').length
  const stale = input.staleExplanations.length + old
  const loosened = input.authorMayLoosen ? 0 : input.loosened.length
  const faults = input.faults.length
  return [
    {
      code: 'NOTHING_CLAIMED',
      count: cells.length === 0 ? 1 : 0,
      text: 'nothing is claimed of any place that is asked',
    },
    { code: 'FAULT', count: faults, text: `${times(faults, 'fault')} while gathering or judging` },
    {
      code: 'LOOSENED',
      count: loosened,
      text: `the gate is loosened in ${times(loosened, 'way')} by someone who may not`,
    },
    { code: 'CI_TESTS_FAIL', count: ciTests, text: 'tests fail in ci, and nothing excuses that' },
    {
      code: 'NEVER_EXCUSED',
      count: never,
      text: `${times(never, 'secret')} tracked or in configuration, and nothing excuses that`,
    },
    {
      code: 'UNKNOWN',
      count: counts.unknown,
      text: `${times(counts.unknown, 'cell is', 'cells are')} unknown, and unknown is not a pass`,
    },
    { code: 'FAILS', count: counts.failing, text: `${times(counts.failing, 'cell fails', 'cells fail')}` },
    {
      code: 'DIFFS',
      count: counts.unexplained,
      text: `${times(counts.unexplained, 'difference is', 'differences are')} unexplained`,
    },
    {
      code: 'STALE',
      count: stale,
      text: `${times(stale, 'explanation or file is', 'explanations or files are')} out of date`,
    },
  ]
}

/** What blocks only if `fail-on` names it; everything else blocks whatever it says, but for `never`. */
const OPTIONAL: { readonly [code in Block['code']]?: FailOn } = {
  UNKNOWN: 'unknown',
  FAILS: 'fails',
  DIFFS: 'diffs',
  STALE: 'stale',
}

interface Counts {
  readonly unknown: number
  readonly failing: number
  readonly unexplained: number
  readonly notAsked: number
}

function countStates(input: GateInput, cells: readonly Asked[]): Counts {
  return {
    // Whatever is neither proven nor refuted is unknown: an odd state is no pass.
    unknown: cells.filter(({ cell }) => cell.state !== 'holds' && cell.state !== 'fails').length,
    failing: cells.filter(isFailing).length,
    unexplained: input.differences.filter(({ counted, explained }) => counted && explained === null).length,
    notAsked: input.rows.length * PLACES.length - cells.length,
  }
}

/**
 * Decides on cells, differences and faults. `never` opens the gate only when it stands alone; an empty
 * list means the default. Explanations excuse failing cells, never unknown ones.
 */
export function decideGate(input: GateInput): Gate {
  const failOn = input.failOn.length === 0 ? DEFAULT_FAIL_ON : input.failOn
  const never = failOn.every((word) => word === 'never')
  const cells = askedCells(input.rows)
  const counts = countStates(input, cells)
  const blocks = possibleBlocks(input, cells, counts).filter(({ code, count }) => {
    const word = OPTIONAL[code]
    return count > 0 && !never && (word === undefined || failOn.includes(word))
  })
  return { verdict: blocks.length === 0 ? 'pass' : 'blocked', failOn, blocks, ...counts }
}
