/** Probe files that a job uploaded: of this run, complete and with all legs; of earlier runs, by exact name. */
import { createHash } from 'node:crypto'
import type { ApiAnswer, Found, GitHubApi, Source, SourceNote } from '../app/ports.ts'
import type { Fault, Place, ProbeText } from '../core/model.ts'
import type { PullRequest } from '../core/pull-request.ts'
import { LIMITS, readFromArchive } from './artifact-source/archive.ts'
import {
  type Artifact,
  belongsTo,
  labelOf,
  type Named,
  noteOf,
  parseArtifact,
  parseName,
  slotOf,
  sortNewest,
} from './artifact-source/candidates.ts'

export interface ArtifactSourceOptions {
  readonly api: GitHubApi
  /** The run whose artifacts are all looked at. */
  readonly runId: number
  readonly runUrl: (runId: number) => string
  /** Without one, and for a run that is not ours, earlier runs are not looked at. */
  readonly pull?: PullRequest
  /** `probes`, or `probes-<key>`. */
  readonly prefix: string
  /** Folder of the probe files, the first part of an entry's name. */
  readonly probes: string
  /** Places and legs looked for in earlier runs: `local`, `box`, `box-codex`. */
  readonly earlier: readonly string[]
  /** What this process makes itself, `ci` or `ci-py3.13`: an upload of an earlier attempt must not speak for it. */
  readonly own?: string
}

const RUN = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts'
const NAMED = 'GET /repos/{owner}/{repo}/actions/artifacts'
/** An artifact that can't be read gives way to the one before it, this often. */
const TRIES = 3

type Looked = {
  readonly texts: readonly ProbeText[]
  readonly notes: readonly SourceNote[]
  readonly faults: readonly Fault[]
}

export interface ArtifactSource extends Source {
  /** Legs of a place that jobs of this run uploaded, like `ci-py3.13`. */
  legsOf(place: Place): Promise<readonly string[]>
}

/**
 * One request for all of this run: a leg that is not seen could hide a failure, so the list is complete
 * or a fault. Then one for each place that this run lacks, by exact name: an unfiltered list of the
 * repository is one request only where fewer than a hundred artifacts are alive, and misses the rest.
 */
export function createArtifactSource(options: ArtifactSourceOptions): ArtifactSource {
  let listing: ReturnType<typeof list> | undefined
  const listHere = () => {
    listing ??= list(options, RUN, { run_id: options.runId })
    return listing
  }
  return {
    kind: 'artifact',

    async legsOf(place) {
      const { named } = await listHere()
      return [
        ...new Set(named.filter((one) => one.place === place && one.leg !== undefined).map(slotOf)),
      ].sort()
    },

    async find() {
      const here = await listHere()
      const own = here.named.filter((named) => slotOf(named) !== options.own)
      const present = new Set(own.map(slotOf))
      const absent = options.pull ? options.earlier.filter((slot) => !present.has(slot)) : []
      const [these, ...those] = await Promise.all([
        readSlots(options, own, 'this-run'),
        ...absent.map((slot) => findEarlier(options, slot)),
      ])
      return merge([{ texts: [], notes: [], faults: here.faults }, these, ...those])
    },
  }
}

async function findEarlier(options: ArtifactSourceOptions, slot: string): Promise<Looked> {
  const { named, faults } = await list(options, NAMED, { name: `${options.prefix}-${slot}` })
  const { pull } = options
  const mine = named.filter(
    ({ artifact }) => pull && artifact.run !== options.runId && belongsTo(artifact, pull),
  )
  // `ci` speaks through this run only.
  const looked = await readSlots(
    options,
    mine.filter(({ place }) => place !== 'ci'),
    'artifact',
  )
  return merge([{ texts: [], notes: [], faults }, looked])
}

