/** An answer that was no success, in words: what was asked, what came, and the line that mends it. */
import type { Fault } from '../../core/model.ts'
import { isLimited, type Refusal } from './retry.ts'

/** All that the action ever needs, as a workflow writes it. */
const NEEDED: { readonly [scope: string]: string } = {
  contents: 'read',
  actions: 'read',
  'pull-requests': 'write',
}

/** What octokit says of an empty token, before it asks anybody. */
const NO_TOKEN = /token or opts\.auth is required/

export function explain(asked: string, refusal: Refusal): Fault {
  const { status, message } = refusal
  const said = `${asked}: ${status ?? 'no answer'}${message ? `, ${firstLine(message)}` : ''}`
  const fix = fixOf(refusal)
  return { where: 'api', message: `${said}${missing(refusal)}`, ...(fix ? { fix } : {}) }
}

function missing(refusal: Refusal): string {
  const needs = missingPermissions(refusal)
  return needs.length > 0
    ? ` (the token lacks ${needs.map(([scope, level]) => `${scope}: ${level}`).join(', ')})`
    : ''
}

function fixOf(refusal: Refusal): string | undefined {
  const needs = missingPermissions(refusal)
  if (needs.length > 0) return permissionsLine(Object.fromEntries(needs))
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a workflow says
  if (refusal.status === 401 || NO_TOKEN.test(refusal.message)) return 'github-token: ${{ github.token }}'
  if (isLimited(refusal) || refusal.status === null || refusal.status >= 500) return 're-run the job'
  return undefined
}

/** One line to paste into the workflow; what is not named there becomes `none`, so all of it is named. */
export function permissionsLine(more: { readonly [scope: string]: string } = {}): string {
  const all = Object.entries({ ...NEEDED, ...more })
  return `permissions: { ${all.map(([scope, level]) => `${scope}: ${level}`).join(', ')} }`
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
