import type { Claim, Claims, Commands, Place } from './model.ts'
import type { Facts } from './probe-file/schema.ts'
import type { Reason } from './reasons.ts'

export interface FixInput {
  readonly claim: Claim
  readonly place: Place
  readonly leg: string | null
  readonly reason: Reason
  /** The facts of the file that decided; null when there is none. */
  readonly facts: Facts | null
  readonly claims: Claims
  readonly commands: Commands
}

export const fixFor = (input: FixInput): string => `run the probe again; then ${input.commands.rerun}`
