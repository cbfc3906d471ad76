import { describe, expect, test } from 'vitest'
import {
  createReferenceLookup,
  findPullByCommit,
  findPullByNumber,
  findPullByRun,
  listBlobsAt,
  mayWrite,
  readFileAt,
} from '../../src/adapters/pull-request.ts'
import { openPull } from '../support/action.ts'
import { clientOf, describePull } from '../support/clients.ts'
import { gitIn } from '../support/repo.ts'
import { FORK, useBed } from '../support/use-bed.ts'

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)]

const bed = useBed()
const api = () => clientOf(bed)
const found = (number: number) => ({ kind: 'found', pull: { number } })

describe('by number', () => {
  test('open or closed', async () => {
    bed.gh.addPull({ number: 1 })
    bed.gh.addPull({ number: 2, state: 'closed' })
    expect(await findPullByNumber(api(), 1)).toMatchObject(found(1))
    expect(await findPullByNumber(api(), 2)).toMatchObject(found(2))
  })
  test('a fork that is gone', async () => {
    bed.gh.addPull({ number: 3, head: { repo: null } })
    expect(await findPullByNumber(api(), 3)).toMatchObject({ kind: 'found', pull: { fromFork: true } })
  })
  test('none', async () => {
    expect(await findPullByNumber(api(), 9)).toMatchObject({
      kind: 'none',
      why: 'there is no pull request #9',
      fault: { where: 'api' },
    })
  })
})

