/** Which places a verdict needs, by whose work it is. */

import type { AskedPlaces } from './case.ts'
import type { Claims, Place, Who } from './model.ts'
import { inOrder } from './place.ts'
import type { PullRequest } from './pull-request.ts'
import { words } from './text/words.ts'

/** Agents whose work comes from a machine of their own; logins as the interface gives them. */
const AGENTS = words(
  'anthropic-code-agent[bot] chatgpt-codex-connector[bot] claude[bot] codegen-sh[bot] Copilot cursor[bot] ' +
    'copilot-swe-agent[bot] devin-ai-integration[bot] google-labs-jules[bot] openai-code-agent[bot]',
)

/** Logins are compared without case, as GitHub does. */
export function createIsAgent(more: readonly string[]): (login: string) => boolean {
  const known = new Set([...AGENTS, ...more].map((login) => login.toLowerCase()))
  return (login) => known.has(login.toLowerCase())
}

/** What claims.json says that an account is. */
const saidOf = ({ who = {} }: AskingRules['claims'], login: string): Who | undefined =>
  Object.entries(who).find(([name]) => name.toLowerCase() === login.toLowerCase())?.[1]

export interface AskingRules {
  /** What the workflow says; `auto` goes by whose work it is. */
  readonly places: 'auto' | readonly Place[]
  readonly claims: Pick<Claims, 'asks' | 'who'>
  readonly isAgent: (login: string) => boolean
  /** Of an author from a fork; undefined: GitHub was not asked, or does not say. */
  readonly mayWrite?: boolean | undefined
  /** In a merge queue the other places were asked before. */
  readonly inQueue?: boolean
}

type Accounts = Pick<AskingRules, 'claims' | 'isAgent'>

/** By the account alone. */
const kindOf = ({ author, authorIsBot }: PullRequest, { claims, isAgent }: Accounts): Who =>
  saidOf(claims, author) ?? (isAgent(author) ? 'agent' : authorIsBot ? 'other' : 'person')

/** Only a person may change what is claimed; whom the target branch or the workflow calls an agent is none. */
export const isPerson = (pull: PullRequest, accounts: Accounts): boolean => kindOf(pull, accounts) === 'person'

/** A branch of this repository was pushed by somebody with write access; who opens a fork's has to be asked about. */
export const needsPermission = (pull: PullRequest, rules: AskingRules): boolean =>
  rules.places === 'auto' && !rules.inQueue && pull.fromFork && isPerson(pull, rules) && pull.association !== 'OWNER'

const isInside = ({ fromFork, association }: PullRequest, mayWrite: boolean | undefined): boolean =>
  !fromFork || (mayWrite ?? ['OWNER', 'MEMBER', 'COLLABORATOR'].includes(association))

/** Whoever can run the tests at home is asked for one of local and box, the usual one first. */
export function whoIsAsked(pull: PullRequest | undefined, rules: AskingRules): AskedPlaces {
  const { places, claims, mayWrite } = rules
  if (places !== 'auto') return { places: inOrder(places), why: 'the workflow names the places' }
  if (!pull) return { places: ['ci'], why: 'there is no pull request' }
  if (rules.inQueue) return { places: ['ci'], why: 'this is a merge queue' }
  const kind = kindOf(pull, rules)
  const who = kind === 'person' && !isInside(pull, mayWrite) ? 'other' : kind
  const what = kind === who ? WHAT[who] : 'has no write access here'
  return placesFor(who, claims, `${pull.author || 'a deleted account'} ${what}`)
}

const WHAT = { person: 'is a person', agent: 'is an agent', other: 'is a bot' } as const satisfies {
  [W in Who]: string
}

export function placesFor(who: Who, { asks }: Pick<Claims, 'asks'>, why: string): AskedPlaces {
  const named = asks?.[who]
  if (named) return { places: inOrder(named), why: `${why}, and the claims name the places` }
  if (who === 'other') return { places: ['ci'], why }
  return { places: ['ci'], oneOf: who === 'agent' ? ['box', 'local'] : ['local', 'box'], why }
}

export const lookedAt = ({ places, oneOf = [] }: AskedPlaces): readonly Place[] => inOrder([...places, ...oneOf])
