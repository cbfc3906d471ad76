/** The report as GitHub-flavoured Markdown: a tree, serialised once; no string of Markdown is glued here. */
import type { BlockContent } from 'mdast'
import type { Verdict } from '../verdict-model.ts'
import { foldedParts, signalPart } from './details.ts'
import { details, list, paragraph, partOnce, type Written, writeAll } from './nodes.ts'
import { holdingText, titleText, type Voice } from './phrases.ts'
import { chooseRows, FULL, foldTable, PARTS, type Plan } from './plan.ts'
import { headItems, type Line, nextLine, outside, standingLine, strong } from './sentences.ts'
import { claimTable } from './table.ts'

export interface MarkdownOptions {
  /** Which check this is, where a pull request has several: the folder of its project. */
  readonly check?: string
  readonly voice?: Voice
  /** Path of the session notes, when they are there. */
  readonly notes?: string
  /** Where the whole report is, for reports that had to leave something out. */
  readonly fullReport?: string
}

const MAX_NAMED = 5

function headline(verdict: Verdict, { check, voice = 'own' }: MarkdownOptions): BlockContent[] {
  const title = [
    strong(titleText(verdict, voice)),
    ...(check === undefined ? [] : [' in ', outside(check, 100)]),
  ]
  const items = headItems(verdict, MAX_NAMED).map(
    ({ line, next }): Line => (next === undefined ? line : [...line, ' Mend it: ', outside(next)]),
  )
  const lines = [...items, ...(isFolded(verdict) ? older(verdict) : [])]
  return lines.length === 0 ? [paragraph(title)] : [paragraph(title), list(lines)]
}

/** A green of an earlier commit is no green of the head, and would not be seen in a folded table. */
const older = ({ signals }: Verdict): Line[] =>
  signals.filter(({ id }) => id === 'older-content').map(({ what }) => ['As far as it goes: ', outside(what)])

/** All is well: the table folds. */
const isFolded = ({ gate }: Verdict): boolean => gate.verdict === 'pass' && gate.unknown + gate.failing === 0

function tablePart(verdict: Verdict, plan: Plan, options: MarkdownOptions, written: Written): BlockContent[] {
  const { open, holding } = foldTable(verdict, plan)
  const { shown, held, left } = chooseRows(open, plan)
  const missing = PARTS.filter((part) => !plan.parts.includes(part))
  const notes = [
    ...(held > 0 ? [`${holdingText(held)}.`] : []),
    ...(left > 0 ? [`${left} more rows do not fit here.`] : []),
    ...(missing.length > 0 ? [`Left out to fit: ${missing.join(', ')}.`] : []),
  ]
  const { fullReport } = options
  const where = fullReport === undefined ? [] : [' The whole report: ', outside(fullReport), '.']
  return [
    claimTable(shown, plan, written),
    ...(notes.length === 0 ? [] : [paragraph([notes.join(' '), ...where])]),
    ...(holding.length === 0
      ? []
      : details(holdingText(holding.length), [claimTable(holding, plan, written)])),
  ]
}

/**
 * The report at the size of a plan. Every string from outside stands in a code span or a fence.
 * `written`: texts that several sizes of the same verdict share.
 */
export function renderMarkdown(
  verdict: Verdict,
  options: MarkdownOptions = {},
  plan: Plan = FULL,
  written: Written = new Map(),
): string {
  const { parts } = plan
  const table = tablePart(verdict, plan, options, written)
  const notes = options.notes === undefined ? [] : [paragraph(['Session notes: ', outside(options.notes)])]
  const folded = [...foldedParts(verdict, parts, written), ...notes]
  const signals = partOnce(written, `signals ${parts.includes('signals')}`, () => signalPart(verdict, parts))
  const head = headline(verdict, options)
  const standing = paragraph(standingLine(verdict))
  if (isFolded(verdict))
    return writeAll([...head, standing, ...details('Claim by place', [...table, ...signals, ...folded])])
  const next = nextLine(verdict)
  return writeAll([
    ...head,
    ...table,
    ...(next === undefined ? [] : [paragraph(next)]),
    ...signals,
    standing,
    ...folded,
  ])
}
