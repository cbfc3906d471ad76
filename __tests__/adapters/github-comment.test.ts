import { describe, expect, test } from 'vitest'
import {
  createCommentListing,
  listComments,
  type StickyCommentOptions,
  upsertComment,
} from '../../src/adapters/sticky-comment.ts'
import { writeMarker } from '../../src/core/marker.ts'
import { clientOf, requestsOf } from '../support/clients.ts'
import { useBed } from '../support/use-bed.ts'

const BOT = 'github-actions[bot]'
const [A, B] = ['a'.repeat(40), 'b'.repeat(40)]
const key = { key: '', workflow: 'ci.yml' }
const stamp = { head: A, run: 20, attempt: 1, at: 1000 }
const report = (words: string) => `**Where it ran: ${words}**`
const mine = (words: string, more: Partial<typeof stamp> = {}) =>
  `${report(words)}\n\n${writeMarker(key, { ...stamp, ...more })}\n`

const bed = useBed()
let number = 0

/** A pull request of its own for each test. */
function open() {
  number += 1
  bed.gh.addPull({ number })
  return number
}
function sticky(pullNumber: number, more: Partial<StickyCommentOptions> = {}) {
  const api = more.api ?? clientOf(bed)
  const options: StickyCommentOptions = {
    api,
    pullNumber,
    key,
    stamp,
    listed: createCommentListing(api, pullNumber),
    list: () => listComments(api, pullNumber),
    tokenKind: 'installation',
    whenRefused: '',
    ...more,
  }
  return { upsert: (body: string) => upsertComment(options, body) }
}
const commentsOn = (pullNumber: number) =>
  [...bed.gh.state.comments.values()].filter(({ issue }) => issue === pullNumber)
const bodiesOn = (pullNumber: number) => commentsOn(pullNumber).map(({ body }) => body)

describe('the first report', () => {
  test('creates the comment, marker last', async () => {
    const on = open()
    const outcome = await sticky(on).upsert(report('report'))
    const [comment] = commentsOn(on)
    expect(outcome).toEqual({ status: 'created', url: expect.stringContaining(`#issuecomment-${comment?.id}`) })
    expect(comment?.body).toBe(
      `**Where it ran: report**\n\n<!-- where-it-ran: workflow=ci.yml head=${A} run=20 attempt=1 at=1000 -->\n`,
    )
  })

  test.each([
    ['a person pasted our marker', mine('fake'), 'eve'],
    ['a person quotes our comment', `> ${mine('fake').replaceAll('\n', '\n> ')}`, BOT],
    ['text follows the marker', `${mine('fake')} and more`, BOT],
    ['it is another key', mine('fake').replace('where-it-ran:', 'where-it-ran:other'), BOT],
    ['it is another workflow', mine('fake').replace('ci.yml', 'lint.yml'), BOT],
  ])('%s: that comment is left alone', async (_, body, user) => {
    const on = open()
    bed.gh.addComment(on, body, user)
    expect(await sticky(on).upsert(report('report'))).toMatchObject({ status: 'created' })
    expect(bodiesOn(on)).toEqual([body, mine('report')])
  })
})

