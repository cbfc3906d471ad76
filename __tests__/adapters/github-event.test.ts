import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findHint, type PullHint, readGitHubContext } from '../../src/adapters/github-event.ts'
import type { Pull } from '../support/bed.ts'
import {
  issueCommentEvent,
  mergeGroupEvent,
  type Payload,
  pullRequestEvent,
  pushEvent,
  workflowRunEvent,
} from '../support/events.ts'
import { createFolder } from '../support/repo.ts'

const SHA = 'a'.repeat(40)
const BASE = 'b'.repeat(40)
const pull = (more: Partial<Pull> = {}): Pull => ({
  number: 7,
  user: 'octocat',
  body: 'words',
  author_association: 'MEMBER',
  head: { ref: 'topic', sha: SHA },
  base: { ref: 'main', sha: BASE },
  ...more,
})
const fork = { id: 99, full_name: 'eve/demo', owner: 'eve' }
const hint = (event: string, payload: Payload, env = {}) => findHint(event, payload, { GITHUB_SHA: SHA, ...env }, 1)

describe('pull_request', () => {
  test('of this repository', () => {
    expect(hint('pull_request', pullRequestEvent(pull()))).toEqual({
      from: 'payload',
      pull: {
        number: 7,
        url: 'https://github.com/octo/demo/pull/7',
        author: 'octocat',
        authorIsBot: false,
        association: 'MEMBER',
        headSha: SHA,
        headRef: 'topic',
        headOwner: 'octo',
        headRepositoryId: 1,
        fromFork: false,
        baseSha: BASE,
        baseRef: 'main',
        body: 'words',
      },
    })
  })

  const facts = (payload: Payload, event = 'pull_request') => {
    const found = hint(event, payload)
    return found.from === 'payload' ? found.pull : found
  }
  test.each([
    [
      'a fork',
      pull({ head: { ref: 'main', sha: SHA, repo: fork } }),
      { fromFork: true, headRepositoryId: 99, headOwner: 'eve' },
    ],
    ['a bot', pull({ user: 'dependabot[bot]' }), { author: 'dependabot[bot]', authorIsBot: true }],
    ['a deleted account', pull({ user: null }), { author: '', authorIsBot: false }],
    ['no body', pull({ body: null }), { body: '' }],
  ])('%s', (_, one, expected) => {
    expect(facts(pullRequestEvent(one))).toMatchObject(expected)
    expect(facts(pullRequestEvent(one), 'pull_request_target')).toMatchObject(expected)
  })

  test('a fork that is gone is still a fork, and has no repository', () => {
    const gone = facts(pullRequestEvent(pull({ head: { ref: 'topic', sha: SHA, repo: null } })))
    expect(gone).toMatchObject({ fromFork: true, number: 7, headRepositoryId: undefined, headOwner: undefined })
  })

  test('only an edit of the body says edited', () => {
    const edit = (changes: Payload) => facts(pullRequestEvent(pull(), { action: 'edited', changes }))
    expect(edit({ body: { from: 'old' } })).toHaveProperty('bodyEdited', true)
    expect(edit({ title: { from: 'old' } })).not.toHaveProperty('bodyEdited')
  })
})

const run = (more: Payload = {}): Payload => ({
  id: 5,
  run_attempt: 2,
  head_sha: SHA,
  head_branch: 'topic',
  head_repository: { id: 99, owner: { login: 'eve' } },
  ...more,
})

test.each<[string, string, Payload, PullHint]>([
  [
    'a merge group names its last pull request in its branch',
    'merge_group',
    mergeGroupEvent(`refs/heads/gh-readonly-queue/release/1.x/pr-104-${BASE}`),
    { from: 'number', number: 104 },
  ],
  ['a push', 'push', pushEvent({ ref: 'refs/heads/topic', deleted: false }), { from: 'commit', sha: SHA }],
  [
    'a comment on a pull request',
    'issue_comment',
    issueCommentEvent({ number: 3, pull_request: {} }),
    { from: 'number', number: 3 },
  ],
  [
    'a run that ended',
    'workflow_run',
    workflowRunEvent(run({ triggering_actor: { login: 'hubot' }, run_started_at: '2023-11-14T22:13:20Z' })),
    {
      from: 'run',
      run: {
        id: 5,
        attempt: 2,
        headSha: SHA,
        headBranch: 'topic',
        headOwner: 'eve',
        headRepositoryId: 99,
        workflow: '.github/workflows/ci.yml',
        actor: 'hubot',
        startedAt: 1_700_000_000,
      },
    },
  ],
])('%s', (_, event, payload, expected) => {
  expect(hint(event, payload)).toEqual(expected)
})

