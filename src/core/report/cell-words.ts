/** What a cell says: the reason's words, the fact, or both, whatever says most in one glance. */

import { REASONS, type Reason } from '../reasons.ts'
import type { Cell } from '../verdict-model.ts'

/** Reasons whose fact only says them again. */
const SELF_EVIDENT: readonly Reason[] = ['NO_PROBE', 'MISSING_LEG']

/** Reasons whose fact is a sentence that says it all. */
const FACT_IS_ENOUGH: readonly Reason[] = [
  'UNSET',
  'NOT_IN_TEST_PROCESS',
  'VALUE_DIFFERS',
  'MISSING',
  'ABSENT',
  'UNREADABLE',
  'READABLE_BY_OTHERS',
  'UNREADABLE_PARENT',
  'NOT_IGNORED',
  'NO_MODES',
  'CANARY_LOST',
  'EPHEMERAL_RUNNER',
  'FIRST_VISIT',
  'SAME_SESSION',
  'FAILED',
  'NOTHING_EXECUTED',
  'NO_RECORD',
]

export interface CellWords {
  /** Our own words; null where the fact says it all. */
  readonly words: string | null
  /** Untrusted; null where it adds nothing. */
  readonly fact: string | null
}

export function tellCell({ state, reason, fact }: Cell): CellWords {
  const { text } = REASONS[reason]
  if (fact === '' || SELF_EVIDENT.includes(reason)) return { words: text, fact: null }
  const both = state !== 'holds' && !FACT_IS_ENOUGH.includes(reason)
  return { words: both ? text : null, fact }
}
