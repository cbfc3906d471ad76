/** Probe files that a job uploaded: of this run, complete and with all legs; of earlier runs, by exact name. */

import { setTimeout as sleep } from 'node:timers/promises'
import { type Found, type GitHubApi, joinFound, type Source } from '../../app/ports.ts'
import type { Fault, Place, Unused } from '../../core/model.ts'
import { once } from '../../core/once.ts'
import { placeName } from '../../core/place.ts'
import { readProbeFile } from '../../core/probe-file/read.ts'
import type { PullRequest } from '../../core/pull-request.ts'
import { readOne } from './archive.ts'
import {
  type Artifact,
  belongsTo,
  createJobs,
  createOrigins,
  explainRerun,
  type Jobs,
  labelOf,
  type Named,
  noteOf,
  type Origin,
  parseArtifact,
  parseName,
  sortNewest,
  type Unread,
} from './candidates.ts'

export interface ArtifactSourceOptions {
  readonly api: GitHubApi
  /** The run whose artifacts are all looked at, and what is known of it without asking. */
  readonly runId: number
  readonly attempt: number
  readonly origin?: Origin
  readonly runUrl: (runId: number) => string
  /** Without one, and for a run that is not ours, earlier runs are not looked at. */
  readonly pull?: PullRequest | undefined
  /** `probes`, or `probes-<key>`. */
  readonly prefix: string
  /** Folder of the probe files, the first part of an entry's name. */
  readonly probes: string
  /** Places and legs looked for in earlier runs: `local`, `box`, `box-codex`. */
  readonly earlier: readonly string[]
  /** What this process makes itself, `ci` or `ci-py3.13`: an upload of an earlier attempt must not speak for it. */
  readonly own?: string | undefined
  /** The job of this process, as probe files name it. */
  readonly job?: string | undefined
  /** Legs that jobs of this run must bring: GitHub may list an artifact a moment after its job has ended. */
  readonly expect?: readonly string[]
  /** Milliseconds to wait before each of the further looks for those; default: two looks within three seconds. */
  readonly late?: readonly number[] | undefined
}

const RUN = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts'
const NAMED = 'GET /repos/{owner}/{repo}/actions/artifacts'
/** Of one name, newest first. */
const MAX_PAGES = 10
/** A run has at most 500 artifacts a job, so a large matrix has thousands; more than five is a fault. */
const MAX_PAGES_OF_RUN = 50
const LATE = [1000, 2000]
/** An artifact that can't be read gives way to the one before it, this often. */
const TRIES = 3

interface Options extends ArtifactSourceOptions {
  readonly originOf: (run: number) => Promise<Origin>
  readonly jobs: Jobs
}

type Kind = 'this-run' | 'artifact'

export interface ArtifactSource extends Source {
  /** Legs of a place that jobs of this run uploaded, like `ci-py3.13`. */
  legsOf(place: Place): Promise<readonly string[]>
}

/**
 * One request for all of this run: a leg that is not seen could hide a failure, so the list is complete
 * or a fault. Then one for each place that this run lacks, by exact name: an unfiltered list of the
 * repository is one request only where fewer than a hundred artifacts are alive, and misses the rest.
 */
export function createArtifactSource(given: ArtifactSourceOptions): ArtifactSource {
  const { api, runId } = given
  const options: Options = { ...given, originOf: createOrigins(api), jobs: createJobs(api, runId) }
  const listHere = once(() => listLegs(options, options.late ?? LATE))
  return {
    kind: 'artifact',

    async legsOf(place) {
      const { named } = await listHere()
      return [...new Set(named.filter((one) => one.place === place && one.leg !== undefined).map(placeName))].sort()
    },

    async find() {
      const here = await listHere()
      const isOwn = (named: Named) => placeName(named) === options.own
      const others = here.named.filter((named) => !isOwn(named))
      const present = new Set(others.map(placeName))
      const absent = options.pull ? options.earlier.filter((slot) => !present.has(slot)) : []
      const [these, ...those] = await Promise.all([
        readSlots(options, others, 'this-run'),
        ...here.named.filter(isOwn).map((named) => findNamesake(options, named)),
        ...absent.map((slot) => findEarlier(options, slot)),
      ])
      return merge([{ faults: here.faults }, these ?? {}, ...those])
    },
  }
}

/** All of this run; again, where a leg that is expected of it is not there yet. */
async function listLegs(options: Options, waits: readonly number[]): ReturnType<typeof list> {
  const found = await list(options, RUN, { run_id: options.runId })
  const [wait, ...more] = waits
  const there = new Set([options.own, ...found.named.map(placeName)])
  const isLate = options.expect?.some((leg) => leg.startsWith('ci-') && !there.has(leg))
  if (!isLate || wait === undefined || found.faults.length > 0) return found
  await sleep(wait)
  return listLegs(options, more)
}

