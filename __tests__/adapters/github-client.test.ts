import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { explain, planRetry, type Refusal } from '../../src/adapters/github-client/refusal.ts'
import { lastPage } from '../../src/adapters/github-client/transport.ts'
import { clientOf } from '../support/clients.ts'
import { useBed } from '../support/use-bed.ts'

const bed = useBed({ keep: ['pulls', 'comments'] })
let from: number
beforeAll(() => {
  bed.gh.addPull({ number: 7, body: 'words' })
})
beforeEach(() => {
  from = bed.gh.requests.length
})
const seen = () => bed.gh.requests.slice(from).length
const getPull = (api = clientOf(bed)) => api.ask('GET /repos/{owner}/{repo}/pulls/{pull_number}', { pull_number: 7 })
const postComment = (api = clientOf(bed)) =>
  api.ask('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: 7, body: 'hello' })

test('an answer', async () => {
  expect(await getPull()).toMatchObject({ ok: true, data: { number: 7, body: 'words' } })
  expect(seen()).toBe(1)
})

describe('asks again', () => {
  test.each([
    ['502', { status: 502 }],
    ['a connection that breaks', { destroy: true }],
    ['429 that names its time', { status: 429, headers: { 'retry-after': '1' } }],
    ['a secondary limit', { rateLimit: 'secondary' as const, seconds: 1 }],
    ['a primary limit that ends soon', { rateLimit: 'primary' as const, seconds: 1 }],
  ])('after %s', async (_, fault) => {
    bed.faults.push({ match: /pulls\/7/, ...fault })
    expect(await getPull()).toMatchObject({ ok: true })
    expect(seen()).toBe(2)
  })

  test('three times at most', async () => {
    bed.faults.push({ match: /pulls\/7/, times: 9, status: 503 })
    expect(await getPull()).toMatchObject({
      ok: false,
      status: 503,
      fault: {
        where: 'api',
        message: expect.stringMatching(/^GET \/repos\/octo\/demo\/pulls\/7: 503/),
        fix: 're-run the job',
      },
    })
    expect(seen()).toBe(3)
  })

  test('a POST only when it was surely not carried out', async () => {
    bed.faults.push({ match: /POST .*comments/, status: 502 })
    expect(await postComment()).toMatchObject({ ok: false, status: 502 })
    bed.faults.push({ match: /POST .*comments/, rateLimit: 'secondary', seconds: 1 })
    expect(await postComment()).toMatchObject({ ok: true, data: { id: expect.any(Number) } })
    expect(seen()).toBe(3)
  })

  test('not when that would take longer than the run waits', async () => {
    bed.faults.push({ match: /pulls\/7/, rateLimit: 'secondary', seconds: 3600 })
    expect(await getPull()).toMatchObject({ ok: false, fault: { message: expect.stringContaining('wait 3600 s') } })
    expect(seen()).toBe(1)
  })
})

test('nobody answers: the request ends, and says so', async () => {
  bed.faults.push({ match: /pulls\/7/, times: 9, hang: true })
  expect(await getPull(clientOf(bed, { timeout: 100 }))).toMatchObject({
    ok: false,
    status: null,
    fault: { message: 'GET /repos/octo/demo/pulls/7: no answer, it took too long', fix: 're-run the job' },
  })
  expect(seen()).toBe(3)
})

test('a clock of this machine that is wrong is told by the answers', async () => {
  const api = clientOf(bed)
  expect(api.clockAhead()).toBe(0)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
  try {
    await getPull(api)
    expect(Math.abs(api.clockAhead() + 600)).toBeLessThan(30)
  } finally {
    vi.useRealTimers()
  }
})

describe('explains', () => {
  test.each([
    ['a comment', { contents: 'read' }, postComment, 'pull-requests: write'],
    ['a pull request', { contents: 'read' }, getPull, 'pull-requests: read'],
  ] as const)('403 on %s with the permission it lacks', async (_, held, ask, lacks) => {
    const token = bed.addToken(`ghs_${lacks}`, held)
    const answer = await ask(clientOf(bed, { token }))
    expect(answer).toMatchObject({ ok: false, status: 403 })
    if (answer.ok) return
    expect(answer.fault.message).toContain(`(the token lacks ${lacks})`)
    expect(answer.fault.fix).toMatch(/^permissions: \{ contents: read, actions: read, pull-requests: (read|write) \}$/)
    expect(answer.fault.fix).toContain(lacks)
  })

  test.each([
    ["a job's token", 'ghs_unknown', /^re-run the job: this token has expired/],
    ["a person's token", 'ghp_unknown', /^renew the token, or github-token: \$\{\{ github\.token \}\}$/],
  ])('401 on %s with what helps', async (_, token, fix) => {
    const answer = await getPull(clientOf(bed, { token }))
    expect(answer).toMatchObject({ ok: false, status: 401, fault: { fix: expect.stringMatching(fix) } })
  })

  // Words as GitHub answers; each comes with the header that names a permission, which is not the cause.
  test.each([
    ['Unable to create comment because issue is locked.', 'conversation is locked', 'unlock'],
    ['Repository was archived so is read-only.', 'repository is archived', 'unarchive'],
    [
      'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list ' +
        'enabled, and your IP address is not permitted to access this resource.',
      'IP allow list refuses',
      'address to the list',
    ],
    [
      'Resource protected by organization SAML enforcement. You must grant your Personal Access token access.',
      'not authorized for single sign-on',
      'authorize the token',
    ],
    ['`acme` forbids access via a personal access token (classic).', 'kind of token', 'github.token'],
  ])('403 by its words: %s', (message, cause, cure) => {
    const headers = { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' }
    const fault = explain('POST /x', { method: 'POST', token: 'ghs_1', status: 403, message, headers })
    expect(fault.message).toContain(cause)
    expect(fault.message).not.toContain('lacks')
    expect(fault.fix).toContain(cure)
    expect(fault.fix).not.toContain('permissions:')
  })

  test('no token with the same line', async () => {
    const answer = await getPull(clientOf(bed, { token: '', patience: 0 }))
    expect(answer).toMatchObject({ ok: false, fault: { fix: `github-token: ${'$'}{{ github.token }}` } })
    expect(seen()).toBe(0)
  })

  test('no secret and no second line of what the server says', async () => {
    bed.faults.push({ match: /pulls\/7/, status: 400, body: { message: 'one\n::error::two' } })
    const answer = await getPull()
    expect(answer).toMatchObject({ ok: false, fault: { message: 'GET /repos/octo/demo/pulls/7: 400, one' } })
  })
})

describe('lists', () => {
  const list = (pages: number) =>
    clientOf(bed).askAll('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: 8 }, pages)

  test('every page', async () => {
    bed.gh.addPull({ number: 8 })
    for (let i = 0; i < 205; i++) bed.gh.addComment(8, `comment ${i}`)
    const answer = await list(5)
    expect(answer.ok && answer.data.length).toBe(205)
    expect(seen()).toBe(3)
  })

  test('more pages than allowed are no answer, not half of one', async () => {
    expect(await list(2)).toMatchObject({ ok: false, fault: { message: expect.stringContaining('more than 200') } })
    // The last page is known from the first: no page is read in vain.
    expect(seen()).toBe(1)
  })

  test('many pages come a few at a time, in their order', async () => {
    bed.gh.addPull({ number: 9 })
    for (let i = 0; i < 1050; i++) bed.gh.addComment(9, `comment ${i}`)
    const answer = await clientOf(bed).askAll(
      'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
      { issue_number: 9 },
      11,
    )
    const bodies = answer.ok ? answer.data.map((one) => (one as { body: string }).body) : []
    expect(bodies).toEqual(Array.from({ length: 1050 }, (_, i) => `comment ${i}`))
    expect(seen()).toBe(11)
  })

  test.each([
    ['<https://api.example/x?per_page=100&page=7>; rel="last"', 7],
    ['<https://api.example/x?page=2&per_page=100>; rel="next", <https://api.example/x?page=34&a=b>; rel="last"', 34],
    ['<https://api.example/x?after=Y3Vyc29y>; rel="next"', undefined],
    ['', undefined],
  ])('the last page of %j', (link, page) => expect(lastPage(link)).toBe(page))

  test('what is not a list is no answer', async () => {
    bed.faults.push({ match: /issues\/8\/comments/, status: 200, body: { message: 'odd' } })
    expect(await list(2)).toMatchObject({ ok: false, fault: { message: expect.stringContaining('not a list') } })
  })
})

test('who the token speaks for', async () => {
  expect(await clientOf(bed).viewer()).toBe('github-actions[bot]')
  const token = bed.addToken('ghp_person', 'write-all', 'octocat')
  expect(await clientOf(bed, { token }).viewer()).toBe('octocat')
  bed.faults.push({ match: /POST \/graphql/, status: 500 })
  expect(await clientOf(bed).viewer()).toBeUndefined()
})

test('the waits of one run are limited together', async () => {
  const api = clientOf(bed, { patience: 1500 })
  bed.faults.push({ match: /pulls\/7/, times: 2, status: 502 })
  expect(await getPull(api)).toMatchObject({ ok: false, status: 502 })
  expect(seen()).toBe(2)
})

describe('the plan of waits', () => {
  const refusal = (more: Partial<Refusal>): Refusal => ({
    method: 'GET',
    token: '',
    status: 500,
    message: '',
    headers: {},
    ...more,
  })
  test.each<[string, Partial<Refusal>, number, number | undefined]>([
    ['5xx, first', {}, 0, 1],
    ['5xx, second', {}, 1, 3],
    ['5xx, third', {}, 2, undefined],
    ['404', { status: 404 }, 0, undefined],
    ['403 without a limit', { status: 403, message: 'Resource not accessible by integration' }, 0, undefined],
    ['403 with retry-after', { status: 403, headers: { 'retry-after': '7' } }, 0, 7],
    [
      'a secondary limit that names no time',
      { status: 403, message: 'You have exceeded a secondary rate limit.' },
      0,
      60,
    ],
    ['429 without a time', { status: 429 }, 0, 60],
    ['a primary limit', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1010' } }, 0, 11],
    ['POST, 5xx', { method: 'POST' }, 0, undefined],
    ['POST, nobody', { method: 'POST', status: null }, 0, undefined],
    ['POST, 429', { method: 'POST', status: 429, headers: { 'retry-after': '2' } }, 0, 2],
    ['PATCH, 5xx', { method: 'PATCH' }, 0, 1],
  ])('%s', (_, more, attempt, expected) => {
    expect(planRetry(refusal(more), attempt, 1_000_000)).toBe(expected)
  })
})
