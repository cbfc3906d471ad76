/** A sentence that could never excuse anything is refused where it is written. */

import { CONTEXT_KEYS, COUNTED } from '../compare/normalise.ts'
import type { Explanation } from '../model.ts'
import { cellKey, isCellKey } from '../model.ts'
import { isNeverExcused, type Reason, stateOf } from '../reasons.ts'
import { meant } from '../text/closest.ts'
import type { ClaimsFile, Placed } from './place-claims.ts'
import { pathTo, type ShapeProblem } from './shape.ts'

type Sentence = Omit<Explanation, 'key'>

export function checkExplanations({ explain = {} }: ClaimsFile, placed: readonly Placed[]): ShapeProblem[] {
  const cells = placed.flatMap(({ claim }) => claim.in.map((place) => cellKey(claim, place)))
  return Object.entries(explain).flatMap(([key, sentence]): ShapeProblem[] => {
    const message = isCellKey(key) ? cellProblem(key, sentence, cells) : differenceProblem(key, sentence)
    return message === undefined ? [] : [{ path: pathTo('$.explain', key), message }]
  })
}

function differenceProblem(key: string, { reason, values }: Sentence): string | undefined {
  const bound = values !== undefined && Object.keys(values).length > 0 && reason === undefined
  if (!bound) return 'expected "values": a difference is excused by its values'
  if (Object.hasOwn(COUNTED, key)) return undefined
  if (CONTEXT_KEYS.some((known) => key.startsWith(known)))
    return `${key} is context: it never counts and needs no sentence`
  return `no difference of that name is counted${meant(key, Object.keys(COUNTED))}`
}

function cellProblem(
  key: string,
  { reason, values }: Sentence,
  cells: readonly string[],
): string | undefined {
  if (reason === undefined || values !== undefined)
    return 'expected "reason": a cell is excused by its reason'
  const inVain = stateOf(reason as Reason) !== 'fails' || isNeverExcused(key, reason as Reason)
  if (inVain) return `${reason} in this cell is never excused`
  return cells.includes(key) ? undefined : `no such cell is claimed${meant(key, cells)}`
}
