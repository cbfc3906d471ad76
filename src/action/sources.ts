/** The ways in which the other places' files reach this run. */

import { type ArtifactSource, createArtifactSource } from '../adapters/artifact-source/artifact-source.ts'
import { originOf } from '../adapters/artifact-source/candidates.ts'
import { createCheckoutSource } from '../adapters/checkout-source.ts'
import { isBlob } from '../adapters/git/history.ts'
import { listFolderAt } from '../adapters/pull-request.ts'
import { createTextSource } from '../adapters/text-source.ts'
import type { CommentListing, Source } from '../app/ports.ts'
import type { Place } from '../core/model.ts'
import { once } from '../core/once.ts'
import { placeName } from '../core/place.ts'
import type { PullRequest } from '../core/pull-request.ts'
import type { JudgedPlace, ReportedRun, RunContext } from './run-context.ts'

export interface Sources {
  readonly all: readonly Source[]
  /** Legs of a place that other jobs of this run uploaded. */
  legsOf(place: Place): Promise<readonly string[]>
}

interface SourceNeeds {
  readonly place: JudgedPlace
  readonly pull: PullRequest | undefined
  readonly comments: CommentListing | undefined
  readonly reported: ReportedRun
}

export function createSources(run: RunContext, needs: SourceNeeds): Sources {
  const { inputs, isAgent, api, inRepository } = run
  const { place, pull, comments } = needs
  if (inputs.mode === 'probe') return { all: [], legsOf: async () => [] }
  const artifacts = inputs.sources.includes('artifact') ? artifactsOf(run, needs) : undefined
  const text =
    inputs.sources.includes('text') && pull && comments
      ? createTextSource({ pull, comments, isAgent, mayWrite: run.mayWrite })
      : undefined
  const own = place.probe && `${placeName(inputs)}.txt`
  // Asked for where the checkout has a probe file; what is read through the interface leaves such files out itself.
  const ids = once(async () => pull && listFolderAt(api, inRepository.probes, await place.base(pull)))
  const isAtBase = async (name: string, text: string) => isBlob(text, (await ids())?.get(name))
  const checkout = inputs.sources.includes('checkout')
    ? createCheckoutSource(place.files, { probes: inputs.probes, own, isAtBase: place.probe && isAtBase })
    : undefined
  return {
    all: [artifacts, text, checkout].filter((source) => source !== undefined),
    legsOf: async (place) => (await artifacts?.legsOf(place)) ?? [],
  }
}

function artifactsOf(run: RunContext, { place, pull, reported }: SourceNeeds): ArtifactSource {
  const { api, inputs, prefix, runUrl, limits } = run
  return createArtifactSource({
    api,
    runId: reported.id,
    attempt: reported.attempt,
    origin: originOf(reported.workflow, reported.actor),
    runUrl,
    prefix,
    probes: inputs.probes,
    // A leg of an earlier run is found by its exact name only, so it must be expected.
    earlier: ['local', 'box', ...inputs.expect.filter((leg) => !leg.startsWith('ci-'))],
    own: place.probe && placeName(inputs),
    job: run.env.GITHUB_JOB,
    expect: inputs.expect,
    late: limits.late,
    pull,
  })
}