describe('by commit', () => {
  const commit = (sha = A) => findPullByCommit(api(), sha)
  test('the open one whose head it is', async () => {
    bed.gh.addPull({ number: 1, head: { ref: 'topic', sha: A } })
    expect(await commit()).toMatchObject(found(1))
  })
  test.each([
    ['a closed one', () => bed.gh.addPull({ number: 1, head: { sha: A }, state: 'closed' })],
    ['the one it was merged by', () => bed.gh.addPull({ number: 1, head: { sha: B }, merge_commit_sha: A })],
    ['nothing', () => undefined],
  ])('%s is none, and no fault', async (_, prepare) => {
    prepare()
    expect(await commit()).toEqual({
      kind: 'none',
      why: `no open pull request has commit ${A.slice(0, 7)} as its head`,
    })
  })
  test('two are none, with the reason', async () => {
    bed.gh.addPull({ number: 1, head: { ref: 'one', sha: A } })
    bed.gh.addPull({ number: 2, head: { ref: 'two', sha: A } })
    expect(await commit()).toMatchObject({
      kind: 'none',
      why: expect.stringMatching(/#1 and #2: name one with pr-number/),
    })
  })
  test('a refusal is a fault', async () => {
    bed.faults.push({ match: /commits/, status: 403 })
    expect(await commit()).toMatchObject({ kind: 'none', fault: { where: 'api' } })
  })
})

describe('by the run that ended', () => {
  const run = { headSha: A, headBranch: 'main', headOwner: 'eve', headRepositoryId: 99 }
  test('of a fork, whose branch is called main', async () => {
    bed.gh.addPull({ number: 1, head: { ref: 'main', sha: A, repo: FORK } })
    bed.gh.addPull({ number: 2, head: { ref: 'topic', sha: A } })
    expect(await findPullByRun(api(), run)).toMatchObject(found(1))
  })
  test.each([
    ['another commit by now', { ref: 'main', sha: B, repo: FORK }],
    ['another repository of that owner', { ref: 'main', sha: A, repo: { ...FORK, id: 98 } }],
    ['our own branch', { ref: 'main', sha: A }],
    ['a fork that is gone', { ref: 'main', sha: A, repo: null }],
  ])('%s is none', async (_, head) => {
    bed.gh.addPull({ number: 1, head })
    expect(await findPullByRun(api(), run)).toMatchObject({ kind: 'none', why: expect.stringContaining('eve:main') })
  })
  test('one branch with two pull requests is none', async () => {
    bed.gh.addPull({ number: 1, head: { ref: 'main', sha: A, repo: FORK } })
    bed.gh.addPull({ number: 2, head: { ref: 'main', sha: A, repo: FORK }, base: { ref: 'release' } })
    expect(await findPullByRun(api(), run)).toMatchObject({ kind: 'none', why: expect.stringContaining('#') })
  })

  test('chooses among the pull requests of its head, and no other', async () => {
    bed.gh.addPull({ number: 1, head: { ref: 'main', sha: A, repo: FORK } })
    bed.gh.addPull({ number: 2, head: { ref: 'main', sha: A, repo: FORK }, base: { ref: 'release' } })
    bed.gh.addPull({ number: 3, head: { ref: 'topic', sha: B } })
    expect(await findPullByRun(api(), run, 2)).toMatchObject(found(2))
    expect(await findPullByRun(api(), run, 3)).toMatchObject({
      kind: 'none',
      why: expect.stringContaining('(pr-number: 3)'),
    })
  })
})

describe('what the head holds', () => {
  const files = { 'src/a.py': 'a = 1\n', 'probes/box.txt': 'probe\n', 'b.txt': 'b\n', 'probes/code.py': 'c\n' }

  test('is the content that git says, without our own products', async () => {
    const { repo, pull } = openPull(bed, files)
    repo.checkout(pull.head.sha)
    const local = gitIn(repo.dir)
    const lookup = createReferenceLookup(api(), describePull(pull), 'probes')
    const content = await lookup.headContent()
    expect(content).toBe((await local.head())?.content)
    expect(content).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is asked for with the commits', async () => {
    const { pull } = openPull(bed, files)
    expect(await createReferenceLookup(api(), describePull(pull), 'probes').commits()).toEqual([pull.head.sha])
  })

  test.each<[boolean, string, string, boolean]>([
    [true, 'signed by GitHub', 'noreply@github.com', true],
    [false, 'signed by nobody: anybody may write that address', 'noreply@github.com', false],
    [false, 'signed by a person', 'octocat@example.com', true],
    [false, 'of another host', 'noreply@ghe.example.com', true],
  ])('a head that says it was made on github.com: %s, %s', async (made, _, email, verified) => {
    const { pull } = openPull(bed, files)
    const body = { sha: pull.head.sha, committer: { email }, verification: { verified } }
    bed.faults.push({ match: /git\/commits/, status: 200, body })
    expect(await createReferenceLookup(api(), describePull(pull), 'probes').headIsOnline()).toBe(made)
  })

  test('is unknown where the list was cut short, and a refusal is told', async () => {
    const { pull } = openPull(bed, files)
    const lookup = () => createReferenceLookup(api(), describePull(pull), 'probes')
    bed.faults.push({ match: /trees/, status: 200, body: { sha: A, tree: [], truncated: true } })
    expect(await lookup().headContent()).toBeUndefined()
    bed.faults.push({ match: /trees/, status: 403 })
    await expect(lookup().headContent()).rejects.toThrow('403')
    bed.faults.push({ match: /pulls\/7\/commits/, status: 404 })
    await expect(lookup().commits()).rejects.toThrow('404')
  })

  test('its files', async () => {
    const { pull } = openPull(bed, files)
    expect([...((await listBlobsAt(api(), pull.head.sha))?.keys() ?? [])].sort()).toEqual(
      ['README.md', ...Object.keys(files)].sort(),
    )
    expect(await readFileAt(api(), 'src/a.py', pull.head.sha)).toBe('a = 1\n')
    expect(await readFileAt(api(), 'src/none.py', pull.head.sha)).toBeUndefined()
    await expect(readFileAt(api(), 'src', pull.head.sha)).rejects.toThrow('not a file')
    bed.faults.push({ match: /contents/, status: 403 })
    await expect(readFileAt(api(), 'src/a.py', pull.head.sha)).rejects.toThrow('403')
  })

  test('a file is absent only where the commit is there: nothing else hides behind Not Found', async () => {
    const { pull } = openPull(bed, files)
    await expect(readFileAt(api(), 'src/a.py', A)).rejects.toThrow('404')
    // GitHub answers 404 instead of 403 to a token that may not know of the repository.
    bed.faults.push({ match: /contents|git\/commits/, times: 2, status: 404, body: { message: 'Not Found' } })
    await expect(readFileAt(api(), 'src/none.py', pull.head.sha)).rejects.toThrow('404')
    const token = bed.addToken('ghs_blind', { 'pull-requests': 'write' })
    await expect(readFileAt(clientOf(bed, { token }), 'src/none.py', pull.head.sha)).rejects.toMatchObject({
      fault: { fix: expect.stringContaining('contents: read') },
    })
  })
})

test.each([
  ['admin', true],
  ['maintain', true],
  ['write', true],
  ['triage', false],
  ['read', false],
  ['none', false],
  // GitHub knows no such account: it does not say.
  [null, undefined],
] as const)('who has %s may write: %s', async (role, expected) => {
  bed.gh.setPermission('somebody', role)
  expect(await mayWrite(api(), 'somebody')).toBe(expected)
})

test('no bot and nobody without a name may write, and nobody is asked', async () => {
  const from = bed.gh.requests.length
  expect(await mayWrite(api(), 'dependabot[bot]')).toBe(false)
  expect(await mayWrite(api(), '')).toBe(false)
  expect(bed.gh.requests.length).toBe(from)
})

test('a refusal says nothing', async () => {
  bed.gh.setPermission('somebody', 'admin')
  bed.faults.push({ match: /permission/, status: 403 })
  expect(await mayWrite(api(), 'somebody')).toBeUndefined()
})
