import fs from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { factsAt, openPull, pretendPython, type Scene, startAction } from '../support/action.ts'
import type { Run } from '../support/bed.ts'
import { workflowRunEvent } from '../support/events.ts'
import type { FactOverrides } from '../support/facts.ts'
import { addFile, claimsText, filesWith, openGreen, startOn } from '../support/green.ts'
import { createFolder } from '../support/repo.ts'
import { commentsOn, FORK, runOf, useBed } from '../support/use-bed.ts'

const CLAIMS = claimsText({ places: ['ci'] })
const FILES = filesWith(CLAIMS)

const bed = useBed()

const comments = () => commentsOn(bed)
const leg = (scene: Scene, name: string, more: FactOverrides = {}) =>
  factsAt(scene, 'ci', CLAIMS, {
    ...(name.startsWith('py')
      ? { interpreter: { version: name.slice(2) }, tests: { session: { version: name.slice(2) } } }
      : {}),
    ...more,
    probe: { leg: name },
  })

describe('probe, inside a matrix', () => {
  test('looks, hands its file over, posts nothing', async () => {
    const scene = openPull(bed, FILES)
    const text = await leg(scene, 'py3.13')
    const ran = await startOn(bed, { ...scene, python: pretendPython(text) }, { matrix: { python: '3.13' } })
    expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'skipped: mode: probe posts nothing' })
    expect(ran.code).toBe(0)
    const [artifact] = [...bed.ac.artifacts.values()]
    expect(artifact?.name).toBe('probes-ci-py3.13')
    const zip = unzipSync(new Uint8Array(await (await fetch(artifact?.download() ?? '')).arrayBuffer()))
    expect(Object.keys(zip)).toEqual(['probes/ci-py3.13.txt'])
    expect(new TextDecoder().decode(zip['probes/ci-py3.13.txt'])).toBe(text)
    expect(comments()).toEqual([])
  })

  test('a file that could not be handed over fails the job: the report would not know of the leg', async () => {
    const scene = openPull(bed, FILES)
    const run = runOf(bed, scene.pull)
    await bed.addArtifact(run, 'probes-ci-py3.13', 'taken')
    const python = pretendPython(await leg(scene, 'py3.13'))
    const ran = await startOn(bed, { ...scene, python }, { run, matrix: { python: '3.13' } })
    expect(ran.outputs.verdict).toBe('blocked')
    expect(ran.code).toBe(1)
    expect(ran.summary).toContain('leg: a-name-of-its-own')
  })
})

describe('report, after a matrix', () => {
  const legs = async (states: Record<string, number>, withs: Record<string, string> = {}) => {
    const scene = openPull(bed, FILES)
    const run = runOf(bed, scene.pull)
    for (const [name, failed] of Object.entries(states)) {
      const tests = failed > 0 ? { failed, exit_status: 1 } : {}
      const data = await leg(scene, name, { tests })
      await addFile(bed, run, `ci-${name}`, data)
    }
    const trap = path.join(createFolder(), 'started')
    const python = pretendPython('')
    fs.appendFileSync(python, `touch '${trap}'\n`)
    const ran = await startOn(bed, { ...scene, python }, { here: true, run, with: withs })
    return { ran, probed: fs.existsSync(trap) }
  }

  test('the legs speak, and this job, which has no project, is not probed', async () => {
    const { ran, probed } = await legs({ a: 0, b: 0 })
    expect(probed).toBe(false)
    expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'created' })
    expect([...bed.ac.artifacts.values()].map(({ name }) => name)).toContain('probes-report')
  })

  test('one leg that fails shuts the gate', async () => {
    const { ran } = await legs({ a: 0, b: 3 })
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', failing: '1' })
  })

  test('a leg that is expected and absent shuts the gate', async () => {
    const { ran, probed } = await legs({ a: 0 }, { expect: 'ci-a, ci-b' })
    expect(probed).toBe(false)
    expect(ran.outputs.verdict).toBe('blocked')
    expect(comments()[0]?.body).toContain('missing `b`')
  })

  test.each([
    ['another job of this run', { job: 'other' }, 'blocked'],
    ['an earlier attempt', { job: 'other', attempt: '0' }, 'pass'],
    ['this very job', { job: 'test' }, 'pass'],
  ])('a file of ci without a leg that %s made', async (_, ci, verdict) => {
    const scene = await openGreen(bed)
    const run = runOf(bed, scene.pull)
    const data = await scene.textOf('ci', {
      probe: { ci: { run: String(run.id), attempt: '1', ...ci } },
    } as FactOverrides)
    await addFile(bed, run, 'ci', data)
    const ran = await startOn(bed, scene, { here: true, run })
    expect(ran.outputs.verdict).toBe(verdict)
    if (verdict === 'blocked') expect(ran.summary).toContain('leg: a-name-of-its-own')
  })

  test('no leg at all: this job is the place', async () => {
    const { probed } = await legs({})
    expect(probed).toBe(true)
  })
})

