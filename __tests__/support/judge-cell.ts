/** One claim in one place of a green case, with some facts otherwise: the cell that comes out. */

import type { Case } from '../../src/core/case.ts'
import type { Claim, ClaimKind, Claims, Place } from '../../src/core/model.ts'
import { judgeCase } from '../../src/core/verdict/verdict.ts'
import type { Cell } from '../../src/core/verdict-model.ts'
import { candidateOf, caseOf, claimsOf, type FactOverrides } from './facts.ts'

export interface Scene {
  readonly place?: Place
  readonly facts?: FactOverrides
  /** Facts of the other places. */
  readonly others?: { readonly [P in Place]?: FactOverrides }
  readonly claim?: Partial<Claim>
  readonly claims?: Partial<Claims>
  readonly case?: Partial<Case>
}

const PLACES = ['local', 'box', 'ci'] as const

/** `null` where the place is not asked. */
export function findCell(kind: ClaimKind, subject: string, scene: Scene = {}): Cell | null {
  const { place = 'box', facts = {}, others = {}, claim = {} } = scene
  const claims = claimsOf({ claims: [{ kind, subject, in: PLACES, ...claim }], ...scene.claims })
  const candidates = PLACES.map((one) => candidateOf(one, one === place ? facts : (others[one] ?? {})))
  return judgeCase(caseOf({ claims, candidates, ...scene.case })).rows[0]?.cells[place] ?? null
}

export function cellOf(kind: ClaimKind, subject: string, scene: Scene = {}): Cell {
  const cell = findCell(kind, subject, scene)
  if (!cell) throw new Error(`${kind}/${subject} is not asked`)
  return cell
}
