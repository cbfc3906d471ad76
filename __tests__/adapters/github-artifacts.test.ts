import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ArtifactSourceOptions, createArtifactSource } from '../../src/adapters/artifact-source/artifact-source.ts'
import type { Pull, Run } from '../support/bed.ts'
import { clientOf, describePull, requestsOf } from '../support/clients.ts'
import { FORK, HOME, useBed } from '../support/use-bed.ts'
import { makeZip, type ZipEntry } from '../support/zip.ts'

const HEAD = 'a'.repeat(40)

const bed = useBed({ keep: ['pulls'] })
let pull: Pull
let run: Run
let earlier: Run
let id = 100
let from: number
beforeAll(() => {
  pull = bed.gh.addPull({ number: 7, head: { ref: 'topic', sha: HEAD } })
})
beforeEach(() => {
  const of = { event: 'pull_request', head_branch: 'topic', head_sha: HEAD, head_repository: HOME }
  earlier = bed.addRun({ id: ++id, ...of })
  run = bed.addRun({ id: ++id, ...of })
  from = bed.gh.requests.length
})

const zipOf = (name: string, text: string, more: Partial<ZipEntry> = {}) => makeZip([{ name, data: text, ...more }])
const add = (to: Run, slot: string, text: string, more = {}) =>
  bed.addArtifact(to, `probes-${slot}`, zipOf(`probes/${slot.replace(/@.*/, '')}.txt`, text), more)
const source = (more: Partial<ArtifactSourceOptions> = {}) =>
  createArtifactSource({
    api: clientOf(bed),
    runId: run.id,
    attempt: 1,
    runUrl: (runId) => `https://github.com/octo/demo/actions/runs/${runId}`,
    pull: describePull(pull),
    prefix: 'probes',
    probes: 'probes',
    earlier: ['local', 'box'],
    own: 'ci',
    ...more,
  })
const find = (more: Partial<ArtifactSourceOptions> = {}) => source(more).find()
const textsOf = async (more: Partial<ArtifactSourceOptions> = {}) =>
  (await find(more)).texts.map(({ named, text, provenance }) => [named.place, named.leg, text, provenance.kind])

describe('this run', () => {
  test('all places and legs, in one request and one download each', async () => {
    await add(run, 'box', 'b')
    await add(run, 'local', 'l')
    await add(run, 'ci-py3.13', 'leg')
    await add(run, 'something', 'else')
    const found = await find()
    expect(found.notes).toEqual([])
    expect(found.faults).toEqual([])
    expect(found.texts.map(({ named, text }) => [named.place, named.leg, text]).sort()).toEqual([
      ['box', undefined, 'b'],
      ['ci', 'py3.13', 'leg'],
      ['local', undefined, 'l'],
    ])
    expect(requestsOf(bed, from)).toEqual([
      'GET actions/list-workflow-run-artifacts',
      ...Array(3).fill('GET actions/download-artifact'),
    ])
    expect(found.texts.find(({ named }) => named.place === 'box')?.provenance).toEqual({
      kind: 'this-run',
      label: `artifact probes-box of run ${run.id}`,
      url: expect.stringMatching(new RegExp(`/actions/runs/${run.id}/artifacts/\\d+$`)),
      run: String(run.id),
    })
  })

  test('more artifacts than a page holds', async () => {
    for (let i = 0; i < 101; i++) await bed.addArtifact(run, `log-${i}`, 'x')
    await add(run, 'ci-slow', 'leg')
    await Promise.all(Array.from({ length: 100 }, (_, i) => bed.addArtifact(run, `more-${i}`, 'x')))
    expect(await textsOf({ earlier: [] })).toEqual([['ci', 'slow', 'leg', 'this-run']])
  })

  test("this process's own place is not taken from an earlier attempt", async () => {
    await add(run, 'ci', 'old')
    expect(await textsOf()).toEqual([])
  })

  test('the newest of one name, and the later attempt', async () => {
    await add(run, 'ci-a', 'first')
    await add(run, 'ci-a', 'second')
    await add(run, 'ci-b@2', 'attempt 2')
    await add(run, 'ci-b', 'attempt 1')
    expect((await textsOf()).sort()).toEqual([
      ['ci', 'a', 'second', 'this-run'],
      ['ci', 'b', 'attempt 2', 'this-run'],
    ])
  })

  test('which legs are there', async () => {
    await add(run, 'ci-b', 'b')
    await add(run, 'ci-a', 'a')
    await add(run, 'box-codex', 'c')
    await add(run, 'ci', 'i')
    const artifacts = source()
    expect(await artifacts.legsOf('ci')).toEqual(['ci-a', 'ci-b'])
    expect(await artifacts.legsOf('local')).toEqual([])
    expect(requestsOf(bed, from)).toEqual(['GET actions/list-workflow-run-artifacts'])
  })

  test('a leg that can not be read is a fault, not a leg that was never there', async () => {
    await bed.addArtifact(run, 'probes-ci-a', 'no zip')
    const found = await find({ earlier: [] })
    expect(found.texts).toEqual([])
    expect(found.faults).toMatchObject([{ where: 'artifact', message: expect.stringContaining('not a zip archive') }])
  })

  test('another prefix is another check', async () => {
    await add(run, 'box', 'b')
    expect(await textsOf({ prefix: 'probes-api', earlier: [] })).toEqual([])
    await bed.addArtifact(run, 'probes-api-box', zipOf('pkg/probes/box.txt', 'deep'))
    expect(await textsOf({ prefix: 'probes-api', probes: 'pkg/probes', earlier: [] })).toEqual([
      ['box', undefined, 'deep', 'this-run'],
    ])
  })
})

