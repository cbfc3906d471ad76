/** All that a verdict is made from, as plain data, and what somebody set for it. */
import type { Candidate, Claims, Fault, Loosening, NamedPlace, Place, Reference, Unused } from './model.ts'

export const FAIL_ON = ['unknown', 'fails', 'diffs', 'stale', 'never'] as const
export type FailOn = (typeof FAIL_ON)[number]

/** A place (or leg) that should have been probed here and could not be: its cells say so. */
export interface Unprobed extends NamedPlace {
  readonly reason: 'NO_INTERPRETER' | 'PROBE_ERROR'
  readonly fact: string
}

/** Places that are asked at all, and why not the others. */
export interface AskedPlaces {
  readonly places: readonly Place[]
  /** Of these one is asked too, the first where none has a file; another counts only where it refutes a claim. */
  readonly oneOf?: readonly Place[]
  /** Claims name other places too, which this job does not ask: another one has to. */
  readonly elsewhere?: readonly Place[]
  readonly why: string
}

export interface Case {
  readonly claims: Claims
  readonly asked: AskedPlaces
  /** The repository's own import names, from the checkout that is being judged. */
  readonly own: readonly string[]
  readonly reference: Reference
  readonly candidates: readonly Candidate[]
  /** Legs that must be there, like `ci-py3.13`. */
  readonly expect: readonly string[]
  readonly failOn: readonly FailOn[]
  /** Places that could not be probed in this run. */
  readonly unprobed?: readonly Unprobed[]
  /** GitHub handed the job of ci none of the repository's secrets. */
  readonly withoutSecrets?: boolean
  /** Without GitHub (`where-it-ran table`): a ci file from the checkout may speak, and its note says so. */
  readonly ciFromFiles?: boolean
  readonly faults: readonly Fault[]
  /** What the sources found and did not even read. */
  readonly unused?: readonly Unused[]
  readonly loosened: readonly Loosening[]
  /** The test command that was claimed where the pull request began, where one was. */
  readonly baseCommand?: readonly string[] | undefined
  /** Author may loosen: has write access and is a person. Unknown counts as no. */
  readonly authorMayLoosen: boolean
  /** Where `where-it-ran` is called from, for the fixes: path of the probe, probes folder. */
  readonly commands: Commands
}

export interface Commands {
  /** Command that runs the probe, without its arguments: `python scripts/agent_probes/agent_probe.py`. */
  readonly probe: string
  readonly probesFolder: string
  /** How to run the check again: `push`, `re-run the job`, `where-it-ran table`. */
  readonly rerun: string
  /** Where the reader stands, where that is known: what can be mended there is named first. */
  readonly here?: Place | undefined
  /** Running the check again probes that place too. */
  readonly probesHere?: boolean
}
