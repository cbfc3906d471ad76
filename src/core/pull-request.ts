/** The pull request, made narrow from what a webhook or the interface says: both use the same words. */

/** Who opened a pull request and what it is made of, as the platform says; every string is untrusted. */
export interface PullRequest {
  readonly number: number
  readonly url: string
  /** Login; empty where the account is gone. */
  readonly author: string
  readonly authorIsBot: boolean
  /** `OWNER`, `MEMBER`, `FIRST_TIME_CONTRIBUTOR` …; empty where it is not said. */
  readonly association: string
  readonly headSha: string
  /** GitHub's test merge; it may be of an earlier head, or not be there yet. */
  readonly mergeSha?: string | undefined
  readonly headRef: string
  /** Login of the account that owns the head's repository; undefined: the fork is gone. */
  readonly headOwner?: string | undefined
  /** undefined: the fork is gone. */
  readonly headRepositoryId?: number | undefined
  /** The head is not in this repository. */
  readonly fromFork: boolean
  readonly baseSha: string
  readonly baseRef: string
  readonly body: string
  /** True when this very event is an edit of the body; undefined: not known. */
  readonly bodyEdited?: boolean
}

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
  return {
    number,
    url: textOf(pull.html_url),
    author: textOf(user.login),
    authorIsBot: user.type === 'Bot' || textOf(user.login).endsWith('[bot]'),
    association: textOf(pull.author_association),
    headSha: head.sha,
    mergeSha: isSha(pull.merge_commit_sha) ? pull.merge_commit_sha : undefined,
    headRef: textOf(head.ref),
    headOwner: textOf(fieldsOf(headRepo.owner).login) || undefined,
    headRepositoryId,
    fromFork: headRepositoryId === undefined || headRepositoryId !== home,
    baseSha: base.sha,
    baseRef: textOf(base.ref),
    body: textOf(pull.body),
  }
}

const DEPENDABOT = 'dependabot[bot]'

/** GitHub hands a run the repository's secrets unless a fork's pull request or Dependabot started it. */
export const isWithoutSecrets = (event: string, actor: string, pull: PullRequest | undefined): boolean =>
  actor === DEPENDABOT || (/^pull_request(?:_review(?:_comment)?)?$/.test(event) && pull?.fromFork === true)
