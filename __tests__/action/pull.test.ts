import { expect, test } from 'vitest'
import { referenceTo } from '../../src/action/pull.ts'
import { parseParents, readParents } from '../../src/adapters/git/git.ts'
import type { GitHubContext } from '../../src/adapters/github-event.ts'
import { describePull } from '../support/clients.ts'
import { askIn, createRepo } from '../support/repo.ts'

const [HEAD, MERGE, BASE, OTHER] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
]
const pull = describePull({ number: 7, head: { ref: 'topic', sha: HEAD }, base: { ref: 'main', sha: BASE } })
const context = (event: string): GitHubContext => ({
  event,
  owner: 'octo',
  repo: 'demo',
  runId: 1,
  attempt: 1,
  sha: MERGE,
  workflow: '.github/workflows/ci.yml',
  actor: 'octocat',
  serverUrl: '',
  hint: { from: 'nowhere', why: '' },
})
const merge = { sha: MERGE, content: 'merged', parents: [BASE, HEAD] }
const head = { sha: HEAD, content: 'head', parents: [BASE] }
const other = { sha: OTHER, content: 'other', parents: [HEAD] }

test.each([
  ['the test merge of this head', 'pull_request', merge, 'merged'],
  ['the test merge of an earlier head', 'pull_request', { ...merge, parents: [BASE, OTHER] }, undefined],
  ['the head itself', 'pull_request', head, 'head'],
  ['what a step committed', 'pull_request', other, undefined],
  ['the group of a merge queue', 'merge_group', { ...merge, parents: [BASE, OTHER] }, 'merged'],
  ['the pushed head', 'push', head, 'head'],
  ['another branch that was dispatched', 'workflow_dispatch', merge, undefined],
  ['the base', 'pull_request_target', merge, undefined],
  ['nothing that git tells of', 'pull_request', undefined, undefined],
])('%s, under %s', (_, event, checkout, content) => {
  const { reference, faults } = referenceTo(context(event), pull, checkout)
  expect(reference.merge).toBe(content)
  expect(reference).toMatchObject({ pullRequest: true, headSha: HEAD })
  expect(reference.head).toBe(content === 'head' ? 'head' : undefined)
  // What is not this pull request's content must not speak for it, whatever is claimed.
  expect(faults).toHaveLength(content === undefined && checkout !== undefined ? 1 : 0)
})

test.each([
  ['issue_comment', 'on: pull_request'],
  ['workflow_run', 'mode: comment'],
  ['workflow_dispatch', 'ref: refs/pull/7/head'],
  ['pull_request', 'ref: refs/pull/7/merge'],
])('another checkout under %s is a fault with the line that mends it', (event, fix) => {
  expect(referenceTo(context(event), pull, other).faults).toEqual([
    {
      where: 'checkout',
      message: `ddddddd is checked out under ${event}, which is neither the head nor the test merge of #7, so ci can't be judged here`,
      fix,
    },
  ])
  expect(referenceTo(context(event), undefined, other).faults).toEqual([])
})

test('without a pull request it is what is checked out', () => {
  expect(referenceTo(context('push'), undefined, other).reference).toEqual({
    commits: [],
    pullRequest: false,
    merge: 'other',
    mergeSha: OTHER,
  })
})

test('parents are read from the commit, also at depth 1, and not from its message', async () => {
  const repo = createRepo({ 'a.txt': 'a' })
  const base = repo.sha()
  repo.branch('topic')
  const topic = repo.commit('Change', { 'b.txt': 'b' })
  repo.checkout('main')
  const merged = repo.merge('topic')
  const shallow = repo.clone({ depth: 1 })
  expect(await readParents(askIn(shallow.dir), merged)).toEqual([base, topic])
  expect(await readParents(askIn(shallow.dir), OTHER)).toBeUndefined()
  expect(parseParents(`tree ${BASE}\nparent ${HEAD}\n\nparent ${OTHER}\n`)).toEqual([HEAD])
})
