/** Use case: read every candidate, find out what it must be about, and judge. */
import type { Case, Fault, Unprobed, Verdict } from '../core/model.ts'
import type { Evidence } from './gather.ts'
import type { ReferenceLookup } from './ports.ts'

export interface Question
  extends Pick<Case, 'asked' | 'reference' | 'expect' | 'failOn' | 'authorMayLoosen' | 'commands'> {
  readonly evidence: Evidence
  /** Places that could not be probed here, and why. */
  readonly unprobed: readonly Unprobed[]
  /** Faults met outside gathering. */
  readonly faults: readonly Fault[]
}

/** Never throws for what evidence says; a broken lookup is a fault of the verdict. */
export declare function decide(question: Question, lookup?: ReferenceLookup): Promise<Verdict>