describe('earlier runs', () => {
  test('of this pull request, by exact name, the newest', async () => {
    await add(earlier, 'box', 'old')
    await add(earlier, 'box', 'new')
    expect(await textsOf()).toEqual([['box', undefined, 'new', 'artifact']])
    expect(requestsOf(bed, from)).toEqual([
      'GET actions/list-workflow-run-artifacts',
      'GET actions/list-artifacts-for-repo',
      'GET actions/list-artifacts-for-repo',
      'GET actions/download-artifact',
      'GET actions/get-workflow-run',
    ])
  })

  test('are named with run, workflow and who started them', async () => {
    const other = bed.addRun({
      id: ++id,
      event: 'workflow_dispatch',
      path: '.github/workflows/agent.yml',
      actor: 'hubot',
      head_branch: 'topic',
      head_sha: HEAD,
      head_repository: HOME,
    })
    await add(other, 'box', 'b')
    const url = expect.stringMatching(new RegExp(`/actions/runs/${other.id}/artifacts/`))
    expect((await find()).texts.map(({ provenance }) => provenance)).toEqual([
      {
        kind: 'artifact',
        label: `artifact probes-box of run ${other.id}`,
        url,
        run: String(other.id),
        workflow: '.github/workflows/agent.yml',
        actor: 'hubot',
      },
    ])
    bed.faults.push({ match: /actions\/runs\/\d+$/, status: 404 })
    const unnamed = await find()
    expect(unnamed.faults).toEqual([])
    expect(unnamed.texts.map(({ text }) => text)).toEqual(['b'])
  })

  test('a thousand artifacts of one name: the page that has ours is the last one asked', async () => {
    await add(earlier, 'box', 'b')
    const stranger = bed.addRun({ id: ++id, head_branch: 'other', head_sha: 'b'.repeat(40) })
    for (let i = 0; i < 1000; i++)
      bed.gh.addArtifact({ id: 2e9 + i, name: 'probes-box', run: stranger, expires_at: '2999-01-01T00:00:00Z' })
    expect(await textsOf({ earlier: ['box'] })).toEqual([])
    expect(requestsOf(bed, from)).toEqual([
      'GET actions/list-workflow-run-artifacts',
      ...Array(10).fill('GET actions/list-artifacts-for-repo'),
    ])
    for (let i = 0; i < 750; i++) bed.ac.artifacts.delete(2e9 + i)
    from = bed.gh.requests.length
    expect(await textsOf({ earlier: ['box'] })).toEqual([['box', undefined, 'b', 'artifact']])
    expect(requestsOf(bed, from).filter((one) => one.endsWith('list-artifacts-for-repo'))).toHaveLength(3)
  })

  test('are not asked for what this run has', async () => {
    await add(earlier, 'box', 'old')
    await add(run, 'box', 'new')
    await add(run, 'local', 'here')
    expect((await textsOf()).map(([, , text]) => text).sort()).toEqual(['here', 'new'])
    expect(requestsOf(bed, from)).not.toContain('GET actions/list-artifacts-for-repo')
  })

  test('are not asked without a pull request', async () => {
    await add(earlier, 'box', 'old')
    expect(await find({ pull: undefined })).toEqual({ texts: [], notes: [], faults: [] })
  })

  test.each<[string, Partial<Run>, boolean]>([
    ["another pull request's branch", { head_branch: 'other', head_sha: 'b'.repeat(40) }, false],
    ['a fork whose branch has the same name', { head_repository: FORK }, false],
    ['a fork with our very commit', { head_repository: FORK, head_branch: 'main' }, false],
    ['a fork that is gone', { head_repository: null }, false],
    ['our branch at an earlier commit', { head_sha: 'b'.repeat(40) }, true],
    ['our commit under another branch name', { head_branch: 'copilot/fix' }, true],
  ])('%s', async (_, of, believed) => {
    const other = bed.addRun({
      id: ++id,
      event: 'pull_request',
      head_branch: 'topic',
      head_sha: HEAD,
      head_repository: HOME,
      ...of,
    } as Run)
    await add(other, 'box', 'theirs')
    const { texts, notes } = await find()
    expect(texts.length).toBe(believed ? 1 : 0)
    const sameName = !believed && other.head_branch === 'topic'
    expect(notes.map(({ message }) => message)).toEqual(
      sameName ? [`artifact probes-box of run ${other.id}: its branch has this name in another repository`] : [],
    )
  })

  test('a pull request from a fork takes its own runs only', async () => {
    const forked = describePull({ ...pull, head: { ref: 'topic', sha: HEAD, repo: FORK } })
    const theirs = bed.addRun({ id: ++id, head_branch: 'topic', head_sha: HEAD, head_repository: FORK })
    await add(earlier, 'box', 'ours')
    await add(theirs, 'local', 'theirs')
    expect(await textsOf({ pull: forked })).toEqual([['local', undefined, 'theirs', 'artifact']])
  })

  test('never bring a ci file', async () => {
    await add(earlier, 'ci', 'old ci')
    expect(await textsOf({ earlier: ['ci', 'box'] })).toEqual([])
  })

  test('an expired one is named with its day, and the one before it serves', async () => {
    await add(earlier, 'box', 'older')
    const artifact = await add(earlier, 'box', 'expired')
    bed.expire(artifact.id)
    const found = await find()
    expect(found.texts.map(({ text }) => text)).toEqual(['older'])
    const day = artifact.expires_at.slice(0, 10)
    expect(found.notes).toEqual([
      { place: 'box', message: `artifact probes-box of run ${earlier.id}: expired on ${day}` },
    ])
    expect(found.faults).toEqual([])
  })

  test('gone between list and download', async () => {
    await add(earlier, 'box', 'b')
    bed.faults.push({ match: /\/zip/, status: 410 })
    const found = await find()
    expect(found).toMatchObject({ texts: [], notes: [{ message: expect.stringMatching(/expired$/) }], faults: [] })
  })

  test('bytes that are not those of the digest', async () => {
    await add(earlier, 'box', 'b', { digest: `sha256:${'0'.repeat(64)}` })
    const found = await find()
    expect(found.texts).toEqual([])
    expect(found.notes[0]?.message).toContain('digest')
  })

  test('the digest is that of the bytes', async () => {
    const bytes = zipOf('probes/box.txt', 'b')
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
    await bed.addArtifact(earlier, 'probes-box', bytes, { digest })
    expect(await textsOf()).toEqual([['box', undefined, 'b', 'artifact']])
    await bed.addArtifact(earlier, 'probes-box', zipOf('probes/box.txt', 'no digest'), { digest: null })
    expect(await textsOf()).toEqual([['box', undefined, 'no digest', 'artifact']])
  })

  test.each<[string, Uint8Array, RegExp]>([
    ["another place's file", zipOf('probes/local.txt', 'l'), /no probes\/box\.txt/],
    ['an archive that is too large', new Uint8Array(5 * 1024 * 1024), /larger than 4 MiB/],
  ])('%s is refused with the reason', async (_, bytes, why) => {
    await bed.addArtifact(earlier, 'probes-box', bytes)
    expect(await find()).toMatchObject({ texts: [], notes: [{ place: 'box', message: expect.stringMatching(why) }] })
  })
})

