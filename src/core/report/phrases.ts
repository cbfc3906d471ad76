/** The words that all renderers share, so that they cannot say different things. */
import type { ClaimKind, ContentRelation, Place, State } from '../model.ts'
import { reasonRow } from '../reasons.ts'
import { counted, joinWords } from '../text/words.ts'
import { askedCells, type Cell, type Gate, type Signal, type Verdict } from '../verdict-model.ts'

type Titles = { readonly [P in Place]: string }

const TITLES: Titles = { local: 'Local', box: 'Agent box', ci: 'CI' }
const ON_ONE_MACHINE: Titles = { ...TITLES, box: "Agent's worktree (same machine)" }

export const titlesOf = ({ box }: Pick<Verdict, 'box'>): Titles => (box === undefined ? TITLES : ON_ONE_MACHINE)

const PROBED: { readonly [K in ClaimKind]: string } = {
  'package installed': 'interpreter, import origin',
  'env var set': 'name in the test process',
  'file persisted': 'path, owner, age',
  'tests green': 'content and test session',
  'secret stored': 'file mode, git',
}

/** What was looked at for that claim. */
export function probedFor(kind: ClaimKind, subject: string): string {
  if (kind === 'file persisted' && subject.startsWith('canary:')) return 'canary of an earlier run'
  if (kind === 'secret stored' && subject === 'configuration') return 'git and pip configuration'
  return PROBED[kind]
}

export const SYMBOL: { readonly [S in State]: string } = { holds: '✅', fails: '❌', unknown: '❓' }
export const TICK: { readonly [S in State]: string } = { holds: '✔', fails: '✘', unknown: '?' }
export const NOT_ASKED = '–'

export const CONTENT_LABEL: { readonly [R in ContentRelation]: string } = {
  'match-merge': "the merge's content",
  'match-head': "the head's content",
  earlier: "not the head's content",
  stale: 'other content',
  unknown: 'content unknown',
}

export const named = (places: readonly Place[], last: 'and' | 'or', titles: Titles): string =>
  joinWords(
    places.map((place) => titles[place]),
    last,
  )

/** What a green is worth where this was seen; every place by its name. */
export function trustText({ trust, places, apart = [] }: Signal, titles: Titles): string {
  if (trust === null) return ''
  const green = `a green of ${named(places, 'or', titles)}`
  if (trust === true) return `${green} counts for the other${places.length > 2 ? 's' : ''}, as a second opinion`
  if (trust === 'as-far-as-it-goes') return `trust ${green} as far as it goes`
  const rest = places.filter((place) => !apart.includes(place))
  if (places.length === 1) return `do not trust ${green}`
  if (apart.length === 0 || rest.length === 0) return `${green} counts for that place only`
  return `a green of ${named(rest, 'or', titles)} says nothing of ${named(apart, 'and', titles)}, nor the reverse`
}

/** Like `3 unknown, 1 failing, 2 unexplained differences`; every count, also the zeros that matter. */
function countsText({ unknown, failing, unexplained }: Gate): string {
  return `${unknown} unknown, ${failing} failing, ${counted(unexplained, 'unexplained difference')}`
}

/** A reader decides in ten seconds: the signals that explain most are shown, the rest is folded. */
export const OPEN_SIGNALS = 3
/** A table with more rows than that folds those that hold everywhere. */
export const LONG_TABLE = 12

export const holdingText = (rows: number): string =>
  `${counted(rows, 'more claim holds', 'more claims hold')} in every place asked`

/** Whose report it is: this repository's own gate, or a fork's workflow whose word is only passed on. */
export type Voice = 'own' | 'fork'

/** The headline's few words. A fork's report and an unenforced gate never say that anything passed. */
export function titleText(verdict: Verdict, voice: Voice): string {
  const { gate } = verdict
  if (voice === 'fork') return `Where it ran, as reported by the fork's own workflow: ${countsText(gate)}`
  if (gate.verdict === 'blocked') return `Where it ran: blocked, ${countsText(gate)}`
  if (gate.failOn.every((word) => word === 'never'))
    return `Where it ran: not enforced (fail-on: never), ${countsText(gate)}`
  const held = counted(askedCells(verdict.rows).length, 'cell asked', 'cells asked')
  const { elsewhere = [] } = verdict.asked
  // Of a place that nobody asks nothing has passed.
  if (elsewhere.length > 0)
    return `Where it ran: this job alone, ${held}, ${countsText(gate)}; ${joinWords(elsewhere.map((place) => titlesOf(verdict)[place]))}: not asked here, a job with mode: report has to`
  return `Where it ran: pass, ${held}, ${countsText(gate)}`
}

interface CellWords {
  /** Our own words; null where the fact says it all. */
  readonly words: string | null
  /** Untrusted; null where the words say it already. */
  readonly fact: string | null
}

export function tellCell({ state, reason, fact }: Cell): CellWords {
  const { text, shown } = reasonRow(reason)
  if (fact === '' || shown === 'text') return { words: text, fact: null }
  const both = shown === 'both' || (state !== 'holds' && shown !== 'fact')
  return { words: both ? text : null, fact }
}
