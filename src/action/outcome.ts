/** From what was found to what the runner gets: outputs, and whether the step fails. */
import type { CommentOutcome, UploadOutcome } from '../app/ports.ts'
import type { Verdict } from '../core/verdict-model.ts'

export interface Outcome {
  readonly verdict: 'pass' | 'blocked'
  readonly unknown: number
  readonly failing: number
  readonly unexplained: number
  /** Paths relative to the workspace; empty: not written. */
  readonly report: string
  readonly table: string
  readonly artifact?: { readonly id: string; readonly url: string }
  readonly comment: CommentOutcome
  /** The one line that fails the step; absent: it succeeds. */
  readonly failure?: string
}

type Counts = Pick<Outcome, 'verdict' | 'unknown' | 'failing' | 'unexplained'>

export function countsOf({ gate }: Verdict): Counts {
  const { verdict, unknown, failing, unexplained } = gate
  return { verdict, unknown, failing, unexplained }
}

/** `where-it-ran: blocked, 3 cells are unknown, and unknown is not a pass`; undefined: the gate is open. */
export function failureOf({ gate }: Verdict, more: readonly string[] = []): string | undefined {
  const reasons = [...(gate.verdict === 'pass' ? [] : gate.blocks.map(({ text }) => text)), ...more]
  if (gate.verdict === 'pass' && more.length === 0) return undefined
  return `where-it-ran: blocked, ${reasons.join('; ') || 'for a reason that is not named'}`
}

interface Ended {
  readonly written: { readonly report: string; readonly table: string }
  readonly uploaded: UploadOutcome | undefined
  readonly comment: CommentOutcome
  readonly failure: string | undefined
}

/** How a mode ends that came to a verdict. */
export const endOf = (verdict: Verdict, { written, uploaded, comment, failure }: Ended): Outcome => ({
  ...countsOf(verdict),
  ...written,
  ...(uploaded?.ok ? { artifact: uploaded } : {}),
  comment,
  ...(failure === undefined ? {} : { failure }),
})

/** Something broke before there was a verdict: that is no pass. */
export function crashOf(message: string): Outcome {
  return {
    verdict: 'blocked',
    unknown: 0,
    failing: 0,
    unexplained: 0,
    report: '',
    table: '',
    comment: { status: 'skipped', why: 'there is no verdict' },
    failure: `where-it-ran: ${message}`,
  }
}

export function outputsOf(outcome: Outcome): { readonly [name: string]: string | number } {
  const { verdict, unknown, failing, unexplained, report, table, artifact, comment } = outcome
  return {
    verdict,
    unknown,
    failing,
    unexplained,
    report,
    table,
    'artifact-id': artifact?.id ?? '',
    'artifact-url': artifact?.url ?? '',
    'comment-url': comment.status === 'skipped' ? '' : comment.url,
    'comment-status': comment.status === 'skipped' ? `skipped: ${comment.why}` : comment.status,
  }
}
