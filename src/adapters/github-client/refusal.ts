/** An answer that was no success: whether to ask again, and else what was asked, what came, and the line that mends it. */
import type { Fault } from '../../core/model.ts'

export interface Refusal {
  readonly method: string
  /** Whose token it was: a job's and an app's begin with `ghs_`. */
  readonly token: string
  /** null: no answer, or not in time. */
  readonly status: number | null
  readonly message: string
  readonly headers: { readonly [name: string]: string | number | undefined }
}

/** Waits in seconds where the server does not name one. */
const BACK_OFF = [1, 3]
/** GitHub asks for at least a minute after a secondary limit that names no time. */
const SECONDARY = 60

/** Seconds to wait before the next attempt; undefined: there is none. `attempt` counts from 0. */
export function planRetry(refusal: Refusal, attempt: number, now: number): number | undefined {
  const backOff = BACK_OFF[attempt]
  if (backOff === undefined) return undefined
  if (isLimited(refusal)) return waitOf(refusal, now) ?? SECONDARY
  // A POST without an answer may have been carried out: asking again would do it twice.
  if (refusal.method === 'POST') return undefined
  return refusal.status === null || refusal.status >= 500 ? backOff : undefined
}

function isLimited({ status, message, headers }: Refusal): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  return (
    headers['retry-after'] !== undefined ||
    headers['x-ratelimit-remaining'] === '0' ||
    /secondary rate limit/i.test(message)
  )
}

function waitOf({ headers }: Refusal, now: number): number | undefined {
  const after = Number(headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(after)) return Math.max(0, after)
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset))
    return Math.max(0, reset - Math.floor(now / 1000)) + 1
  return undefined
}

/** All that the action ever needs, as a workflow writes it. */
const NEEDED: { readonly [scope: string]: string } = { contents: 'read', actions: 'read', 'pull-requests': 'write' }

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a workflow says
const JOB_TOKEN = 'github-token: ${{ github.token }}'

/** Causes that GitHub names in words. One status has many, so the words decide before any header does. */
const CAUSES: readonly (readonly [said: RegExp, cause: string, cure: string])[] = [
  [/token or opts\.auth is required/, 'there is no token', JOB_TOKEN],
  [/is locked/, 'the conversation is locked', 'unlock the conversation of the pull request, or set `comment: false`'],
  [/was archived/, 'the repository is archived', 'unarchive the repository: an archived one takes no comment'],
  [
    /IP allow list/,
    "the organization's IP allow list refuses this runner",
    "let an owner of the organization add the runner's address to the list, or use a runner that is on it",
  ],
  [/SAML enforcement/, 'the token is not authorized for single sign-on', `authorize the token, or ${JOB_TOKEN}`],
  [
    /Resource protected by organization|forbids access via/,
    'the organization does not accept this kind of token',
    JOB_TOKEN,
  ],
  [/Upgrade to GitHub|Upgrade your plan/, "the owner's plan does not have this", 'set `comment: false`, or upgrade'],
  [/billing|spending limit/, "the owner's account is not paid", 'settle the billing of the account that owns this'],
]

export function explain(asked: string, refusal: Refusal): Fault {
  const { status, message } = refusal
  const said = `${asked}: ${status ?? 'no answer'}${message ? `, ${firstLine(message)}` : ''}`
  const [, cause, cure] = CAUSES.find(([words]) => words.test(message)) ?? []
  if (cure !== undefined) return { where: 'api', message: `${said} (${cause})`, fix: cure }
  const needs = missingPermissions(refusal)
  if (needs.length > 0) {
    // One line to paste into the workflow; what is not named there becomes `none`, so all of it is named.
    const all = Object.entries({ ...NEEDED, ...Object.fromEntries(needs) })
    const message = `${said} (the token lacks ${levels(needs)})`
    return { where: 'api', message, fix: `permissions: { ${levels(all)} }` }
  }
  return { where: 'api', message: said, fix: fixOf(refusal) }
}

const levels = (some: readonly Permission[]): string => some.map(([scope, level]) => `${scope}: ${level}`).join(', ')

function fixOf(refusal: Refusal): string | undefined {
  if (refusal.status === 401)
    return refusal.token.startsWith('ghs_')
      ? "re-run the job: this token has expired (a job's ends with the job, an app's after an hour)"
      : `renew the token, or ${JOB_TOKEN}`
  if (isLimited(refusal) || refusal.status === null || refusal.status >= 500) return 're-run the job'
  return undefined
}

type Permission = readonly [scope: string, level: string]

/** GitHub's 403 names no permission, its header does: `issues=write; pull_requests=write` is one of both. */
function missingPermissions(refusal: Refusal): readonly Permission[] {
  if (refusal.status !== 403 || isLimited(refusal)) return []
  const sets = String(refusal.headers['x-accepted-github-permissions'] ?? '')
    .split(';')
    .map(parseSet)
    .filter((set) => set.length > 0)
  return sets.find((set) => set.some(([scope]) => scope === 'pull-requests')) ?? sets[0] ?? []
}

const parseSet = (text: string): Permission[] =>
  text.split(',').flatMap((one): Permission[] => {
    const [, scope = '', level = ''] = /^\s*([a-z_]+)=(read|write)\s*$/.exec(one) ?? []
    // `metadata` is always granted and no workflow can name it.
    return scope && scope !== 'metadata' ? [[scope.replaceAll('_', '-'), level]] : []
  })

/** The server's words are not ours: one line, without control characters, and not endless. */
function firstLine(message: string): string {
  const [line = ''] = message.replace(/ - https?:\S+$/, '').split(/[\r\n]/)
  return line.replace(/\p{C}/gu, '').slice(0, 200)
}
