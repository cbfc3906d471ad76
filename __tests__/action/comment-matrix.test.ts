/**
 * Every event × kind of token × what already stands on the pull request. The suite runs a spread of it;
 * `MATRIX=full npx vitest run __tests__/action/comment-matrix.test.ts` runs every cell.
 */
import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeMarker } from '../../src/core/marker.ts'
import { factsAt, openPull, pretendPython, type Started, startAction } from '../support/action.ts'
import { needs } from '../support/bed/fake-github.mjs'
import { atRoot, type Exchange, type Pull } from '../support/bed.ts'
import { issueCommentEvent, mergeGroupEvent, pullRequestEvent, pushEvent, workflowRunEvent } from '../support/events.ts'
import { FORK, useBed } from '../support/use-bed.ts'

type Outcome = 'created' | 'updated' | 'newer' | 'refused'
const TOKENS = ['workflow', 'read-only', 'person', 'app'] as const
const STANDING = ['none', 'own', 'foreign', 'newer'] as const
type Token = (typeof TOKENS)[number]
type Standing = (typeof STANDING)[number]

/** What becomes of the comment, under every event that has a pull request to comment on. */
const EXPECTED: { readonly [T in Token]: { readonly [S in Standing]: Outcome } } = {
  workflow: { none: 'created', own: 'updated', foreign: 'created', newer: 'newer' },
  'read-only': { none: 'refused', own: 'refused', foreign: 'refused', newer: 'newer' },
  person: { none: 'created', own: 'updated', foreign: 'created', newer: 'newer' },
  app: { none: 'created', own: 'updated', foreign: 'created', newer: 'newer' },
}
const STATUS: { readonly [O in Outcome]: RegExp } = {
  created: /^created$/,
  updated: /^updated$/,
  newer: /^skipped: run 900000 has already reported, and it is newer$/,
  refused: /^skipped: (?:POST|PATCH) .* 403, .*the token lacks .*pull-requests: write/,
}
const WRITES: { readonly [O in Outcome]?: readonly string[] } = {
  created: ['issues/create-comment'],
  updated: ['issues/update-comment'],
  newer: [],
}
const LOGIN: { readonly [T in Token]: string } = {
  workflow: 'github-actions[bot]',
  'read-only': 'github-actions[bot]',
  person: 'maintainer',
  app: 'our-app[bot]',
}

