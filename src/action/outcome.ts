/** From what was found to what the runner gets: outputs, and whether the step fails. */
import type { CommentOutcome, UploadOutcome } from '../app/ports.ts'
import type { Fault } from '../core/model.ts'
import { fitMarkdown, SUMMARY_LIMIT } from '../core/report/fit.ts'
import type { MarkdownOptions } from '../core/report/markdown.ts'
import { list, paragraph, writeAll } from '../core/report/nodes.ts'
import { type Line, outside, strong } from '../core/report/sentences.ts'
import type { Gate, Verdict } from '../core/verdict-model.ts'

export interface Outcome {
  readonly gate: Pick<Gate, 'verdict' | 'unknown' | 'failing' | 'unexplained'>
  /** Paths relative to the workspace; empty: not written. */
  readonly report: string
  readonly table: string
  readonly uploaded?: UploadOutcome | undefined
  readonly comment: CommentOutcome
  /** The one line that fails the step; absent: it succeeds. */
  readonly failure?: string | undefined
}

/** `where-it-ran: blocked, 3 cells are unknown, and unknown is not a pass`; undefined: the gate is open. */
export function failureOf({ gate }: Verdict): string | undefined {
  if (gate.verdict === 'pass') return undefined
  const reasons = gate.blocks.map(({ text }) => text).join('; ')
  return `where-it-ran: blocked, ${reasons || 'for a reason that is not named'}`
}

/** Without a verdict there is no pass. */
export const outcomeWithoutVerdict = (why: string, failure: string | undefined): Outcome => ({
  gate: { verdict: 'blocked', unknown: 0, failing: 0, unexplained: 0 },
  report: '',
  table: '',
  comment: { status: 'skipped', why },
  failure: failure && `where-it-ran: ${failure}`,
})

export function outputsOf(outcome: Outcome): { readonly [name: string]: string | number } {
  const { gate, report, table, uploaded, comment } = outcome
  const { verdict, unknown, failing, unexplained } = gate
  const { id, url } = uploaded?.ok ? uploaded : { id: '', url: '' }
  const skipped = comment.status === 'skipped'
  return {
    verdict,
    unknown,
    failing,
    unexplained,
    report,
    table,
    'artifact-id': id,
    'artifact-url': url,
    'comment-url': skipped ? '' : comment.url,
    'comment-status': skipped ? `skipped: ${comment.why}` : comment.status,
  }
}

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
  const title = paragraph([strong('Where it ran: blocked, because there is no verdict')])
  return writeAll([title, list(lines)])
}

/** Where there was nothing to judge: why nothing was posted. */
export const renderNothing = (comment: CommentOutcome, faults: readonly Fault[]): string =>
  writeAll([paragraph([strong('Where it ran: nothing is posted')])]) + renderAfterwards({ comment, faults })

/** Of a comment that is there the summary says nothing: it says the same. */
function renderAfterwards({ comment, faults }: Afterwards): string {
  const skipped = comment.status === 'skipped' ? [line('No comment: ', comment.why, comment.fix)] : []
  const items = [...skipped, ...faults.slice(0, 5).map(({ message, fix }) => line('Not done: ', message, fix))]
  return items.length === 0 ? '' : writeAll([list(items)])
}

const line = (lead: string, message: string, fix?: string): Line => [
  lead,
  outside(message, 400),
  ...(fix === undefined ? [] : [' Mend it: ', outside(fix, 400)]),
]