/** Another job of this attempt may have used the name that this job is about to use: its file must not be passed over. */
async function findNamesake(options: Options, named: Named): Promise<Found> {
  const text = await readOne(options.api, options.probes, named)
  const reading = typeof text === 'string' ? readProbeFile(text) : undefined
  const ci = reading?.ok ? reading.facts.probe?.ci : undefined
  if (ci === undefined || ci.attempt !== String(options.attempt) || ci.job === options.job) return merge([])
  const message = `${labelOf(named.artifact)}: another job of this run probed ${placeName(named)}, too`
  return merge([{ faults: [{ where: 'artifact', message, fix: 'leg: a-name-of-its-own' }] }])
}

async function findEarlier(options: Options, slot: string): Promise<Found> {
  const { pull, runId, prefix } = options
  const name = `${prefix}-${slot}`
  const isMine = (artifact: Artifact) => pull && artifact.run !== runId && belongsTo(artifact, pull)
  // Newest first: a repository may have thousands of this name, and only this pull request's count.
  const enough = (page: readonly Artifact[]) => page.some((one) => isMine(one) && !one.expired)
  const { named, faults } = await list(options, NAMED, { name }, enough)
  // `ci` speaks through this run only.
  const mine = named.filter(({ artifact, place }) => isMine(artifact) && place !== 'ci')
  const notes = mine.length === 0 ? namesakes(named, pull, runId) : []
  return merge([{ notes, faults }, await readSlots(options, mine, 'artifact')])
}

/** Somebody may wonder why the file that a run about this very branch made does not count. */
const namesakes = (named: readonly Named[], pull: PullRequest | undefined, runId: number): Unused[] =>
  named
    .filter(({ artifact }) => artifact.run !== runId && artifact.headBranch === pull?.headRef)
    .slice(0, 1)
    .map((one) => noteOf(one, 'its branch has this name in another repository'))

/** Without `enough` all of it, or a fault. */
async function list(
  options: Options,
  route: string,
  parameters: { readonly [name: string]: string | number },
  enough?: (page: readonly Artifact[]) => boolean,
): Promise<{ readonly named: readonly Named[]; readonly faults: readonly Fault[] }> {
  const parse = (items: readonly unknown[]) => items.flatMap((item) => parseArtifact(item) ?? [])
  const answer = await options.api.askAll(
    route,
    parameters,
    enough ? MAX_PAGES : MAX_PAGES_OF_RUN,
    'artifacts',
    enough && ((page) => enough(parse(page))),
  )
  if (!answer.ok) return { named: [], faults: [{ ...answer.fault, where: 'artifact' }] }
  return { named: parse(answer.data).flatMap((one) => parseName(one, options.prefix) ?? []), faults: [] }
}

/** For each place and leg the newest artifact that can be read. */
async function readSlots(options: Options, all: readonly Named[], kind: Kind): Promise<Found> {
  const newest = sortNewest(all)
  const slots = [...new Set(newest.map(placeName))]
  const ofSlot = (slot: string) => newest.filter((named) => placeName(named) === slot)
  return merge(await Promise.all(slots.map((slot) => readNewest(options, ofSlot(slot), kind))))
}

async function readNewest(options: Options, all: readonly Named[], kind: Kind): Promise<Found> {
  const notes: Unused[] = []
  const faults: Fault[] = []
  // Of this run only the newest counts: an older attempt would speak for one that went wrong.
  for (const named of all.slice(0, kind === 'this-run' ? 1 : TRIES)) {
    const [read, origin] = await Promise.all([readCurrent(options, named, kind), originOf(options, named, kind)])
    const { artifact, place, leg } = named
    if (typeof read !== 'string') {
      const note = noteOf(named, read.why)
      notes.push(note)
      const { fault, fix = 're-run the job that made it' } = read
      if (fault) faults.push(fault)
      // A leg of this run that can't be read must not be gone as if it had never been there.
      else if (kind === 'this-run') faults.push({ where: 'artifact', message: note.message, fix })
      continue
    }
    const run = String(artifact.run)
    const url = `${options.runUrl(artifact.run)}/artifacts/${artifact.id}`
    const provenance = { kind, label: labelOf(artifact), url, run, ...origin }
    const slot = leg === undefined ? { place } : { place, leg }
    return { texts: [{ provenance, named: slot, text: read }], notes, faults }
  }
  return { texts: [], notes, faults }
}

/** The text, unless a later attempt of this run has made it void. */
async function readCurrent(options: Options, named: Named, kind: Kind): Promise<string | Unread> {
  const read = await readOne(options.api, options.probes, named)
  if (typeof read !== 'string' || kind !== 'this-run') return read
  return (await explainRerun(named, options, read)) ?? read
}

/** Asked while the bytes come; of what has expired there is nothing to tell. */
async function originOf(options: Options, { artifact }: Named, kind: Kind): Promise<Origin> {
  if (kind === 'this-run') return options.origin ?? {}
  return artifact.expired ? {} : options.originOf(artifact.run)
}

/** What went wrong for all legs at one time is one fault. */
function merge(all: readonly Partial<Found>[]): Found {
  const found = joinFound(all)
  return { ...found, faults: [...new Map(found.faults.map((one) => [JSON.stringify(one), one])).values()] }
}
