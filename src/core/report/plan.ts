/** How much of a report is shown: a ladder of sizes. Details go first, the table never goes. */

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
