/** Which places a verdict needs, by the author of the pull request. */

import type { AskedPlaces, Place } from './model.ts'
import { inOrder } from './place.ts'
import type { PullRequest } from './pull-request.ts'
import { words } from './text/words.ts'

/** Agents whose work comes from a machine of their own; logins as the interface gives them. */
const AGENTS = words(
  'anthropic-code-agent[bot] chatgpt-codex-connector[bot] claude[bot] codegen-sh[bot] Copilot cursor[bot] ' +
    'copilot-swe-agent[bot] devin-ai-integration[bot] google-labs-jules[bot] openai-code-agent[bot]',
)

/** GitHub says NONE of an author who never contributed, when the pull request has just been opened. */
const NEWCOMERS: readonly string[] = ['FIRST_TIMER', 'FIRST_TIME_CONTRIBUTOR', 'NONE', 'MANNEQUIN']

/** Logins are compared without case, as GitHub does. */
export function createIsAgent(more: readonly string[]): (login: string) => boolean {
  const known = new Set([...AGENTS, ...more].map((login) => login.toLowerCase()))
  return (login) => known.has(login.toLowerCase())
}

export interface AskingRules {
  /** What the workflow says; `auto` goes by the author. */
  readonly places: 'auto' | readonly Place[]
  /** What claims.json says. */
  readonly claimed: readonly Place[]
  readonly isAgent: (login: string) => boolean
  /** In a merge queue the other places were asked before. */
  readonly inQueue: boolean
}

export function whoIsAsked(pull: PullRequest | undefined, rules: AskingRules): AskedPlaces {
  if (rules.places !== 'auto') return { places: inOrder(rules.places), why: 'the workflow names the places' }
  if (!pull) return { places: ['ci'], why: 'there is no pull request' }
  if (rules.inQueue) return { places: ['ci'], why: 'this is a merge queue' }
  const author = pull.author || 'a deleted account'
  if (rules.isAgent(pull.author)) return { places: ['box', 'ci'], why: `${author} is an agent` }
  if (pull.authorIsBot) return { places: ['ci'], why: `${author} is a bot` }
  if (pull.fromFork && NEWCOMERS.includes(pull.association))
    return { places: ['ci'], why: `${author} contributes for the first time, from a fork` }
  return { places: inOrder(rules.claimed), why: `${author} is a person` }
}
