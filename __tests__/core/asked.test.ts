import { expect, test } from 'vitest'
import { type AskingRules, createIsAgent, whoIsAsked } from '../../src/core/asked.ts'
import type { PullRequest } from '../../src/core/pull-request.ts'

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
  claimed: ['ci', 'local', 'box'],
  isAgent: createIsAgent(['house-agent[bot]']),
  inQueue: false,
  ...more,
})

test.each<[string, PullRequest | undefined, Partial<AskingRules>, string]>([
  ['a person', pull(), {}, 'local box ci'],
  ['a person, claims of one place', pull(), { claimed: ['ci'] }, 'ci'],
  ['a known agent', pull({ author: 'copilot-swe-agent[bot]', authorIsBot: true }), {}, 'box ci'],
  ['a known agent in capitals', pull({ author: 'COPILOT', authorIsBot: true }), {}, 'box ci'],
  ['an agent that the workflow names', pull({ author: 'house-agent[bot]', authorIsBot: true }), {}, 'box ci'],
  ['another bot', pull({ author: 'dependabot[bot]', authorIsBot: true }), {}, 'ci'],
  ['a first contribution from a fork', pull({ fromFork: true, association: 'FIRST_TIME_CONTRIBUTOR' }), {}, 'ci'],
  ['the very first one', pull({ fromFork: true, association: 'NONE' }), {}, 'ci'],
  ['a known contributor from a fork', pull({ fromFork: true }), {}, 'local box ci'],
  ['a newcomer with a branch of ours', pull({ association: 'NONE' }), {}, 'local box ci'],
  ['no pull request', undefined, {}, 'ci'],
  ['a merge queue', pull(), { inQueue: true }, 'ci'],
  [
    'what the workflow says',
    pull({ author: 'dependabot[bot]', authorIsBot: true }),
    { places: ['box', 'local'] },
    'local box',
  ],
])('%s', (_, one, more, places) => {
  const asked = whoIsAsked(one, rules(more))
  expect(asked.places.join(' ')).toBe(places)
  expect(asked.why).toMatch(/\S/)
})