describe('what the API refuses is a fault', () => {
  test('no right to read artifacts', async () => {
    const token = bed.addToken('ghs_poor', { contents: 'read', 'pull-requests': 'write' })
    const found = await find({ api: clientOf(bed, { token }) })
    expect(found.texts).toEqual([])
    expect(found.faults[0]).toMatchObject({
      where: 'artifact',
      message: expect.stringContaining('actions: read'),
      fix: 'permissions: { contents: read, actions: read, pull-requests: write }',
    })
  })

  test('a leg that is listed late is looked for again, and one that never comes is missing', async () => {
    await add(run, 'ci-b', 'b')
    const none = { match: /runs\/\d+\/artifacts/, status: 200, body: { total_count: 0, artifacts: [] } }
    const late = { earlier: [], expect: ['ci-b'], late: [1, 1] }
    bed.faults.push({ ...none, times: 2 })
    expect(await textsOf(late)).toEqual([['ci', 'b', 'b', 'this-run']])
    bed.faults.push({ ...none, times: 3 })
    expect(await textsOf(late)).toEqual([])
    bed.faults.length = 0
  })

  test('a download that fails once is asked again', async () => {
    await add(earlier, 'box', 'b')
    bed.faults.push({ match: /\/zip/, status: 502 })
    expect(await textsOf()).toEqual([['box', undefined, 'b', 'artifact']])
  })
})

