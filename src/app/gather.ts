/** Use case: bring everything a verdict needs, all sources at once. A fault is data and shuts the gate. */
import type { Claims, Fault, Loosening, ProbeText, Problem } from '../core/model.ts'
import type { Files, Git, Sha256, Source, SourceNote } from './ports.ts'

/** claims.json at the base of the pull request; undefined: there was none. */
export type BaseClaims = () => Promise<string | undefined>

export interface GatherNeeds {
  readonly files: Files
  readonly git: Git
  readonly sha256: Sha256
  readonly sources: readonly Source[]
  /** Only where there is a base to compare with. */
  readonly baseClaims?: BaseClaims
}

export interface Evidence {
  readonly claims: Claims
  /** The repository's own top-level import names. */
  readonly own: readonly string[]
  readonly texts: readonly ProbeText[]
  readonly notes: readonly SourceNote[]
  readonly faults: readonly Fault[]
  readonly loosened: readonly Loosening[]
}

/** A malformed claims.json is no fault but wrong configuration: its problems go to whoever wrote it. */
export type Gathered =
  | { readonly ok: true; readonly evidence: Evidence }
  | { readonly ok: false; readonly file: string; readonly problems: readonly Problem[] }

export declare function gather(needs: GatherNeeds, claimsPath: string): Promise<Gathered>
