import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeMarker } from '../../src/core/marker.ts'
import { factsAt, openPull, pretendPython, type Started, startAction } from '../support/action.ts'
import { atRoot, type Fault, type Pull } from '../support/bed.ts'
import { mergeGroupEvent, pullRequestEvent, pushEvent, workflowRunEvent } from '../support/events.ts'
import { addFile, claimsText, fenced, filesWith } from '../support/green.ts'
import { FORK, HOME, useBed } from '../support/use-bed.ts'

/** Names as docs/faults.md has them. */
const FAULTS: { readonly [name: string]: Omit<Fault, 'match'> } = {
  '401': { status: 401, body: { message: 'Bad credentials' } },
  '403': { status: 403, body: { message: 'Resource not accessible by integration' } },
  '404': { status: 404, body: { message: 'Not Found' } },
  '409': { status: 409, body: { message: 'Conflict', msg: 'already exists' } },
  '410': { status: 410, body: { message: 'Gone' } },
  '422': { status: 422, body: { message: 'Validation Failed' } },
  '429': { rateLimit: 'secondary', status: 429, seconds: 30 },
  '500': { status: 500 },
  '502': { status: 502 },
  reset: { destroy: true },
  stall: { hang: true },
  truncated: { cut: true },
  HTML: { html: true },
}
/** Milliseconds; the usual ones would make an hour of it. Nothing is asked twice. */
const LIMITS = { patience: 0, upload: 2000 }
const SHORT = { ...LIMITS, timeout: 2000 }

/** Milliseconds: two requests that are not answered, the upload, and a machine that is busy. */
const LONGEST = 30_000

/** What is asked for people only: the gate stands on none of it. */
const SPARED =
  /actions\/runs\/\\d\+$|graphql|(?:POST|PATCH|DELETE) .*comments|GET .*issues\/comments|twirp|PUT .*storage/

const CLAIMS = claimsText()
const FILES = filesWith(CLAIMS)

const bed = useBed({ keep: ['comments', 'pulls', 'artifacts'] })
let id = 100
beforeAll(() => {
  bed.gh.setPermission('helper', 'write')
  bed.addToken('ghs_app', 'write-all', 'our-app[bot]')
})

type Ready = Omit<Started, 'bed' | 'here' | 'limits'>

/** Everything holds: local came in a comment of somebody who may write, box with an earlier run, ci is probed. */
async function green(): Promise<{ repo: Ready['repo'] & object; ci: string; head: string; pull: Pull }> {
  const scene = openPull(bed, FILES, {}, { 'README.md': 'the base moved\n' })
  scene.repo.checkout('topic')
  const [local, box] = [await factsAt(scene, 'local', CLAIMS), await factsAt(scene, 'box', CLAIMS)]
  scene.repo.checkout('main')
  bed.gh.addComment(7, fenced(local), 'helper')
  const head = scene.pull.head.sha
  const earlier = bed.addRun({ id: ++id, head_branch: 'topic', head_sha: head, head_repository: HOME })
  await addFile(bed, earlier, 'box', box)
  return { repo: scene.repo, ci: await factsAt(scene, 'ci', CLAIMS), head, pull: scene.pull }
}
const ownComment = (head: string) =>
  `**Where it ran: words**\n\n${writeMarker({ key: '', workflow: 'ci.yml' }, { head, run: 20, attempt: 1, at: 1 })}\n`
const runOf = (head: string) =>
  bed.addRun({ id: ++id, event: 'pull_request', head_branch: 'topic', head_sha: head, head_repository: HOME })

