import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Scene, Started } from '../support/action.ts'
import { atRoot } from '../support/bed.ts'
import { requestsOf } from '../support/clients.ts'
import { mergeGroupEvent, pullRequestEvent, pushEvent, workflowRunEvent } from '../support/events.ts'
import { claimsText, type Green, openGreen, startOn } from '../support/green.ts'
import { createFolder } from '../support/repo.ts'
import { runOf, useBed } from '../support/use-bed.ts'

const TRACE = `--import=${atRoot('__tests__/support/trace.mjs')}`

const bed = useBed()

const openScene = (change?: (scene: Scene) => void) => openGreen(bed, change ? { change } : {})

/** Exact numbers, told apart: what the artifacts need, and what all else asks of GitHub. */
async function costOf(scene: Green, more: Partial<Started> = {}) {
  const file = path.join(createFolder('trace-'), 'trace.json')
  const [rest, service] = [bed.gh.requests.length, bed.ac.requests.length]
  const ran = await startOn(bed, scene, { ...more, env: { NODE_OPTIONS: TRACE, TRACE_FILE: file } })
  expect(ran.stdout).not.toContain('it broke')
  const { started, loaded } = JSON.parse(fs.readFileSync(file, 'utf8'))
  const asked = requestsOf(bed, rest)
  // The run that made one is asked for beside its bytes.
  const artifact = (request: string) => /artifact|get-workflow-run/.test(request)
  return {
    ran,
    asked: asked.filter((request) => !artifact(request)),
    artifacts: asked.filter(artifact).length,
    uploads: bed.ac.requests.slice(service).filter(({ url }) => url.startsWith('/twirp/')).length / 2,
    started: started.length as number,
    heavy: ['actions-github', 'actions-artifact'].filter((name) =>
      (loaded as string[]).some((one) => one.startsWith(name)),
    ),
  }
}

const PROBING = { uploads: 1, started: 6, heavy: ['actions-github', 'actions-artifact'] }

test('report on a pull request: the comment is created, left as it is, then updated', async () => {
  const scene = await openScene()
  const first = await costOf(scene)
  expect(first.ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'created' })
  expect(first).toMatchObject({ ...PROBING, artifacts: 5 })
  expect(first.asked).toEqual([
    'GET issues/list-comments',
    'GET repos/get-content',
    'POST issues/create-comment',
    'GET issues/list-comments',
  ])
  const again = await costOf(scene)
  expect(again.ran.outputs['comment-status']).toBe('unchanged')
  expect(again.asked).toEqual(['GET issues/list-comments', 'GET repos/get-content', 'GET issues/get-comment'])
  const blocked = await costOf({ ...scene, event: pullRequestEvent({ ...scene.pull, body: '' }) })
  expect(blocked.ran.outputs['comment-status']).toBe('updated')
  expect(blocked.asked).toEqual([
    'GET issues/list-comments',
    'GET repos/get-content',
    'GET issues/get-comment',
    'PATCH issues/update-comment',
  ])
  expect(blocked).toMatchObject({ ...PROBING, artifacts: 5 })
})

test('the base has moved: one request more, for the content at the head', async () => {
  const scene = await openScene((one) => {
    const parent = one.pull.base.sha
    one.repo.checkout(parent)
    one.repo.branch('moved')
    one.pull.base.sha = one.repo.commit('Move the base', { 'notes.txt': '1\n' })
    const files = { 'README.md': 'demo\n', 'probes/claims.json': claimsText(), 'notes.txt': '1\n' }
    bed.gh.addCommit({ sha: one.pull.base.sha, files, parents: [parent] })
    one.repo.merge('topic')
  })
  const cost = await costOf(scene)
  expect(cost.ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'created' })
  expect(cost.asked).toEqual([
    'GET issues/list-comments',
    'GET repos/get-content',
    'GET git/get-tree',
    'POST issues/create-comment',
    'GET issues/list-comments',
  ])
  expect(cost).toMatchObject({ ...PROBING, artifacts: 5 })
})

test('report in a merge queue: ci alone is asked, so no other place is looked for', async () => {
  const scene = await openScene()
  const event = mergeGroupEvent(`refs/heads/gh-readonly-queue/main/pr-7-${'c'.repeat(40)}`, scene.pull.base.sha)
  const cost = await costOf(scene, { event, eventName: 'merge_group' })
  expect(cost.asked).toEqual(['GET pulls/get', 'GET repos/get-content'])
  expect(cost).toMatchObject({ ...PROBING, artifacts: 1 })
})

test('report without a pull request: who it is about, and the artifacts of this run', async () => {
  const scene = await openScene()
  bed.gh.state.pulls.clear()
  const event = pushEvent({ ref: 'refs/heads/main' })
  const cost = await costOf(scene, { event, eventName: 'push' })
  expect(cost.asked).toEqual(['GET repos/list-pull-requests-associated-with-commit'])
  expect(cost).toMatchObject({ ...PROBING, artifacts: 1 })
})

test('probe: the claims at the base, one upload, no comment', async () => {
  const cost = await costOf(await openScene(), { with: { mode: 'probe' } })
  expect(cost.asked).toEqual(['GET repos/get-content'])
  expect(cost).toMatchObject({ ...PROBING, artifacts: 0 })
})

test('pull_request_target starts nothing', async () => {
  const scene = await openScene()
  const cost = await costOf(scene, { eventName: 'pull_request_target' })
  expect(cost.started).toBe(0)
})

test('comment: no upload, no subprocess, and the artifact client stays out', async () => {
  const scene = await openScene()
  const event = workflowRunEvent({
    id: runOf(bed, scene.pull).id,
    event: 'pull_request',
    head_branch: 'topic',
    head_sha: scene.pull.head.sha,
  })
  const cost = await costOf(scene, { event, eventName: 'workflow_run', with: { mode: 'comment' } })
  expect(cost).toMatchObject({ uploads: 0, started: 0, heavy: ['actions-github'] })
})
