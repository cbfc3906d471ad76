/** What a webhook or the interface says of a pull request, made narrow: both describe it with the same words. */
import type { PullRequest } from '../../app/ports.ts'

export interface Fields {
  readonly [name: string]: unknown
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Ids and numbers of GitHub are positive whole numbers; anything else is none. */
export const idOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined

/** 40 hex digits, 64 in a SHA-256 repository. */
export const isSha = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value)

/** undefined: this does not describe a pull request of `repositoryId`'s repository. */
export function parsePullRequest(value: unknown, repositoryId: number | undefined): PullRequest | undefined {
  const pull = fieldsOf(value)
  const [head, base, user] = [fieldsOf(pull.head), fieldsOf(pull.base), fieldsOf(pull.user)]
  // Both are null when the account or the fork is gone.
  const [headRepo, baseRepo] = [fieldsOf(head.repo), fieldsOf(base.repo)]
  const [number, headRepositoryId, baseId] = [idOf(pull.number), idOf(headRepo.id), idOf(baseRepo.id)]
  if (number === undefined || !isSha(head.sha) || !isSha(base.sha)) return undefined
  const home = repositoryId ?? baseId
  if (baseId !== undefined && home !== baseId) return undefined
  const headOwner = textOf(fieldsOf(headRepo.owner).login)
  return {
    number,
    url: textOf(pull.html_url),
    author: textOf(user.login),
    authorIsBot: user.type === 'Bot' || textOf(user.login).endsWith('[bot]'),
    association: textOf(pull.author_association),
    headSha: head.sha,
    headRef: textOf(head.ref),
    ...(headOwner ? { headOwner } : {}),
    ...(headRepositoryId === undefined ? {} : { headRepositoryId }),
    fromFork: headRepositoryId === undefined || headRepositoryId !== home,
    baseSha: base.sha,
    baseRef: textOf(base.ref),
    body: textOf(pull.body),
  }
}
