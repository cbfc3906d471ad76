/** The words that all renderers share, so that they cannot say different things. */
import type {
  Check,
  ClaimKind,
  ContentRelation,
  Gate,
  Loosening,
  Place,
  Signal,
  State,
  Verdict,
} from '../model.ts'

export const COLUMNS = ['Claim in chat', 'Probe', 'Local', 'Agent box', 'CI'] as const

export const PLACE_TITLE: { readonly [P in Place]: string } = { local: 'Local', box: 'Agent box', ci: 'CI' }

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

export const CHECK_LABEL: { readonly [id in Check['id']]: string } = {
  'fits-declared-range': 'interpreter fits the declared range',
  'no-unexplained-difference': 'no unexplained difference',
  'isolated-run-passes': 'isolated run passes',
  'own-modules-from-repo': 'own modules come from the repository',
}

export const CONTENT_LABEL: { readonly [R in ContentRelation]: string } = {
  'match-merge': "the merge's content",
  'match-head': "the head's content",
  earlier: 'an earlier commit of this pull request',
  stale: 'other content',
  unknown: 'content unknown',
}

export function trustLabel(trust: Signal['trust']): string {
  if (trust === true) return "trust the other place's green, as a second opinion"
  if (trust === 'as-far-as-it-goes') return "trust the other place's green as far as it goes"
  return trust === false ? "do not trust the other place's green" : ''
}

export const loosenedText = ({ what }: Loosening): string => what

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** Like `3 unknown, 1 failing, 2 unexplained differences`; every count, also the zeros that matter. */
export function countsText(gate: Gate): string {
  const counts = [`${gate.unknown} unknown`, `${gate.failing} failing`]
  counts.push(counted(gate.unexplained, 'unexplained difference', 'unexplained differences'))
  return counts.join(', ')
}

export const askedCount = (verdict: Verdict): number =>
  verdict.rows.reduce(
    (sum, { cells }) => sum + Object.values(cells).filter((cell) => cell !== null).length,
    0,
  )

/** Who reports: this repository's own gate, or a fork's workflow whose word is only passed on. */
export type Voice = 'own' | 'fork'

const enforced = (gate: Gate): boolean => !gate.failOn.every((word) => word === 'never')

/** The headline's few words. A fork's report and an unenforced gate never say that anything passed. */
export function titleText(verdict: Verdict, voice: Voice): string {
  const { gate } = verdict
  if (voice === 'fork') return `Where it ran, as reported by the fork's own workflow: ${countsText(gate)}`
  if (gate.verdict === 'blocked') return `Where it ran: blocked, ${countsText(gate)}`
  if (!enforced(gate)) return `Where it ran: not enforced (fail-on: never), ${countsText(gate)}`
  const held = counted(askedCount(verdict), 'cell asked', 'cells asked')
  return `Where it ran: pass, ${held}, ${countsText(gate)}`
}

/** What the reader must know about the evidence, in one sentence. */
export const SELF_REPORTED =
  'Local and agent box report on themselves: they show where state lives and prove no honesty. CI is the record.'
