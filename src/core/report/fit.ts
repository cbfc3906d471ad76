/** A report that fits: the richest size of the ladder below a limit, and the table at every size. */
import type { Verdict } from '../verdict-model.ts'
import { type MarkdownOptions, renderMarkdown } from './markdown.ts'
import type { WrittenTexts } from './nodes.ts'
import { chooseRows, LADDER, type Plan } from './plan.ts'

/** A report must be within both. Characters are UTF-16 units, of which no character has fewer than one. */
interface Limit {
  readonly characters: number
  readonly bytes: number
}

/** A comment takes 65,536 characters; the rest is for the marker and its data. */
export const COMMENT_LIMIT: Limit = { characters: 65_536 - 1_536, bytes: 4 * 65_536 }
/** A job summary takes 1 MiB per step. */
export const SUMMARY_LIMIT: Limit = { characters: 1024 * 1024 - 1024, bytes: 1024 * 1024 - 1024 }

const fits = (text: string, limit: Limit): boolean =>
  text.length <= limit.characters && new TextEncoder().encode(text).length <= limit.bytes

/** No row is shorter: five cells and the shortest claim there is. */
const SHORTEST_ROW = 48

/** Rendering thousands of rows only to see that they are too many would take seconds. */
const canFit = (rows: number, limit: Limit): boolean => rows * SHORTEST_ROW <= limit.characters

/** The most rows that fit at a plan, by halving; none at all is the last resort, its header stays. */
function mostRows(rows: number, render: (maxRows: number) => string, limit: Limit): string {
  let [low, high] = [0, Math.min(rows, Math.floor(limit.characters / SHORTEST_ROW))]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(render(middle), limit)) low = middle
    else high = middle - 1
  }
  return render(low)
}

/** Never longer than the limit (2,000 characters are enough for the smallest), never without the table. */
export function fitMarkdown(verdict: Verdict, limit: Limit, options: MarkdownOptions = {}): string {
  const written: WrittenTexts = new Map()
  for (const plan of LADDER) {
    if (!canFit(chooseRows(verdict.rows, plan).shown.length, limit)) continue
    const text = renderMarkdown(verdict, options, plan, written)
    if (fits(text, limit)) return text
  }
  const smallest = LADDER.at(-1) as Plan
  return mostRows(
    verdict.rows.length,
    (maxRows) => renderMarkdown(verdict, options, { ...smallest, maxRows }, written),
    limit,
  )
}