describe('the next report', () => {
  test('updates it, wherever it stands', async () => {
    const on = open()
    for (let i = 0; i < 120; i++) bed.gh.addComment(on, `chat ${i}`)
    const comment = bed.gh.addComment(on, mine('old', { head: B, run: 10 }), BOT)
    const from = bed.gh.requests.length
    expect(await sticky(on).upsert(report('new'))).toMatchObject({ status: 'updated' })
    expect(commentsOn(on).length).toBe(121)
    expect(bed.gh.state.comments.get(comment.id)?.body).toBe(mine('new'))
    expect(requestsOf(bed, from)).toEqual([
      'GET issues/list-comments',
      'GET issues/list-comments',
      'GET issues/get-comment',
      'PATCH issues/update-comment',
    ])
  })

  test.each([
    ['the same words', 'report', 'report'],
    ['another run', 'in run 19, /o/r/actions/runs/19', 'in run 20, /o/r/actions/runs/20'],
    ['another time', 'at 2026-01-01T10:00:00Z', 'at 2026-01-02T11:30:00Z'],
    ['other line ends', 'one\r\ntwo', 'one\ntwo'],
  ])('%s: nothing is written', async (_, old, now) => {
    const on = open()
    bed.gh.addComment(on, mine(old, { run: 19, at: 900 }), BOT)
    const from = bed.gh.requests.length
    expect(await sticky(on).upsert(report(now))).toMatchObject({
      status: 'unchanged',
      url: expect.stringContaining('#'),
    })
    expect(requestsOf(bed, from)).toEqual(['GET issues/list-comments', 'GET issues/get-comment'])
  })

  test('the same words about another head are written: the stamp must move', async () => {
    const on = open()
    bed.gh.addComment(on, mine('report', { head: B, run: 19 }), BOT)
    expect(await sticky(on).upsert(report('report'))).toMatchObject({ status: 'updated' })
    expect(bodiesOn(on)).toEqual([mine('report')])
  })

  test.each([
    ['of a later run about another head', { head: B, run: 21, at: 1 }, false],
    ['of an earlier run about another head', { head: B, run: 19, at: 5000 }, true],
    ['of a later look at the same head', { run: 19, at: 1001 }, false],
    ['of an earlier look at the same head, though its run is later', { run: 21, at: 999 }, true],
    ['of a later attempt of the same run', { attempt: 2, at: 1 }, false],
    ['of an earlier attempt of the same run', { attempt: 0, at: 5000 }, true],
    ['of the same run, which posted by itself after it began', { at: 1001 }, false],
    ['of the same run, posted for it like this one', { at: 1000 }, true],
  ])('over one %s', async (_, there, written) => {
    const on = open()
    const before = mine('there', there)
    bed.gh.addComment(on, before, BOT)
    const outcome = await sticky(on).upsert(report('mine'))
    expect(outcome.status).toBe(written ? 'updated' : 'skipped')
    expect(bodiesOn(on)).toEqual([written ? mine('mine') : before])
  })

  test.each([
    ['a pass never stands over the blocked comment of another job', 'blocked, 1 cell', 'pass, 3 cells', {}, false],
    ['a blocked one stands over a pass', 'pass, 3 cells', 'blocked, 1 cell', {}, true],
    ['another attempt of it may pass', 'blocked, 1 cell', 'pass, 3 cells', { attempt: 0 }, true],
  ])('of the same run: %s', async (_, there, mineNow, stamped, written) => {
    const on = open()
    bed.gh.addComment(on, mine(there, { at: 999, ...stamped }), BOT)
    const outcome = await sticky(on).upsert(report(mineNow))
    expect(outcome.status).toBe(written ? 'updated' : 'skipped')
    if (!written) expect(outcome).toMatchObject({ fix: expect.stringContaining('comment-key') })
    expect(bodiesOn(on)).toEqual([written ? mine(mineNow) : mine(there, { at: 999 })])
  })

  test('a stamp that is not understood protects nothing', async () => {
    const on = open()
    bed.gh.addComment(on, mine('there').replace('run=20', `run=${'9'.repeat(30)}`), BOT)
    expect(await sticky(on).upsert(report('mine'))).toMatchObject({ status: 'updated' })
  })

  test('deleted since it was listed: it is made anew', async () => {
    const on = open()
    const comment = bed.gh.addComment(on, mine('old', { run: 10 }), BOT)
    const api = clientOf(bed)
    const listed = createCommentListing(api, on)
    await listed()
    bed.gh.state.comments.delete(comment.id)
    expect(await sticky(on, { api, listed }).upsert(report('new'))).toMatchObject({ status: 'created' })
    expect(bodiesOn(on)).toEqual([mine('new')])
  })

  test.each([404, 410])('%i right at the write: it is made anew', async (status) => {
    const on = open()
    const comment = bed.gh.addComment(on, mine('old', { run: 10 }), BOT)
    bed.faults.push({ match: /PATCH/, status })
    const api = clientOf(bed)
    const list = () => {
      bed.gh.state.comments.delete(comment.id)
      return listComments(api, on)
    }
    expect(await sticky(on, { api, list }).upsert(report('new'))).toMatchObject({ status: 'created' })
    expect(bodiesOn(on)).toEqual([mine('new')])
  })

  test('a write that is always 404 ends, and leaves no second comment', async () => {
    const on = open()
    bed.gh.addComment(on, mine('old', { run: 10 }), BOT)
    bed.faults.push({ match: /PATCH/, times: 99, status: 404 })
    expect(await sticky(on).upsert(report('new'))).toMatchObject({ status: 'skipped' })
    expect(commentsOn(on).length).toBe(1)
  })
})