/** Runs whose requests are told apart; `only` the lookup, where the rest is as in the first. */
const RUNS: { readonly [name: string]: { make: () => Promise<Ready>; only?: RegExp } } = {
  'report, over our own comment': {
    async make() {
      const { repo, ci, head, pull } = await green()
      bed.gh.addComment(7, ownComment(head), 'our-app[bot]')
      const event = pullRequestEvent(pull as never)
      return { repo, run: runOf(head), event, token: 'ghs_app', with: { python: pretendPython(ci) } }
    },
  },
  'report, the first one, after a push': {
    async make() {
      const { repo, head } = await green()
      repo.checkout(head)
      const scene = { repo, pull: bed.gh.state.pulls.get(7), event: {} } as never
      const python = pretendPython(await factsAt(scene, 'ci', CLAIMS))
      const event = pushEvent({ ref: 'refs/heads/topic' })
      return { repo, run: runOf(head), event, eventName: 'push', with: { python } }
    },
    only: /commits\/\[0-9a-f\]\{40\}\/pulls|comments/,
  },
  'report, in a merge queue': {
    async make() {
      const { repo, ci, head, pull } = await green()
      const queued = `refs/heads/gh-readonly-queue/main/pr-7-${'c'.repeat(40)}`
      const event = mergeGroupEvent(queued, pull.base.sha)
      return { repo, run: runOf(head), event, eventName: 'merge_group', with: { python: pretendPython(ci) } }
    },
    only: /pulls\/7/,
  },
  'comment, for a fork': {
    async make() {
      const scene = openPull(bed, FILES, { user: 'eve' })
      scene.pull.head.repo = FORK
      scene.pull.merge_commit_sha = scene.repo.sha()
      const parents = [scene.pull.base.sha, scene.pull.head.sha]
      bed.gh.addCommit({ sha: scene.repo.sha(), files: { ...FILES, 'README.md': 'demo\n' }, parents })
      const head = { head_branch: 'topic', head_sha: scene.pull.head.sha }
      const theirs = bed.addRun({ id: ++id, ...head, head_repository: FORK })
      const ci = await factsAt(scene, 'ci', CLAIMS)
      await addFile(bed, theirs, 'ci', ci)
      const event = workflowRunEvent({ id: theirs.id, ...head, head_repository: { id: 99, owner: { login: 'eve' } } })
      const run = bed.addRun({ id: ++id, event: 'workflow_run' })
      return { run, event, eventName: 'workflow_run', with: { mode: 'comment' } }
    },
  },
}

/** What the bed holds before a run; each begins with the same. */
const held = () => [bed.gh.state.comments, bed.gh.state.pulls, bed.ac.artifacts] as Map<number, object>[]

async function prepare(name: string) {
  for (const map of held()) map.clear()
  const made = await RUNS[name]?.make()
  if (!made) throw new Error(`no run ${name}`)
  const before = held().map((map) => [...map].map(([key, value]) => [key, { ...value }] as const))
  return { made, before }
}

async function start({ made, before }: Awaited<ReturnType<typeof prepare>>, fault?: Fault) {
  for (const [at, map] of held().entries()) {
    map.clear()
    for (const [key, value] of before[at] ?? []) map.set(key, { ...value })
  }
  bed.faults.splice(0, bed.faults.length, ...(fault ? [fault] : []))
  const from = [bed.gh.requests.length, bed.ac.requests.length] as const
  const ran = await startAction({
    bed,
    here: true,
    limits: fault?.hang ? SHORT : fault ? LIMITS : {},
    ...made,
    run: runOf(made.run.head_sha),
  })
  bed.faults.length = 0
  const journal = [...bed.gh.requests.slice(from[0]), ...bed.ac.requests.slice(from[1])]
  return { ran, journal: journal.map(({ method, url }) => patternOf(`${method} ${url}`)) }
}

/** A request without what is another in every run: ids, commits, signatures. */
const patternOf = (request: string): string =>
  request
    .replace(/\/devstoreaccount1\/[^?]*\?/, '/storage?')
    .replace(/[?&](?:sv|st|se|sr|sp|sig|rscd|rsct|blockid|spr)=[^&]*/g, '')
    .replace(/&(?:blockid|sig)=[^&]*/g, '')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\/[0-9a-f]{40}\b/g, '/[0-9a-f]{40}')
    .replace(/ref=[0-9a-f]{40}/g, 'ref=[0-9a-f]{40}')
    .replace(/\/\d{3,}\b/g, '/\\d+')

/** The pattern finds the request again, wherever the parts stood that were taken out. */
const matcherOf = (pattern: string): RegExp =>
  pattern.includes('/storage')
    ? new RegExp(`^${pattern.split(' ')[0]} /devstoreaccount1/.*${pattern.split('\\?')[1] ?? ''}`)
    : new RegExp(`^${pattern}$`)

interface Step {
  readonly pattern: string
  /** How many of the same came before it. */
  readonly after: number
}

const stepsOf = (journal: readonly string[]): Step[] =>
  journal.map((pattern, at) => ({ pattern, after: journal.slice(0, at).filter((one) => one === pattern).length }))
const full = process.env.FAULTS === 'full'
const KINDS = Object.keys(FAULTS)
/** One fault at each request; every kind has its turn. */
const kindsAt = (index: number): readonly string[] =>
  full ? KINDS : KINDS.filter((_, at) => at === (index * 5) % KINDS.length)

/** The gate of a report is to be shut by it. */
const shuts = ({ pattern, after }: Step): boolean =>
  // The second list only looks whether another run has created a comment meanwhile.
  !SPARED.test(pattern) && !(after > 0 && pattern.includes('comments'))

type Ran = Awaited<ReturnType<typeof start>>['ran']
const ownComments = () => [...bed.gh.state.comments.values()].filter(({ body }) => body.includes('where-it-ran:'))