/** What README.md asks for is all that a token here has. */
const documented = parse(/```yaml\n(permissions:\n(?: .*\n)+)/.exec(readme())?.[1] ?? '').permissions as Record<
  string,
  'read' | 'write'
>
const readOnly = Object.fromEntries(Object.keys(documented).map((scope) => [scope, 'read' as const]))
function readme() {
  return fs.readFileSync(atRoot('README.md'), 'utf8')
}

const CLAIMS = `${JSON.stringify({ salt: 'ab'.repeat(16), places: ['ci'], packages: ['requests'] })}\n`

const bed = useBed({ keep: ['pulls'] })
let id = 100
const tokens = {} as Record<Token, string>
beforeAll(() => {
  for (const token of TOKENS) {
    const name = `${token === 'person' ? 'ghp' : 'ghs'}_${token}`
    tokens[token] = bed.addToken(name, token === 'read-only' ? readOnly : documented, LOGIN[token])
  }
})

type Ready = Omit<Started, 'bed' | 'run' | 'token'>

/** A pull request with all that a green ci needs, under an event that says so of it. */
async function ready(
  eventName: string,
  eventOf: (pull: Pull) => unknown,
  more: Partial<Pull> = {},
  withs: Record<string, string> = {},
): Promise<Ready> {
  bed.gh.state.pulls.clear()
  const scene = openPull(bed, { 'probes/claims.json': CLAIMS }, more)
  if (more.user === 'eve') scene.pull.head.repo = FORK
  const python = pretendPython(await factsAt(scene, 'ci', CLAIMS))
  if (['push', 'workflow_dispatch'].includes(eventName)) scene.repo.checkout(scene.pull.head.sha)
  return { repo: scene.repo, eventName, event: eventOf(scene.pull), with: { python, ...withs } }
}

async function afterForkRun(): Promise<Ready> {
  const { repo: _, ...rest } = await ready(
    'workflow_run',
    (pull) =>
      workflowRunEvent({
        id: ++id,
        head_sha: pull.head.sha,
        head_branch: 'topic',
        head_repository: { id: FORK.id, owner: { login: 'eve' } },
      }),
    { user: 'eve' },
  )
  bed.addRun({ id, event: 'pull_request', head_branch: 'topic', head_repository: FORK })
  return { ...rest, with: { mode: 'comment' } }
}

/** Under each event: how it is made, and why there is no comment where there is none. */
const EVENTS: { readonly [name: string]: { make: () => Promise<Ready>; silent?: RegExp } } = {
  pull_request: { make: () => ready('pull_request', pullRequestEvent) },
  'pull_request, from a fork': { make: () => ready('pull_request', pullRequestEvent, { user: 'eve' }) },
  'pull_request, by Dependabot': { make: () => ready('pull_request', pullRequestEvent, { user: 'dependabot[bot]' }) },
  pull_request_target: { make: () => ready('pull_request_target', pullRequestEvent) },
  workflow_run: { make: afterForkRun },
  'push, to its branch': { make: () => ready('push', () => pushEvent({ ref: 'refs/heads/topic' })) },
  'workflow_dispatch, with pr-number': { make: () => ready('workflow_dispatch', () => ({}), {}, { 'pr-number': '7' }) },
  issue_comment: { make: () => ready('issue_comment', () => issueCommentEvent({ number: 7, pull_request: {} })) },
  merge_group: {
    make: () =>
      ready('merge_group', ({ base }) =>
        mergeGroupEvent(`refs/heads/gh-readonly-queue/main/pr-7-${'c'.repeat(40)}`, base.sha),
      ),
    silent: /a merge queue leaves the comment/,
  },
  'push, to main': {
    make: async () => {
      const made = await ready('push', () => pushEvent({ ref: 'refs/heads/main' }))
      bed.gh.state.pulls.clear()
      return made
    },
    silent: /no open pull request has commit/,
  },
  workflow_dispatch: { make: () => ready('workflow_dispatch', () => ({})), silent: /give one with pr-number/ },
  schedule: { make: () => ready('schedule', () => ({})), silent: /a schedule event belongs to no pull/ },
}

const marked = (run: number) =>
  `**Where it ran: words**\n\n${writeMarker({ key: '', workflow: 'ci.yml' }, { head: 'b'.repeat(40), run, attempt: 1, at: 1 })}\n`

function put(standing: Standing, token: Token) {
  if (standing === 'own') bed.gh.addComment(7, marked(20), LOGIN[token])
  if (standing === 'newer') bed.gh.addComment(7, marked(900000), LOGIN[token])
  // Anybody can paste a marker, and say that it is of a newer run.
  if (standing === 'foreign') bed.gh.addComment(7, marked(900000), 'eve')
}

/** What a request needs, in the words of `x-accepted-github-permissions`, is among what the README asks for. */
function isDocumented({ operation = '' }: Exchange): boolean {
  if (operation === 'graphql') return true
  return (needs[operation] ?? 'unknown=write').split(';').some((set) =>
    set.split(',').every((one) => {
      const [scope = '', level] = one.trim().replaceAll('_', '-').split('=')
      return scope === 'metadata' || [level, 'write'].includes(documented[scope] ?? '')
    }),
  )
}

const full = process.env.MATRIX === 'full'
const names = Object.keys(EVENTS)
/** Every cell under two events, a diagonal under the others: each token and each comment once. */
const isRun = (event: string, token: Token, standing: Standing): boolean =>
  full || event === 'pull_request' || (TOKENS.indexOf(token) + names.indexOf(event)) % 4 === STANDING.indexOf(standing)

describe.each(Object.entries(EVENTS))('%s', (name, { make, silent }) => {
  let made: Ready
  let run: Awaited<ReturnType<typeof bed.addRun>>
  beforeAll(async () => {
    made = await make()
    run = bed.addRun({ id: ++id, event: made.eventName ?? '', head_branch: 'topic' })
  })

  const cells = TOKENS.flatMap((token) => STANDING.map((standing) => [token, standing] as const))
  test.each(cells.filter(([token, standing]) => isRun(name, token, standing)))(
    'token: %s, comment: %s',
    async (token, standing) => {
      put(standing, token)
      const [before, from] = [structuredClone([...bed.gh.state.comments.values()]), bed.gh.requests.length]
      const ran = await startAction({ bed, run, token: tokens[token], here: true, ...made })
      const journal = bed.gh.requests.slice(from)
      const writes = journal.filter(({ method, operation }) => method !== 'GET' && operation !== 'graphql')
      const expected = EXPECTED[token][standing]
      const status = ran.outputs['comment-status']

      expect(status).toMatch(silent ?? STATUS[expected])
      expect(bed.violations).toEqual([])
      expect(journal.filter((one) => !isDocumented(one))).toEqual([])
      // Whether a token may write is found out by writing, once; nothing else is refused.
      const refused = journal.filter((one) => one.status === 401 || one.status === 403)
      expect(refused.length).toBe(!silent && expected === 'refused' ? 1 : 0)
      if (!silent && expected === 'refused') expect(writes).toEqual(refused)
      else expect(writes.map(({ operation }) => operation)).toEqual(silent ? [] : WRITES[expected])

      const after = [...bed.gh.state.comments.values()]
      if (expected !== 'updated' || silent) expect(after.slice(0, before.length)).toEqual(before)
      expect(after.length - before.length).toBe(!silent && expected === 'created' ? 1 : 0)
      for (const written of after.slice(before.length)) expect(written.user?.login).toBe(LOGIN[token])
    },
  )
})