async function list(
  options: ArtifactSourceOptions,
  route: string,
  parameters: { readonly [name: string]: string | number },
): Promise<{ readonly named: readonly Named[]; readonly faults: readonly Fault[] }> {
  const answer = await options.api.askAll(route, parameters, 10, 'artifacts')
  if (!answer.ok) return { named: [], faults: [{ ...answer.fault, where: 'artifact' }] }
  const artifacts = answer.data.map(parseArtifact).filter((one): one is Artifact => one !== undefined)
  return { named: artifacts.flatMap((one) => parseName(one, options.prefix) ?? []), faults: [] }
}

/** For each place and leg the newest artifact that can be read. */
async function readSlots(
  options: ArtifactSourceOptions,
  all: readonly Named[],
  kind: 'this-run' | 'artifact',
): Promise<Looked> {
  const newest = sortNewest(all)
  const slots = [...new Set(newest.map(slotOf))]
  const ofSlot = (slot: string) => newest.filter((named) => slotOf(named) === slot)
  return merge(await Promise.all(slots.map((slot) => readNewest(options, ofSlot(slot), kind))))
}

async function readNewest(
  options: ArtifactSourceOptions,
  all: readonly Named[],
  kind: 'this-run' | 'artifact',
): Promise<Looked> {
  const notes: SourceNote[] = []
  const faults: Fault[] = []
  for (const named of all.slice(0, TRIES)) {
    const read = await readOne(options, named)
    if (typeof read !== 'string') {
      const note = noteOf(named, read.why)
      notes.push(note)
      if (read.fault) faults.push(read.fault)
      if (kind === 'artifact') continue
      // Of this run only the newest counts: an older attempt would speak for one that went wrong. And a
      // leg that can't be read must not be gone as if it had never been there.
      if (!read.fault)
        faults.push({ where: 'artifact', message: note.message, fix: 're-run the job that made it' })
      break
    }
    const { artifact, place, leg } = named
    const run = String(artifact.run)
    const url = `${options.runUrl(artifact.run)}/artifacts/${artifact.id}`
    return {
      texts: [
        {
          provenance: { kind, label: labelOf(artifact), url, run },
          named: { place, ...(leg === undefined ? {} : { leg }) },
          text: read,
        },
      ],
      notes,
      faults,
    }
  }
  return { texts: [], notes, faults }
}

type Unread = { readonly why: string; readonly fault?: Fault }

async function readOne(options: ArtifactSourceOptions, named: Named): Promise<string | Unread> {
  const { artifact } = named
  if (artifact.expired) return { why: `expired on ${artifact.expiresAt.slice(0, 10)}` }
  if (!(artifact.size <= LIMITS.archive))
    return { why: `refused, it is larger than ${LIMITS.archive / 1024 / 1024} MiB` }
  const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip'
  const answer = await options.api.download(route, { artifact_id: artifact.id }, LIMITS.archive)
  if (!answer.ok) return explain(answer)
  if (artifact.digest && artifact.digest !== digestOf(answer.data))
    return { why: 'refused, its bytes are not those that GitHub has the digest of' }
  const file = `${slotOf(named)}.txt`
  const unpacked = readFromArchive(answer.data, [
    ...new Set([`${options.probes}/${file}`, `probes/${file}`, file]),
  ])
  return unpacked.ok ? unpacked.text : { why: `refused, ${unpacked.why}` }
}

function explain(answer: ApiAnswer & { ok: false }): Unread {
  if (answer.status === 410) return { why: 'expired' }
  if (answer.status === 413) return { why: `refused, it is larger than ${LIMITS.archive / 1024 / 1024} MiB` }
  return { why: 'could not be downloaded', fault: { ...answer.fault, where: 'artifact' } }
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

const merge = (all: readonly (Looked | undefined)[]): Found => ({
  texts: all.flatMap((one) => one?.texts ?? []),
  notes: all.flatMap((one) => one?.notes ?? []),
  faults: all.flatMap((one) => one?.faults ?? []),
})
