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

/** `where-it-ran: blocked, 3 cells are unknown, and unknown is not a pass`; undefined: the gate is open. */
export function failureOf({ gate }: Verdict): string | undefined {
  if (gate.verdict === 'pass') return undefined
  const reasons = gate.blocks.map(({ text }) => text).join('; ')
  return `where-it-ran: blocked, ${reasons || 'for a reason that is not named'}`
}

interface Ended {
  readonly report: string
  readonly table: string
  readonly uploaded: UploadOutcome | undefined
  readonly comment: CommentOutcome
}

/** How a run ends that came to a verdict. */
export function outcomeOf({ gate }: Verdict, end: Ended, failure: string | undefined): Outcome {
  const { verdict, unknown, failing, unexplained } = gate
  const { uploaded, ...rest } = end
  return {
    verdict,
    unknown,
    failing,
    unexplained,
    ...rest,
    ...(uploaded?.ok ? { artifact: uploaded } : {}),
    ...(failure === undefined ? {} : { failure }),
  }
}

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
