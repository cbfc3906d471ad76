/** One claim in one place of a green case, with some facts otherwise: the cell that comes out. */
import type { Case, Claim, ClaimKind, Place } from '../../src/core/model.ts'
import { judgeCase } from '../../src/core/verdict/verdict.ts'
import type { Cell } from '../../src/core/verdict-model.ts'
import { candidateOf, caseOf, claimsOf, type FactOverrides } from './facts.ts'

export interface Scene {
  readonly place?: Place
  readonly facts?: FactOverrides
  /** Facts of the other places. */
  readonly others?: { readonly [P in Place]?: FactOverrides }
  readonly claim?: Partial<Claim>
  readonly case?: Partial<Case>
}

const PLACES = ['local', 'box', 'ci'] as const

export function cellOf(kind: ClaimKind, subject: string, scene: Scene = {}): Cell {
  const { place = 'box', facts = {}, others = {}, claim = {} } = scene
  const claims = claimsOf({ claims: [{ kind, subject, in: PLACES, ...claim }] })
  const candidates = PLACES.map((one) => candidateOf(one, one === place ? facts : (others[one] ?? {})))
  const { rows } = judgeCase(caseOf({ claims, candidates, ...scene.case }))
  const cell = rows[0]?.cells[place]
  if (!cell) throw new Error(`${kind}/${subject}@${place} is not asked`)
  return cell
}