describe('comment, for a fork', () => {
  async function forked() {
    const scene = openPull(bed, FILES, { user: 'eve', author_association: 'CONTRIBUTOR' })
    scene.pull.head.repo = FORK
    const theirs = runOf(bed, scene.pull, { head_repository: FORK })
    const data = await factsAt(scene, 'ci', CLAIMS, { probe: { ci: { run: String(theirs.id) } } } as FactOverrides)
    await addFile(bed, theirs, 'ci', data)
    return { scene, theirs, event: ended(theirs, scene.pull.head.sha) }
  }
  const post = (event: unknown, run: Run, more: { token?: string; with?: Record<string, string> } = {}) =>
    startAction({
      here: true,
      bed,
      run,
      event,
      eventName: 'workflow_run',
      ...more,
      with: { mode: 'comment', ...more.with },
    })
  /** The event of a run that ended. */
  const ended = (run: Run, head_sha: string, more: object = {}) =>
    workflowRunEvent({
      id: run.id,
      run_attempt: 1,
      head_sha,
      head_branch: 'topic',
      head_repository: { id: FORK.id, owner: { login: 'eve' } },
      ...more,
    })

  test('posts what the run could not, as its word, and never that anything passed', async () => {
    const { scene, event, theirs } = await forked()
    const ran = await post(event, runOf(bed, scene.pull, { event: 'workflow_run', head_branch: 'main' }))
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', 'comment-status': 'created' })
    expect(ran.code).toBe(0)
    const [comment] = comments()
    expect(comment?.issue).toBe(7)
    expect(comment?.body).toContain("as reported by the fork's own workflow")
    expect(comment?.body).not.toMatch(/(?<!is no )\bpass\b/)
    expect(comment?.body).toContain('| Claim in chat |')
    expect(comment?.body).toContain(`workflow=ci.yml head=${scene.pull.head.sha} run=${theirs.id}`)
  })

  test('has what the run had: its test merge, its earlier runs, and what was committed', async () => {
    const everywhere = CLAIMS.replace('["ci"]', '{"other":["local","box","ci"]}')
    const scene = openPull(bed, { ...FILES, 'probes/claims.json': everywhere }, { user: 'eve' }, { 'new.txt': 'x' })
    scene.pull.head.repo = FORK
    // GitHub's test merge, and a box file that was committed on top of what it speaks of.
    scene.repo.checkout('topic')
    const box = await factsAt(scene, 'box', everywhere)
    const local = await factsAt(scene, 'local', everywhere)
    const head = scene.repo.commit('Add the file of the box', { 'probes/box.txt': box })
    const before = scene.pull.head.sha
    const files = { 'README.md': 'demo\n', ...FILES, 'probes/claims.json': everywhere, 'probes/box.txt': `${box}` }
    bed.gh.addCommit({ sha: head, files, parents: [before] })
    scene.pull.head.sha = head
    scene.repo.checkout('main')
    const merge = scene.repo.merge('topic')
    bed.gh.addCommit({ sha: merge, files: { ...files, 'new.txt': 'x' }, parents: [scene.pull.base.sha, head] })
    scene.pull.merge_commit_sha = merge
    const ci = await factsAt(scene, 'ci', everywhere)
    const [earlier, theirs] = [
      runOf(bed, scene.pull, { head_repository: FORK }),
      runOf(bed, scene.pull, { head_repository: FORK }),
    ]
    await addFile(bed, earlier, 'local', local)
    await addFile(bed, theirs, 'ci', ci)
    const event = ended(theirs, head)
    const ran = await post(event, runOf(bed, scene.pull, { event: 'workflow_run', head_branch: 'main' }))
    expect(comments()[0]?.body).toContain('0 unknown, 0 failing')
    expect(comments()[0]?.body).toContain('checkout `probes/box.txt`')
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', unknown: '0', failing: '0' })
    // A merge of an earlier head is nothing to compare with.
    bed.gh.addCommit({ sha: merge, files, parents: [scene.pull.base.sha, before] })
    const stale = await post(event, runOf(bed, scene.pull, { event: 'workflow_run', head_branch: 'main' }))
    expect(stale.outputs.unknown).not.toBe('0')
    // Nor is there any of a pull request with conflicts: what mends that is said, not that checkout took another ref.
    const told = comments()[0]?.body
    expect(told).toContain('it conflicts with its base')
    expect(told).toContain('there is no test merge to compare it with')
    expect(told).toContain('merge the base branch and resolve what conflicts, then push')
    expect(told).not.toContain('without ref:')
  })

  test('leaves a comment alone that the run has posted by itself', async () => {
    const scene = openPull(bed, FILES)
    const run = runOf(bed, scene.pull)
    const python = pretendPython(await factsAt(scene, 'ci', CLAIMS))
    const own = await startOn(bed, { ...scene, python }, { here: true, run })
    expect(own.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'created' })
    const [before] = comments().map(({ body }) => body)
    const event = ended(run, scene.pull.head.sha, {
      run_started_at: new Date(Date.now() - 60_000).toISOString(),
      head_repository: { id: 1, owner: { login: 'octo' } },
    })
    const ran = await post(event, runOf(bed, scene.pull, { event: 'workflow_run' }))
    expect(ran.outputs['comment-status']).toBe(`skipped: run ${run.id} has reported by itself`)
    expect(ran.code).toBe(0)
    expect(comments().map(({ body }) => body)).toEqual([before])
  })

  test('without any checkout, and nothing of the artifact names the pull request', async () => {
    const { scene, event } = await forked()
    bed.gh.addPull({
      number: 8,
      head: { ref: 'topic', sha: scene.pull.head.sha, repo: { ...FORK, id: 98, full_name: 'eve/other' } },
    })
    await post(event, runOf(bed, scene.pull))
    expect(comments().map(({ issue }) => issue)).toEqual([7])
  })

  test('two pull requests of one head: none is guessed', async () => {
    const { scene, event } = await forked()
    bed.gh.addPull({ number: 8, head: { ...scene.pull.head }, base: { ref: 'release' } })
    const ran = await post(event, runOf(bed, scene.pull))
    expect(ran.outputs['comment-status']).toMatch(/^skipped: .*name one with pr-number/)
    expect(comments()).toEqual([])
  })

  test('two pull requests of one head: pr-number chooses, but never another head', async () => {
    const { scene, event } = await forked()
    bed.gh.addPull({ number: 8, head: { ...scene.pull.head }, base: { ref: 'release', sha: scene.pull.base.sha } })
    bed.gh.addPull({ number: 9, head: { ref: 'other', sha: scene.pull.base.sha } })
    const run = runOf(bed, scene.pull)
    const choose = (number: string) => post(event, run, { with: { 'pr-number': number } })
    expect((await choose('9')).outputs['comment-status']).toMatch(/^skipped: no open pull request/)
    expect((await choose('8')).outputs['comment-status']).toBe('created')
    expect(comments().map(({ issue }) => issue)).toEqual([8])
  })

  test('a right to write that is missing fails the job: nothing else would say so', async () => {
    const { scene, event } = await forked()
    const token = bed.addToken('ghs_reader', 'read-all')
    const ran = await post(event, runOf(bed, scene.pull), { token })
    expect(ran.code).toBe(1)
    expect(ran.outputs.verdict).toBe('blocked')
  })

  test('under another event it is wrong configuration', async () => {
    const scene = openPull(bed, FILES)
    const ran = await startOn(bed, { ...scene, python: '' }, { here: true, with: { mode: 'comment' } })
    expect(ran.code).toBe(1)
    expect(ran.commands).toContainEqual({ command: 'error', message: expect.stringContaining('mode: auto') })
  })
})
