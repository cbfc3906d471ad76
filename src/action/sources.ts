/** The ways in which the other places' files reach this run. */
import { originOf } from '../adapters/artifact-source/run.ts'
import { type ArtifactSource, createArtifactSource } from '../adapters/artifact-source.ts'
import { createCheckoutSource } from '../adapters/checkout-source.ts'
import { mayWrite } from '../adapters/pull-request.ts'
import { createTextSource } from '../adapters/text-source.ts'
import type { CommentListing, Files, Source } from '../app/ports.ts'
import type { Place } from '../core/model.ts'
import { placeName } from '../core/place.ts'
import type { PullRequest } from '../core/pull-request.ts'
import type { Session } from './session.ts'

export interface Sources {
  readonly all: readonly Source[]
  /** Legs of a place that other jobs of this run uploaded. */
  legsOf(place: Place): Promise<readonly string[]>
}

export interface SourceNeeds {
  readonly files: Files
  readonly pull: PullRequest | undefined
  readonly comments: CommentListing | undefined
}

export function createSources(session: Session, needs: SourceNeeds): Sources {
  const { sources } = session.inputs
  const artifacts = sources.includes('artifact') ? artifactsOf(session, needs.pull) : undefined
  const text = sources.includes('text') ? textOf(session, needs) : undefined
  const own = `${placeName(session.inputs)}.txt`
  const checkout = sources.includes('checkout')
    ? createCheckoutSource(needs.files, { probes: session.inputs.probes, own })
    : undefined
  return {
    all: [artifacts, text, checkout].filter((source) => source !== undefined),
    legsOf: async (place) => (await artifacts?.legsOf(place)) ?? [],
  }
}

function artifactsOf(session: Session, pull: PullRequest | undefined): ArtifactSource {
  const { api, context, inputs, prefix, runUrl } = session
  return createArtifactSource({
    api,
    runId: context.runId,
    attempt: context.attempt,
    origin: originOf(context.workflow, context.actor),
    runUrl,
    prefix,
    probes: inputs.probes,
    // A leg of an earlier run is found by its exact name only, so it must be expected.
    earlier: ['local', 'box', ...inputs.expect.filter((leg) => !leg.startsWith('ci-'))],
    own: placeName(inputs),
    ...(pull ? { pull } : {}),
  })
}

function textOf({ api, isAgent }: Session, { pull, comments }: SourceNeeds): Source | undefined {
  if (!pull || !comments) return undefined
  return createTextSource({ pull, comments, isAgent, mayWrite: (login) => mayWrite(api, login) })
}