test("a renamed repository: the zip is asked for at the interface's new address, with the token", async () => {
  const { id } = await add(run, 'box', 'b')
  const there = `${bed.url}/repos/octo/demo/actions/artifacts/${id}/zip`
  bed.faults.push({ match: /\/zip/, status: 301, headers: { location: there } })
  expect(await textsOf({ earlier: [] })).toEqual([['box', undefined, 'b', 'this-run']])
  // Moved twice, or in a circle: no file, and never a green one.
  bed.faults.push({ match: /\/zip/, times: 9, status: 301, headers: { location: there } })
  expect(await textsOf({ earlier: [] })).toEqual([])
  bed.faults.length = 0
})

test('the token is shown to the interface only, never to the storage', async () => {
  const { createServer } = await import('node:http')
  const asked: (string | undefined)[] = []
  const storage = createServer((request, response) => {
    asked.push(request.headers.authorization)
    response.end(zipOf('probes/box.txt', 'b'))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => storage.once('listening', resolve))
  const { port } = storage.address() as { port: number }
  await add(run, 'box', 'b', { digest: null })
  bed.faults.push({ match: /\/zip/, status: 302, headers: { location: `http://127.0.0.1:${port}/blob` } })
  expect(await textsOf({ earlier: [] })).toEqual([['box', undefined, 'b', 'this-run']])
  storage.close()
  expect(asked).toEqual([undefined])
})
