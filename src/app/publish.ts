/** Use case: put the verdict where people and programs read it. */
import type { Fault, Verdict } from '../core/model.ts'
import type { Files } from './ports.ts'

export interface Published {
  /** Paths relative to the working directory. */
  readonly report: string
  readonly table: string
  /** The report as Markdown, whole. */
  readonly markdown: string
  readonly json: string
  /** What could not be written. */
  readonly faults: readonly Fault[]
}

export declare function publish(verdict: Verdict, files: Files, probes: string): Promise<Published>
