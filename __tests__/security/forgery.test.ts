import { beforeAll, describe, expect, test } from 'vitest'
import { writeMarker } from '../../src/core/marker.ts'
import { renderMarkdown } from '../../src/core/report/markdown.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import { COMMAND, type FactOverrides, idOf } from '../support/facts.ts'
import { FORK, useBed } from '../support/use-bed.ts'
import { type Attempt, attempt, CLAIMS, fenced, type Pretext } from './support/attempt.ts'

const bed = useBed({ keep: ['comments', 'pulls', 'artifacts'] })
beforeAll(() => {
  bed.gh.setPermission('octocat', 'write')
  bed.gh.setPermission('reader', 'read')
})

const boxOf = ({ rows }: Verdict) => rows.map(({ cells }) => cells.box?.state)
const testsAt = ({ rows }: Verdict, place: 'local' | 'box' | 'ci') =>
  rows.find(({ kind }) => kind === 'tests green')?.cells[place]
const upload = (made: Attempt, text: string, run = made.earlierRun()) =>
  made.upload(run, 'probes-box', 'probes/box.txt', text)
const uploadBox = (made: Attempt, overrides: FactOverrides = {}) => upload(made, made.textOf('box', overrides))
const LEG = ['place = "ci"', 'place = "ci"\nleg = "a"'] as const

/** Green by an honest box: so each forgery below fails by what it is, and not by the scene. */
test('an honest box opens the gate', async () => {
  const verdict = await attempt(bed, (made) => uploadBox(made))
  expect(boxOf(verdict)).toEqual(['holds', 'holds', 'holds'])
  expect(verdict.gate.verdict).toBe('pass')
})

type Forge = (made: Attempt) => Promise<unknown> | unknown
const say =
  (login: string, of: (text: string, made: Attempt) => string = (text) => text): Forge =>
  (made) =>
    made.say(of(fenced(made.textOf('box')), made), login)
const copied = (text: string, { pull }: Attempt) =>
  `${text}\n${writeMarker({ key: '', workflow: 'ci.yml' }, { head: pull.head.sha, run: 1, attempt: 1, at: 1 })}`
const fromFork: Pretext = { pull: { head: { ref: 'topic', repo: FORK } } as never }

describe('a box file that is not to be heard', () => {
  test.each<[string, Forge, Pretext?]>([
    [
      'of a run of another fork',
      (made) => upload(made, made.textOf('box'), made.earlierRun({ head_repository: FORK })),
    ],
    ['of another repository whose branch has the same name', (made) => uploadBox(made), fromFork],
    ['under another name than the place that it says', (made) => upload(made, made.textOf('local'))],
    ['in a comment by a stranger', say('stranger')],
    ['in a comment by somebody who may only read', say('reader')],
    ['in a comment by a bot that is no agent', say('spam[bot]')],
    ['inside a quote of what somebody else said', say('octocat', (text) => text.replace(/^/gm, '> '))],
    ['inside our own comment, copied back', say('octocat', copied)],
    ['with a verdict in it', (made) => upload(made, `${made.textOf('box')}\n[verdict]\ngate = "pass"\n`)],
  ])('%s', async (_what, forge, pretext = {}) => {
    const verdict = await attempt(bed, forge, pretext)
    expect(boxOf(verdict)).toEqual(['unknown', 'unknown', 'unknown'])
    expect(verdict.gate.verdict).toBe('blocked')
  })

  test('about the content of an earlier pull request', async () => {
    const other = 'ee'.repeat(32)
    const verdict = await attempt(bed, async (made) =>
      made.write(
        'probes/box.txt',
        made.textOf('box', {
          git: { head: 'ee'.repeat(20), head_content: other, tree_content: other },
          tests: { content_before: other, content_after: other },
        }),
      ),
    )
    expect(verdict.gate.verdict).toBe('blocked')
    expect(boxOf(verdict)).not.toContain('holds')
  })
})

describe('ci speaks only for itself', () => {
  const red: FactOverrides = { tests: { exit_status: 1, failed: 3 } }
  test.each<[string, (made: Attempt, green: string) => Promise<unknown> | unknown]>([
    ['not through a committed ci file', (made, green) => made.write('probes/ci.txt', green)],
    ['not through a ci leg in the checkout', (made, green) => made.write('probes/ci-a.txt', green.replace(...LEG))],
    ['not through a comment of its author', (made, green) => made.say(fenced(green), 'octocat')],
    [
      'not through the artifact of an earlier run',
      (made, green) => made.upload(made.earlierRun(), 'probes-ci', 'probes/ci.txt', green),
    ],
    [
      'not through an upload of this very run',
      (made, green) => made.upload(made.run, 'probes-ci', 'probes/ci.txt', green),
    ],
    [
      'and a leg that is added only adds a condition',
      (made, green) => made.upload(made.run, 'probes-ci-a', 'probes/ci-a.txt', green.replace(...LEG)),
    ],
  ])('%s', async (_what, forge) => {
    const verdict = await attempt(bed, async (made) => {
      await uploadBox(made)
      const green = made.textOf('ci')
      // What this run itself found is red.
      const honest = made.textOf
      Object.assign(made, { textOf: (place: 'ci') => honest(place, red) })
      await forge(made, green)
    })
    expect(testsAt(verdict, 'ci')?.state).toBe('fails')
    expect(verdict.gate.verdict).toBe('blocked')
  })
})

