/** The report as GitHub-flavoured Markdown: a tree, serialised once; no string of Markdown is glued here. */
import type { BlockContent, PhrasingContent, Root } from 'mdast'
import { nextStep, stepText } from '../advice/next-step.ts'
import type { Verdict } from '../verdict-model.ts'
import { foldedParts, signalPart } from './details.ts'
import { code, details, list, paragraph, partOnce, strong, type Written, words, write } from './nodes.ts'
import { holdingText, PLACE_TITLE, SELF_REPORTED, titleText, type Voice } from './phrases.ts'
import { chooseRows, FULL, foldTable, PARTS, type Plan } from './plan.ts'
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

/** The first few of a list, each made by `show`, and how many more there are. */
function firstFew<T>(items: readonly T[], show: (item: T) => PhrasingContent[]): PhrasingContent[][] {
  const shown = items.slice(0, MAX_NAMED).map(show)
  const more = items.length - shown.length
  return more > 0 ? [...shown, [words(`and ${more} more`)]] : shown
}

function headline(verdict: Verdict, options: MarkdownOptions): BlockContent[] {
  const check = options.check === undefined ? [] : [words(' in '), code(options.check, 100)]
  const title = paragraph(strong(titleText(verdict, options.voice ?? 'own')), ...check)
  const blocks = verdict.gate.blocks.map(({ text }) => [words(text)])
  const loosened = firstFew(verdict.loosened, ({ what, key }) => [
    strong('Loosened gate'),
    words(`: ${what} `),
    code(key),
  ])
  const faults = firstFew(verdict.faults, ({ where, message, fix }) => [
    words('Fault in '),
    code(where, 60),
    words(': '),
    code(message),
    ...(fix === undefined ? [] : [words(' Mend it: '), code(fix)]),
  ])
  const redacted = firstFew(verdict.redacted ?? [], ({ kind, where }) => [
    strong('Secret taken out'),
    words(': '),
    code(where),
    words(` held what looks like one (${kind}). Revoke it: whoever sees that place can read it.`),
  ])
  const items = [...blocks, ...loosened, ...faults, ...redacted, ...(isFolded(verdict) ? older(verdict) : [])]
  return items.length === 0 ? [title] : [title, list(items)]
}

/** A green of an earlier commit is no green of the head: in a folded table nobody would see it. */
const older = ({ signals }: Verdict): PhrasingContent[][] =>
  signals
    .filter(({ id }) => id === 'older-content')
    .map(({ what }) => [words('As far as it goes: '), code(what)])

/** All is well: the table folds. */
const isFolded = ({ gate }: Verdict): boolean => gate.verdict === 'pass' && gate.unknown + gate.failing === 0

function standing(verdict: Verdict): BlockContent {
  const places = verdict.asked.places.join(', ')
  const { notAsked: count } = verdict.gate
  const notAsked = count === 0 ? '' : ` ${count} ${count === 1 ? 'cell is' : 'cells are'} not asked.`
  const why: PhrasingContent[] =
    verdict.asked.why === '' ? [] : [words(', because '), code(verdict.asked.why)]
  const claims =
    verdict.claimsSource === 'default' ? ' Claims are the defaults: there is no claims.json.' : ''
  const selfReported = verdict.asked.places.some((place) => place !== 'ci') ? ` ${SELF_REPORTED}` : ''
  return paragraph(
    words(`Asked: ${places || 'no place'}`),
    ...why,
    words(`.${notAsked}${claims}${selfReported}`),
  )
}

function tablePart(verdict: Verdict, plan: Plan, options: MarkdownOptions, written: Written): BlockContent[] {
  const { open, holding } = foldTable(verdict, plan)
  const { shown, held, left } = chooseRows(open, plan)
  const notes = [
    ...(held > 0 ? [`${holdingText(held)}.`] : []),
    ...(left > 0 ? [`${left} more rows do not fit here.`] : []),
  ]
  const missing = PARTS.filter((part) => !plan.parts.includes(part))
  if (missing.length > 0) notes.push(`Left out to fit: ${missing.join(', ')}.`)
  const where: PhrasingContent[] =
    notes.length > 0 && options.fullReport !== undefined
      ? [words(' The whole report: '), code(options.fullReport), words('.')]
      : []
  const rest =
    holding.length === 0 ? [] : details(holdingText(holding.length), [claimTable(holding, plan, written)])
  const said = notes.length === 0 ? [] : [paragraph(words(notes.join(' ')), ...where)]
  return [claimTable(shown, plan, written), ...said, ...rest]
}

function nextPart(verdict: Verdict): BlockContent[] {
  const step = nextStep(verdict)
  if (!step) return []
  const whose = step.place === null ? '' : `, ${PLACE_TITLE[step.place]}`
  const said = stepText(step)
  return [paragraph(strong(`Next step${whose}`), words(`${said}: `), code(step.text, 600))]
}

function tree(verdict: Verdict, options: MarkdownOptions, plan: Plan, written: Written): Root {
  const { parts } = plan
  const table = tablePart(verdict, plan, options, written)
  const notes: BlockContent[] =
    options.notes === undefined ? [] : [paragraph(words('Session notes: '), code(options.notes))]
  const folded = [...foldedParts(verdict, parts, written), ...notes]
  const signals = partOnce(written, `signals ${parts.includes('signals')}`, () => signalPart(verdict, parts))
  const children = isFolded(verdict)
    ? [
        ...headline(verdict, options),
        standing(verdict),
        ...details('Claim by place', [...table, ...signals, ...folded]),
      ]
    : [
        ...headline(verdict, options),
        ...table,
        ...nextPart(verdict),
        ...signals,
        standing(verdict),
        ...folded,
      ]
  return { type: 'root', children }
}

/**
 * The report at the size of a plan. Every string from outside stands in a code span or a fence.
 * `written`: texts that several sizes of the same verdict share.
 */
export const renderMarkdown = (
  verdict: Verdict,
  options: MarkdownOptions = {},
  plan: Plan = FULL,
  written: Written = new Map(),
): string => write(tree(verdict, options, plan, written))
