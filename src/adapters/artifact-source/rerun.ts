/** "Re-run failed jobs" keeps what the other jobs uploaded; a job that ran again must not be answered for by its first try. */

import type { ApiAnswer, GitHubApi } from '../../app/ports.ts'
import { once } from '../../core/once.ts'
import { placeName } from '../../core/place.ts'
import { readProbeFile } from '../../core/probe-file/read.ts'
import { fieldsOf, textOf } from '../../core/pull-request.ts'
import type { Unread } from './archive.ts'
import type { Named } from './candidates.ts'

interface Job {
  readonly name: string
  readonly runner: string
  readonly started: number
  /** Infinity while it runs. */
  readonly completed: number
}
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

function parseJob(value: unknown): Job {
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
