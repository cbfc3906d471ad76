/** How much of a report is shown: a ladder of sizes. Details go first, the table never goes. */
import { PLACES } from '../model.ts'
import type { Row, Verdict } from '../verdict-model.ts'
import { LONG_TABLE } from './phrases.ts'

/** Collapsed parts, in the order in which they are given up. */
export const PARTS = ['diff', 'provenance', 'differences', 'fixes', 'signals'] as const
export type Part = (typeof PARTS)[number]

export interface Plan {
  readonly parts: readonly Part[]
  /** Longest fact in a cell and longest subject, in code points; 0 leaves facts out. */
  readonly factLength: number
  readonly subjectLength: number
  /** Rows that hold everywhere become a count. */
  readonly foldHolds: boolean
  /** At most so many rows, those that decide first. */
  readonly maxRows: number
}

export const FULL: Plan = {
  parts: PARTS,
  factLength: 120,
  subjectLength: 80,
  foldHolds: false,
  maxRows: Number.POSITIVE_INFINITY,
}

/** Every size, the richest first; below the last one only the number of rows shrinks. */
export const LADDER: readonly Plan[] = [
  FULL,
  ...PARTS.map((_, given) => ({ ...FULL, parts: PARTS.slice(given + 1) })),
  { ...FULL, parts: [], foldHolds: true },
  { ...FULL, parts: [], foldHolds: true, factLength: 40, subjectLength: 60 },
  { ...FULL, parts: [], foldHolds: true, factLength: 0, subjectLength: 40 },
]

/** 0: it fails somewhere; 1: it is unknown somewhere; 2: it holds wherever it is asked. */
function rankOf({ cells }: Row): number {
  const states = PLACES.map((place) => (cells[place]?.beside ? undefined : cells[place]?.state))
  if (states.includes('fails')) return 0
  return states.includes('unknown') ? 1 : 2
}

const holdsEverywhere = (row: Row): boolean => rankOf(row) === 2

/** Of a long table that blocks, rows that hold everywhere are folded: they do not explain why. */
export function foldTable(
  { rows, gate }: Verdict,
  { foldHolds }: Pick<Plan, 'foldHolds'> = { foldHolds: false },
): { readonly open: readonly Row[]; readonly holding: readonly Row[] } {
  const open = rows.filter((one) => !holdsEverywhere(one))
  const folds = gate.verdict === 'blocked' && rows.length > LONG_TABLE && open.length > 0 && !foldHolds
  return folds ? { open, holding: rows.filter(holdsEverywhere) } : { open: rows, holding: [] }
}

/** The rows a plan shows, in their order, and how many it leaves out. */
export function chooseRows(rows: readonly Row[], plan: Plan): { shown: readonly Row[]; held: number; left: number } {
  const kept = plan.foldHolds ? rows.filter((one) => !holdsEverywhere(one)) : rows
  const decisive = [...kept].sort((a, b) => rankOf(a) - rankOf(b))
  const chosen = new Set(decisive.slice(0, Math.max(0, plan.maxRows)))
  const shown = kept.filter((one) => chosen.has(one))
  return { shown, held: rows.length - kept.length, left: kept.length - shown.length }
}
