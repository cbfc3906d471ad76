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

type Code = Block['code']

/** What each code says, in the order in which it is said. */
const TEXTS: { readonly [C in Code]: (count: number) => string } = {
  NOTHING_CLAIMED: () => 'nothing is claimed of any place that is asked',
  FAULT: (n) => `${times(n, 'fault')} while gathering or judging`,
  LOOSENED: (n) => `the gate is loosened in ${times(n, 'way')} by someone who may not`,
  CI_TESTS_FAIL: () => 'tests fail in ci, and nothing excuses that',
  NEVER_EXCUSED: (n) => `${times(n, 'secret')} tracked or in configuration, and nothing excuses that`,
  UNKNOWN: (n) => `${times(n, 'cell is', 'cells are')} unknown, and unknown never counts as holding`,
  FAILS: (n) => times(n, 'cell fails', 'cells fail'),
  DIFFS: (n) => `${times(n, 'difference is', 'differences are')} unexplained or could not be looked for`,
  STALE: (n) => `${times(n, 'explanation or file is', 'explanations or files are')} out of date or missing`,
}

function countBlocks(
  input: GateInput,
  cells: readonly Asked[],
  counts: Counts,
): { readonly [C in Code]: number } {
  const failing = cells.filter(({ cell }) => cell.state === 'fails')
  // A file that is not there must not look fresh, nor like the others.
  const silent = input.places.filter(({ facts }) => facts === null).length
  const old = input.places.filter(({ facts, content }) => facts !== null && content === 'earlier').length
  return {
    NOTHING_CLAIMED: cells.length === 0 ? 1 : 0,
    FAULT: input.faults.length,
    LOOSENED: input.authorMayLoosen ? 0 : input.loosened.length,
    CI_TESTS_FAIL: failing.filter(isCiTests).length,
    NEVER_EXCUSED: failing.filter(isNeverExcused).length,
    UNKNOWN: counts.unknown,
    FAILS: counts.failing,
    DIFFS: counts.unexplained + silent,
    STALE: input.staleExplanations.length + old + silent,
  }
}

/** What blocks only if `fail-on` names it; everything else blocks whatever it says, but for `never`. */
const OPTIONAL: { readonly [C in Code]?: FailOn } = {
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
  const found = countBlocks(input, cells, counts)
  const blocks = (Object.keys(TEXTS) as Code[]).flatMap((code): Block[] => {
    const [count, word] = [found[code], OPTIONAL[code]]
    const holds = count > 0 && !never && (word === undefined || failOn.includes(word))
    return holds ? [{ code, text: TEXTS[code](count), count }] : []
  })
  return { verdict: blocks.length === 0 ? 'pass' : 'blocked', failOn, blocks, ...counts }
}