describe('a record of tests that proves nothing', () => {
  test.each<[string, FactOverrides, string]>([
    [
      'committed to the repository',
      { tests: { tracked: true, believed: false, disbelief: ['tracked'] } },
      'FOREIGN_RECORD',
    ],
    ['synced from another machine', { tests: { session: { container: idOf('local', 3) } } }, 'FOREIGN_RECORD'],
    ['of a part of the suite', { tests: { narrowed: ['-k'], claimed_command: false } }, 'PARTIAL_RUN'],
    [
      'with fewer tests than ci ran',
      { tests: { functions: 25, files: { 'tests/test_config.py': undefined } } },
      'PARTIAL_RUN',
    ],
    ['of nothing', { tests: { passed: 0, skipped: 415 } }, 'NOTHING_EXECUTED'],
    ['of another command', { tests: { command: ['true'] } }, 'NO_RECORD'],
    ['while the tree changed', { tests: { content_after: 'aa'.repeat(32) } }, 'CHANGED_WHILE_RUNNING'],
    ['that is only said to be green', { tests: { believed: undefined } }, 'FACT_MISSING'],
  ])('%s', async (_what, overrides, reason) => {
    const verdict = await attempt(bed, (made) => uploadBox(made, overrides))
    expect(testsAt(verdict, 'box')?.state).not.toBe('holds')
    expect(testsAt(verdict, 'box')?.reason).toBe(reason)
    expect(verdict.gate.verdict).toBe('blocked')
  })

  test('the local file once more, called box: one machine is one place', async () => {
    const verdict = await attempt(bed, (made) =>
      upload(made, made.textOf('local').replace('place = "local"', 'place = "box"')),
    )
    expect(verdict.gate.verdict).toBe('blocked')
    expect(boxOf(verdict)).not.toContain('holds')
  })
})

describe('claims that the pull request bends', () => {
  const bent = async (head: object, who: Pretext = {}) => {
    const verdict = await attempt(bed, (made) => uploadBox(made), { base: CLAIMS, head, ...who })
    const report = renderMarkdown(verdict)
    return { verdict, said: verdict.loosened.map(({ what, key }) => `${what}: ${key}`), report }
  }
  const { env: _env, ...dropped } = CLAIMS
  const narrowed = { ...CLAIMS, env: [{ name: 'BILLING_MODE', in: ['ci'] }] }
  const command = { ...CLAIMS, tests: { ...CLAIMS.tests, command: ['true'] } }
  const explained = { ...CLAIMS, explain: { 'env var set/BILLING_MODE@box': { reason: 'UNSET', because: 'later' } } }
  const bends: readonly (readonly [string, object, string])[] = [
    ['dropped', dropped, 'claim dropped: env var set/BILLING_MODE'],
    ['narrowed', narrowed, 'claim narrowed: env var set/BILLING_MODE'],
    ['asked in fewer places', { ...CLAIMS, places: ['local', 'ci'] }, 'places narrowed: box'],
    ['explained', explained, 'explanation added: env var set/BILLING_MODE@box'],
    ['with another test command', command, 'command changed: true'],
  ]

  test.each(bends)('%s: said at the head of the report', async (_what, head, said) => {
    const bending = await bent(head)
    expect(bending.said).toContain(said)
    expect(bending.report.slice(0, 1500)).toContain('Loosened gate')
  })

  test.each(
    bends.map(([what, head], at) => [what, ['stranger', 'reader', 'copilot-swe-agent[bot]'][at % 3], head] as const),
  )('%s by %s, who may not: blocked', async (_what, user = '', head) => {
    const { verdict } = await bent(head, { pull: { user } })
    expect(verdict.gate.blocks.map(({ code }) => code)).toContain('LOOSENED')
  })

  test('an old green for another command', async () => {
    const { verdict } = await bent({ ...CLAIMS, tests: { ...CLAIMS.tests, command: [...COMMAND, '--strict'] } })
    expect(['local', 'box', 'ci'].map((place) => testsAt(verdict, place as 'box')?.state)).not.toContain('holds')
    expect(verdict.gate.verdict).toBe('blocked')
  })
})

test('a leg that is missing', async () => {
  const verdict = await attempt(
    bed,
    async (made) => {
      await uploadBox(made)
      const leg = made.textOf('box').replace('place = "box"', 'place = "box"\nleg = "a"')
      await made.upload(made.earlierRun(), 'probes-box-a', 'probes/box-a.txt', leg)
    },
    { expect: ['box-a', 'box-b'] },
  )
  expect(JSON.stringify(verdict.rows)).toContain('MISSING_LEG')
  expect(verdict.gate.verdict).toBe('blocked')
})

describe('loudly labelled, for it may be honest', () => {
  test('an artifact of another workflow: run and workflow stand beside it', async () => {
    const verdict = await attempt(bed, (made) =>
      upload(made, made.textOf('box'), made.earlierRun({ path: '.github/workflows/other.yml' })),
    )
    const report = renderMarkdown(verdict)
    expect(report).toContain('.github/workflows/other.yml')
    expect(report).toMatch(/probes-box.*run/)
  })

  test('a comment that was edited since', async () => {
    const verdict = await attempt(bed, async (made) => {
      const comment = made.bed.gh.addComment(made.pull.number, fenced(made.textOf('box')), 'octocat')
      comment.updated_at = '2030-01-01T00:00:00Z'
    })
    expect(renderMarkdown(verdict)).toContain('edited')
  })

  test('files that were made elsewhere: the report says what they are worth', async () => {
    expect(renderMarkdown(await attempt(bed, (made) => uploadBox(made)))).toMatch(/report on themselves/)
  })
})