describe('odd events lead nowhere, with a reason', () => {
  test.each<[string, string, Payload, RegExp]>([
    ['no pull request', 'pull_request', { pull_request: null }, /describes no pull request/],
    [
      'a pull request without a sha',
      'pull_request',
      pullRequestEvent(pull({ head: { ref: 't', sha: 'x' } })),
      /describes no/,
    ],
    [
      'a number that is text',
      'pull_request',
      pullRequestEvent(pull(), { pull_request: { number: '7' } }),
      /describes no/,
    ],
    ['a merge group with another branch', 'merge_group', mergeGroupEvent('refs/heads/main'), /names no pull request/],
    ['a merge group without a branch', 'merge_group', {}, /names no pull request/],
    ['a deleted branch', 'push', pushEvent({ deleted: true }), /deleted/],
    ['a tag', 'push', pushEvent({ ref: 'refs/tags/v1' }), /tag/],
    [
      'a comment on an issue',
      'issue_comment',
      issueCommentEvent({ number: 3, pull_request: undefined }),
      /not on a pull request/,
    ],
    ['a run of a push', 'workflow_run', workflowRunEvent(run({ event: 'push' })), /started by push/],
    ['a run of a fork that is gone', 'workflow_run', workflowRunEvent(run({ head_repository: null })), /gone/],
    [
      'a run that only begins',
      'workflow_run',
      { ...workflowRunEvent(run()), action: 'requested' },
      /types: \[completed\]/,
    ],
    [
      'a run that waits for approval',
      'workflow_run',
      workflowRunEvent(run({ conclusion: 'action_required' })),
      /conclusion is action_required/,
    ],
    [
      'a run that was skipped',
      'workflow_run',
      workflowRunEvent(run({ conclusion: 'skipped' })),
      /conclusion is skipped/,
    ],
    ['workflow_dispatch', 'workflow_dispatch', {}, /pr-number/],
    ['schedule', 'schedule', {}, /schedule/],
    ['nothing', '', {}, /nameless/],
  ])('%s', (_, event, payload, why) => {
    expect(hint(event, payload)).toEqual({ from: 'nowhere', why: expect.stringMatching(why) })
  })

  test.each([
    ['not JSON', '{'],
    ['not an object', '7'],
    ['empty', ''],
  ])('a payload that is %s', (_, text) => {
    const file = path.join(createFolder(), 'event.json')
    fs.writeFileSync(file, text)
    const context = readGitHubContext({ GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: file })
    expect(context.hint).toEqual({ from: 'nowhere', why: 'the event could not be read' })
  })
})

test('the run is what the runner says', () => {
  const file = path.join(createFolder(), 'event.json')
  fs.writeFileSync(file, JSON.stringify(pullRequestEvent(pull())))
  const context = readGitHubContext({
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: file,
    GITHUB_REPOSITORY: 'octo/demo',
    GITHUB_REPOSITORY_ID: '1',
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '3',
    GITHUB_SHA: SHA,
    GITHUB_ACTOR: 'octocat',
    GITHUB_TRIGGERING_ACTOR: 'hubot',
    GITHUB_WORKFLOW_REF: 'octo/demo/.github/workflows/ci.yml@refs/pull/7/merge',
    GITHUB_SERVER_URL: 'https://github.example',
  })
  expect(context).toMatchObject({
    owner: 'octo',
    repo: 'demo',
    repositoryId: 1,
    runId: 42,
    attempt: 3,
    sha: SHA,
    workflow: '.github/workflows/ci.yml',
    actor: 'hubot',
    serverUrl: 'https://github.example',
    hint: { from: 'payload', pull: { number: 7 } },
  })
})
