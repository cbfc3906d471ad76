import { createGitHubClient, type GitHubClientOptions } from '../../src/adapters/github-client/github-client.ts'
import type { GitHubApi } from '../../src/app/ports.ts'
import { type PullRequest, parsePullRequest } from '../../src/core/pull-request.ts'
import type { Bed, Pull } from './bed.ts'
import { pullRequestEvent } from './events.ts'

/** The real client against the bed. It waits a few seconds in all, so that a test of limits ends. */
export const clientOf = (bed: Bed, more: Partial<GitHubClientOptions> = {}): GitHubApi =>
  createGitHubClient({
    token: bed.token,
    owner: bed.owner,
    repo: bed.repo,
    baseUrl: bed.url,
    timeout: 2000,
    patience: 8000,
    ...more,
  })

/** A pull request of the bed as the adapters are told of it. */
export function describePull(pull: Pull): PullRequest {
  const described = parsePullRequest(pullRequestEvent(pull).pull_request, 1)
  if (!described) throw new Error(`the bed's pull request ${pull.number} is not one`)
  return described
}

/** Requests that the bed saw since `from`, as `GET /repos/…`, without the host and the query's paging. */
export const requestsOf = (bed: Bed, from = 0): string[] =>
  bed.gh.requests.slice(from).map(({ method, operation }) => `${method} ${operation ?? 'unknown'}`)
