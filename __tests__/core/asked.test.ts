import { expect, test } from 'vitest'
import { type AskingRules, createIsAgent, needsPermission, whoIsAsked } from '../../src/core/asked.ts'
import { isWithoutSecrets, type PullRequest } from '../../src/core/pull-request.ts'

const pull = (more: Partial<PullRequest> = {}): PullRequest => ({
  number: 7,
  url: '',
  author: 'octocat',
  authorIsBot: false,
  association: 'CONTRIBUTOR',
  headSha: 'a'.repeat(40),
  headRef: 'topic',
  headRepositoryId: 1,
  fromFork: false,
  baseSha: 'b'.repeat(40),
  baseRef: 'main',
  body: '',
  ...more,
})
const rules = (more: Partial<AskingRules> = {}): AskingRules => ({
  places: 'auto',
  claims: {},
  isAgent: createIsAgent(['house-agent[bot]']),
  ...more,
})
const BOT = { author: 'renovate[bot]', authorIsBot: true }

test.each<[string, PullRequest | undefined, Partial<AskingRules>, string]>([
  ['a person', pull(), {}, 'ci, one of local box'],
  ['a known agent', pull({ author: 'copilot-swe-agent[bot]', authorIsBot: true }), {}, 'ci, one of box local'],
  ['a known agent in capitals', pull({ author: 'COPILOT', authorIsBot: true }), {}, 'ci, one of box local'],
  ['an agent that the workflow names', pull({ author: 'house-agent[bot]' }), {}, 'ci, one of box local'],
  ['an agent that the claims name', pull(), { claims: { who: { OctoCat: 'agent' } } }, 'ci, one of box local'],
  ['another bot', pull({ author: 'dependabot[bot]', authorIsBot: true }), {}, 'ci'],
  ['a bot with an account like a person', pull(), { claims: { who: { octocat: 'other' } } }, 'ci'],
  [
    'a bot that the claims call a person',
    pull(BOT),
    { claims: { who: { 'renovate[bot]': 'person' } } },
    'ci, one of local box',
  ],
  ['a fork of somebody without write access', pull({ fromFork: true }), { mayWrite: false }, 'ci'],
  ['a fork of somebody with write access', pull({ fromFork: true }), { mayWrite: true }, 'ci, one of local box'],
  ['a fork, and GitHub says no more', pull({ fromFork: true, association: 'NONE' }), {}, 'ci'],
  [
    'a fork of a member, and GitHub says no more',
    pull({ fromFork: true, association: 'MEMBER' }),
    {},
    'ci, one of local box',
  ],
  ['a newcomer with a branch of ours', pull({ association: 'NONE' }), {}, 'ci, one of local box'],
  ['no pull request', undefined, {}, 'ci'],
  ['a merge queue', pull(), { inQueue: true }, 'ci'],
  ['exactly what the claims say', pull(), { claims: { asks: { person: ['ci', 'box', 'local'] } } }, 'local box ci'],
  ['of others than the claims name, the usual', pull(BOT), { claims: { asks: { person: ['local'] } } }, 'ci'],
  ['what the workflow says', pull(BOT), { places: ['box', 'local'] }, 'local box'],
])('%s', (_, one, more, places) => {
  const asked = whoIsAsked(one, rules(more))
  const oneOf = asked.oneOf ? `, one of ${asked.oneOf.join(' ')}` : ''
  expect(`${asked.places.join(' ')}${oneOf}`).toBe(places)
  expect(asked.why).toMatch(/\S/)
})

test.each<[string, PullRequest, Partial<AskingRules>, boolean]>([
  ['of a fork', pull({ fromFork: true }), {}, true],
  ['of a branch that somebody could push', pull(), {}, false],
  ["of a fork of the repository's owner", pull({ fromFork: true, association: 'OWNER' }), {}, false],
  ['of a bot', pull({ ...BOT, fromFork: true }), {}, false],
  ['where the workflow names the places', pull({ fromFork: true }), { places: ['ci'] }, false],
])('GitHub is asked who may write %s: %s', (_, one, more, asked) =>
  expect(needsPermission(one, rules(more))).toBe(asked),
)

test.each<[string, boolean, string, boolean]>([
  ['pull_request', true, 'octocat', true],
  ['pull_request_review', true, 'octocat', true],
  ['pull_request', false, 'octocat', false],
  ['pull_request_target', true, 'octocat', false],
  ['merge_group', true, 'octocat', false],
  ['pull_request', false, 'dependabot[bot]', true],
  ['push', false, 'dependabot[bot]', true],
])('%s, from a fork: %s, started by %s: without secrets: %s', (event, fromFork, actor, without) => {
  expect(isWithoutSecrets(event, actor, pull({ fromFork }))).toBe(without)
})