describe('two runs at once', () => {
  test('leave one comment, the older, with the newer report', async () => {
    const on = open()
    const empty = async () => ({ ok: true, data: [] }) as const
    const first = sticky(on, { listed: empty })
    const second = sticky(on, { listed: empty, stamp: { ...stamp, at: 1001 } })
    const outcomes = await Promise.all([first.upsert(report('first')), second.upsert(report('second'))])
    expect(commentsOn(on).length).toBe(1)
    expect(bodiesOn(on)[0]).toContain('second')
    expect(outcomes.map(({ status }) => status)).toContain('created')
  })

  test('doubles left behind are taken away', async () => {
    const on = open()
    const oldest = bed.gh.addComment(on, mine('one', { run: 1, head: B }), BOT)
    bed.gh.addComment(on, mine('two', { run: 2, head: B }), BOT)
    bed.gh.addComment(on, mine('not ours'), 'eve')
    await sticky(on).upsert(report('new'))
    expect(commentsOn(on).map(({ id, body }) => [id === oldest.id, body])).toEqual([
      [true, mine('new')],
      [false, mine('not ours')],
    ])
  })
})

test('what another workflow repeats of a stranger’s words is not ours, whatever it ends with', async () => {
  const on = open()
  const echo = `Thanks! You wrote:\n\n${mine('approved', { run: 999_999_999_999_999 })}`
  bed.gh.addComment(on, echo, BOT)
  expect(await sticky(on).upsert(report('new'))).toMatchObject({ status: 'created' })
  expect(bodiesOn(on)).toEqual([echo, mine('new')])
})

describe('under another name', () => {
  test("a person's token finds its own comment, not the workflow's", async () => {
    const on = open()
    const token = bed.addToken(`ghp_${on}`, 'write-all', 'robo')
    const workflow = bed.gh.addComment(on, mine('workflow', { run: 10 }), BOT)
    const own = bed.gh.addComment(on, mine('old', { run: 10 }), 'robo')
    const options = { api: clientOf(bed, { token }), tokenKind: 'other' } as const
    expect(await sticky(on, options).upsert(report('new'))).toMatchObject({ status: 'updated' })
    expect(bed.gh.state.comments.get(workflow.id)?.body).toBe(mine('workflow', { run: 10 }))
    expect(bed.gh.state.comments.get(own.id)?.body).toBe(mine('new'))
  })

  test("another app's token finds its own", async () => {
    const on = open()
    const token = bed.addToken(`ghs_app_${on}`, 'write-all', 'robo[bot]')
    bed.gh.addComment(on, mine('old', { run: 10 }), 'robo[bot]')
    expect(await sticky(on, { api: clientOf(bed, { token }) }).upsert(report('new'))).toMatchObject({
      status: 'updated',
    })
    expect(bodiesOn(on)).toEqual([mine('new')])
  })

  test("when GitHub does not say who we are, a person's token leaves the workflow's comment alone", async () => {
    const on = open()
    const workflow = bed.gh.addComment(on, mine('workflow', { run: 10 }), BOT)
    const token = bed.addToken(`ghp_alone_${on}`, 'write-all', 'octocat')
    bed.faults.push({ match: /graphql/, times: 9, status: 502 })
    const options = { api: clientOf(bed, { token }), tokenKind: 'other' as const }
    expect(await sticky(on, options).upsert(report('new'))).toMatchObject({ status: 'created' })
    expect(bed.gh.state.comments.get(workflow.id)?.body).toBe(mine('workflow', { run: 10 }))
  })

  test('when GitHub does not say who we are, no double stays', async () => {
    const on = open()
    const token = bed.addToken(`ghp_shy_${on}`, 'write-all', 'robo')
    bed.gh.addComment(on, mine('old', { run: 10 }), 'robo')
    bed.faults.push({ match: /graphql/, times: 9, status: 401 })
    const options = { api: clientOf(bed, { token }), tokenKind: 'other' } as const
    expect(await sticky(on, options).upsert(report('new'))).toMatchObject({ status: 'updated' })
    expect(bodiesOn(on)).toEqual([mine('new')])
  })
})