/** What is wrong with how a run ended, whatever broke on the way. */
function wrongOf({ code, ms, outputs, commands, summary }: Ran): string[] {
  const { verdict, unknown, 'comment-status': status = '', 'comment-url': url } = outputs
  const posted = /^(?:created|updated|unchanged)$/.test(status)
  const errors = commands.filter(({ command }) => command === 'error')
  return [
    ms < LONGEST ? '' : `it took ${ms} ms`,
    verdict === 'pass' || verdict === 'blocked' ? '' : `its verdict is ${verdict}`,
    verdict === 'pass' && unknown !== '0' ? `it is green with ${unknown} unknown` : '',
    verdict === 'pass' && code !== 0 ? `it passed and ended with ${code}` : '',
    (code === 1) === (errors.length === 1) ? '' : `it ended with ${code} and ${errors.length} errors`,
    posted || status.length > 20 ? '' : `of the comment it says only ${status}`,
    posted && (ownComments().length !== 1 || !url) ? `it says ${status} and there is none` : '',
    ownComments().length > 1 ? 'there are two comments' : '',
    summary.includes('Where it ran') ? '' : 'its summary is empty',
  ].filter(Boolean)
}

function unexpectedOf(name: string, step: Step, { code, outputs, summary }: Ran): string[] {
  if (name.startsWith('comment')) {
    const posted = outputs['comment-status'] === 'created'
    const says = ownComments().some(({ body }) => /(?<!is no )\bpass\b/.test(body))
    return [
      outputs.verdict === 'blocked' && !says ? '' : 'it says that something passed',
      posted === (code === 0) ? '' : `comment ${outputs['comment-status']}, and it ended with ${code}`,
    ].filter(Boolean)
  }
  const expected = shuts(step) ? 'blocked' : 'pass'
  const told = !/twirp|PUT/.test(step.pattern) || summary.includes('Not done: ')
  return [
    outputs.verdict === expected ? '' : `it is ${outputs.verdict}, not ${expected}`,
    expected === 'blocked' && code !== 1 ? `it ended with ${code}` : '',
    told ? '' : 'the summary does not tell of the upload',
  ].filter(Boolean)
}

test('docs/faults.md says how long things take', () => {
  const read = (file: string) => fs.readFileSync(atRoot(file), 'utf8')
  const constant = (file: string, name: string) =>
    new RegExp(`const ${name} = (.*)`).exec(read(`src/adapters/${file}`))?.[1]
  const says = (words: string) => expect(read('docs/faults.md')).toContain(words)
  expect(constant('github-client/github-client.ts', 'TIMEOUT')).toBe('10_000')
  says('| one request | 10 s,')
  expect(constant('github-client/refusal.ts', 'BACK_OFF')).toBe('[1, 3]')
  says('| attempts | 3, after 1 s and 3 s;')
  expect(constant('github-client/github-client.ts', 'PATIENCE')).toBe('60_000')
  says('60 s in a whole run')
  expect(constant('artifact-upload.ts', 'TIMEOUT')).toBe('120_000')
  says('| one upload | 120 s |')
})

test.each(KINDS)('docs/faults.md has a row for %s', (kind) => {
  const rows = fs.readFileSync(atRoot('docs/faults.md'), 'utf8').split('\n')
  const row = rows.find((line) => line.startsWith(`| \`${kind}\` |`))
  const [, , sees = '', gate = ''] = row?.split('|') ?? []
  expect([sees.trim().length > 10, gate.trim().length > 3]).toEqual([true, true])
})

describe('one fault, at one request', () => {
  test.each(Object.entries(RUNS))(
    '%s',
    async (name, { only }) => {
      const ready = await prepare(name)
      const clean = await start(ready)
      expect(wrongOf({ ...clean.ran, ms: 0 })).toEqual([])
      expect(clean.ran.code).toBe(0)
      const steps = stepsOf(clean.journal).filter(({ pattern }) => !only || only.test(pattern))
      expect(steps.length).toBeGreaterThan(0)
      const wrong: string[] = []
      let count = 0
      for (const [index, step] of steps.entries())
        for (const kind of kindsAt(index)) {
          const { pattern, after } = step
          const { ran } = await start(ready, { ...FAULTS[kind], match: matcherOf(pattern), after, times: 1e6 })
          const found = [...wrongOf(ran), ...unexpectedOf(name, step, ran)]
          wrong.push(...found.map((one) => `${kind} at ${pattern}, after ${after}: ${one}`))
          count += 1
        }
      if (full) process.stdout.write(`${name}: ${steps.length} requests, ${count} runs\n`)
      expect(wrong).toEqual([])
    },
    1_200_000,
  )
})
