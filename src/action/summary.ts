/** The job summary: the report as far as a summary takes it, and what became of comment and artifact. */
import type { CommentOutcome } from '../app/ports.ts'
import type { Fault } from '../core/model.ts'
import { fitMarkdown, SUMMARY_LIMIT } from '../core/report/fit.ts'
import type { MarkdownOptions } from '../core/report/markdown.ts'
import { list, paragraph, writeAll } from '../core/report/nodes.ts'
import { type Line, outside, strong } from '../core/report/sentences.ts'
import type { Verdict } from '../core/verdict-model.ts'

/** Characters for the lines after the report. */
const ROOM = 8_000

interface Afterwards {
  readonly comment: CommentOutcome
  /** What could not be written or uploaded. */
  readonly faults: readonly Fault[]
}

export function renderSummary(verdict: Verdict, options: MarkdownOptions, after: Afterwards): string {
  const limit = { characters: SUMMARY_LIMIT.characters - ROOM, bytes: SUMMARY_LIMIT.bytes - 4 * ROOM }
  return `${fitMarkdown(verdict, limit, options)}\n${renderAfterwards(after)}`
}

/** Where there is no verdict: why, in the place where the table would be. */
export function renderCrash(message: string): string {
  const lines = message.split('\n').map((text) => [outside(text, 400)])
  const title = paragraph([strong('Where it ran: blocked, for there is no verdict')])
  return writeAll([title, list(lines)])
}

/** Where there was nothing to judge: why nothing was posted. */
export const renderNothing = (comment: CommentOutcome, faults: readonly Fault[]): string =>
  writeAll([paragraph([strong('Where it ran: nothing is posted')])]) + renderAfterwards({ comment, faults })

/** Of a comment that is there the summary says nothing: it says the same. */
function renderAfterwards({ comment, faults }: Afterwards): string {
  const skipped = comment.status === 'skipped' ? [line('No comment: ', comment.why, comment.fix)] : []
  const items = [
    ...skipped,
    ...faults.slice(0, 5).map(({ message, fix }) => line('Not done: ', message, fix)),
  ]
  return items.length === 0 ? '' : writeAll([list(items)])
}

const line = (lead: string, message: string, fix?: string): Line => [
  lead,
  outside(message, 400),
  ...(fix === undefined ? [] : [' Mend it: ', outside(fix, 400)]),
]
