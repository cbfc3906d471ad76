/** Which artifacts may carry a probe file of this pull request, and which run made them. */

import type { ApiAnswer, GitHubApi } from '../../app/ports.ts'
import type { Fault, NamedPlace, Provenance, Unused } from '../../core/model.ts'
import { once, oncePer } from '../../core/once.ts'
import { parsePlaceName, placeName } from '../../core/place.ts'
import { readProbeFile } from '../../core/probe-file/read.ts'
import { fieldsOf, idOf, type PullRequest, textOf } from '../../core/pull-request.ts'

/** What GitHub says of one that a run made. */
export type Artifact = NonNullable<ReturnType<typeof parseArtifact>>

/** Why no file was had from an artifact. */
export type Unread = { readonly why: string; readonly fix?: string; readonly fault?: Fault }

/** An artifact, and the place, leg and attempt that its name says. */
export interface Named extends NamedPlace {
  readonly artifact: Artifact
  readonly attempt: number
}

/** undefined: not an artifact of a run. */
export function parseArtifact(value: unknown) {
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
    headRepositoryId,
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
  const [, name = '', attempt = '1'] = /^(.*?)(?:@(\d{1,6}))?$/s.exec(artifact.name.slice(prefix.length + 1)) ?? []
  const named = parsePlaceName(name)
  return named && { artifact, ...named, attempt: Number(attempt) }
}

/** Newest first within one place and leg: the later attempt, then the larger id. */
export const sortNewest = (all: readonly Named[]): Named[] =>
  all.toSorted((a, b) => b.attempt - a.attempt || b.artifact.id - a.artifact.id)

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
export type Origin = Pick<Provenance, 'workflow' | 'actor'>

/** Asks once per run; what GitHub does not say is left out. */
export const createOrigins = (api: GitHubApi) =>
  oncePer(async (run: number): Promise<Origin> => {
    const answer = await api.ask('GET /repos/{owner}/{repo}/actions/runs/{run_id}', { run_id: run })
    if (!answer.ok) return {}
    const { path, actor, triggering_actor: starter } = fieldsOf(answer.data)
    return originOf(textOf(path), textOf(fieldsOf(starter).login) || textOf(fieldsOf(actor).login))
  })

/** `.github/workflows/ci.yml@refs/heads/main` is the file alone, where it is one. */
export function originOf(path: string, actor: string): Origin {
  return { workflow: path.replace(/@.*$/, '') || undefined, actor: actor || undefined }
}

type Job = ReturnType<typeof parseJob>
export type Jobs = () => Promise<ApiAnswer<readonly unknown[]>>

const ROUTE = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs'
const MAX_PAGES = 50
/** Milliseconds that two clocks of GitHub may be apart. */
const SLACK = 5000

/** All jobs of all attempts, asked for once. */
export const createJobs = (api: GitHubApi, runId: number): Jobs =>
  once(() => api.askAll(ROUTE, { run_id: runId, filter: 'all' }, MAX_PAGES, 'jobs'))

/** Why a file that an earlier attempt of this run made does not speak any more; undefined: it does. */
export async function explainRerun(
  named: Named,
  { attempt, jobs }: { readonly attempt: number; readonly jobs: Jobs },
  text: string,
): Promise<Unread | undefined> {
  const reading = readProbeFile(text)
  // A file that can't be read proves nothing: the core names it.
  if (!reading.ok || attempt <= 1) return undefined
  const { attempt: made, runner_name: runner } = reading.facts.probe?.ci ?? {}
  if (made === String(attempt)) return undefined
  const answer = await jobs()
  if (!answer.ok)
    return { why: 'the jobs of this run can not be listed', fault: { ...answer.fault, where: 'artifact' } }
  const known = answer.data.map(parseJob)
  const [first, ...more] = makersOf(known, Date.parse(named.artifact.createdAt), runner)
  if (!first) return { why: 'GitHub names no job that could have made it', fix: 're-run all jobs' }
  if (![first, ...more].some((job) => ranAgain(known, job))) return undefined
  return {
    why: `its job ran again in attempt ${attempt} and handed nothing over`,
    fix: `look why the job of ${placeName(named)} ended before its probe, and re-run it`,
  }
}

/** `completed` is infinite while it runs. */
function parseJob(value: unknown) {
  const { name, runner_name, started_at, completed_at } = fieldsOf(value)
  const completed = Date.parse(textOf(completed_at))
  return {
    name: textOf(name),
    runner: textOf(runner_name),
    started: Date.parse(textOf(started_at)),
    completed: Number.isNaN(completed) ? Number.POSITIVE_INFINITY : completed,
  }
}

/** Legs of a matrix run at one time: the machine tells them apart, where the file names it. */
function makersOf(jobs: readonly Job[], made: number, runner: string | undefined): readonly Job[] {
  const then = jobs.filter(({ started, completed }) => started - SLACK <= made && made <= completed + SLACK)
  const there = then.filter((job) => job.runner !== '' && job.runner === runner)
  return there.length > 0 ? there : then
}

/** In a list of attempts a job that was not run again keeps its times, whatever its number. */
const ranAgain = (jobs: readonly Job[], { name, started }: Job): boolean =>
  jobs.some((job) => job.name === name && job.started > started)
