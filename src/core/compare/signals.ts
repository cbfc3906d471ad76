import type { Serving } from '../judge/serving.ts'
import type { Claims, Commands, Difference, Row, Signal } from '../model.ts'

/** What a signal may look at. */
export interface Seen {
  readonly servings: readonly Serving[]
  readonly rows: readonly Row[]
  readonly differences: readonly Difference[]
  readonly claims: Claims
  readonly commands: Commands
}

export const findSignals = (_seen: Seen): readonly Signal[] => []
