/** Which artifacts may carry a probe file of this pull request, and which run made them. */

import type { GitHubApi } from '../../app/ports.ts'
import type { Place, Unused } from '../../core/model.ts'
import { oncePer } from '../../core/once.ts'
import { parsePlaceName } from '../../core/place.ts'
import { fieldsOf, idOf, type PullRequest, textOf } from '../../core/pull-request.ts'

export interface Artifact {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly digest: string
  readonly expired: boolean
  readonly createdAt: string
  readonly expiresAt: string
  readonly run: number
  readonly headRepositoryId?: number
  readonly headBranch: string
  readonly headSha: string
}

/** An artifact, and the place, leg and attempt that its name says. */
export interface Named {
  readonly artifact: Artifact
  readonly place: Place
  readonly leg?: string
  readonly attempt: number
}

/** undefined: not an artifact of a run. */
export function parseArtifact(value: unknown): Artifact | undefined {
  const fields = fieldsOf(value)
  const run = fieldsOf(fields.workflow_run)
  const [id, runId, headRepositoryId] = [idOf(fields.id), idOf(run.id), idOf(run.head_repository_id)]
  if (id === undefined || runId === undefined) return undefined
  return {
    id,
    name: textOf(fields.name),
    size: Number(fields.size_in_bytes),
    digest: textOf(fields.digest),
    expired: fields.expired !== false,
    createdAt: textOf(fields.created_at),
    expiresAt: textOf(fields.expires_at),
    run: runId,
    ...(headRepositoryId === undefined ? {} : { headRepositoryId }),
    headBranch: textOf(run.head_branch),
    headSha: textOf(run.head_sha),
  }
}

/**
 * `probes[-key]-<place>[-<leg>][@<attempt>]`. The attempt is there only where a re-run found the name taken;
 * no leg can hold an `@`.
 */
export function parseName(artifact: Artifact, prefix: string): Named | undefined {
  if (!artifact.name.startsWith(`${prefix}-`)) return undefined
  const [, name = '', attempt = '1'] =
    /^(.*?)(?:@(\d{1,6}))?$/s.exec(artifact.name.slice(prefix.length + 1)) ?? []
  const named = parsePlaceName(name)
  return named && { artifact, ...named, attempt: Number(attempt) }
}

/** Newest first within one place and leg: the later attempt, then the larger id. */
export function sortNewest(all: readonly Named[]): Named[] {
  return [...all].sort((a, b) => b.attempt - a.attempt || b.artifact.id - a.artifact.id)
}

/**
 * An earlier run's artifact belongs to this pull request if its run was about the pull request's own
 * repository and branch. A name alone proves nothing: forks share it, and may call a branch `main`.
 */
export function belongsTo(artifact: Artifact, pull: PullRequest): boolean {
  const { headRepositoryId, headBranch, headSha } = artifact
  if (pull.headRepositoryId === undefined || headRepositoryId !== pull.headRepositoryId) return false
  return headBranch === pull.headRef || headSha === pull.headSha
}

export const labelOf = ({ name, run }: Artifact): string => `artifact ${name} of run ${run}`

export const noteOf = (named: Named, message: string): Unused => ({
  place: named.place,
  message: `${labelOf(named.artifact)}: ${message}`,
})

/** Which workflow a run was of and who started it: shown to people, never a reason to believe a file. */
export interface Origin {
  readonly workflow?: string
  readonly actor?: string
}

/** Asks once per run; what GitHub does not say is left out. */
export const createOrigins = (api: GitHubApi): ((run: number) => Promise<Origin>) =>
  oncePer((run) => readOrigin(api, run))

async function readOrigin(api: GitHubApi, run: number): Promise<Origin> {
  const answer = await api.ask('GET /repos/{owner}/{repo}/actions/runs/{run_id}', { run_id: run })
  if (!answer.ok) return {}
  const { path, actor, triggering_actor: starter } = fieldsOf(answer.data)
  return originOf(textOf(path), textOf(fieldsOf(starter).login) || textOf(fieldsOf(actor).login))
}

/** `.github/workflows/ci.yml@refs/heads/main` is the file alone, where it is one. */
export function originOf(path: string, actor: string): Origin {
  const workflow = path.replace(/@.*$/, '')
  return { ...(workflow ? { workflow } : {}), ...(actor ? { actor } : {}) }
}
