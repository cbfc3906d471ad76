/** Damage and lies made from the tables that the readers read by: nearly all of it can still be read. */

import { type Facts, SCHEMA } from '../../../src/core/probe-file/schema.ts'
import type { Shape } from '../../../src/core/shape/shape.ts'
import type { Chance } from './chance.ts'
import { hostile } from './mutate.ts'

type Table = Record<string, unknown>
interface Spot {
  readonly spec: Shape
  readonly value: unknown
  /** Puts another value there, or nothing. */
  readonly put: (to: unknown) => void
}

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null
const cut = (text: string, max: number): string =>
  [...text]
    .slice(0, max)
    .join('')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')

/** Without these two a text is no probe file, which is another case. */
const KEPT = ['format', 'place']

function spotsOf(spec: Shape, value: unknown, put: Spot['put']): Spot[] {
  const here: Spot = { spec, value, put }
  if (!isTable(value) || (spec.kind !== 'table' && spec.kind !== 'map')) return [here]
  const below = Object.entries(value).flatMap(([key, inner]) => {
    const of = spec.kind === 'map' ? spec.of : spec.keys[key]
    if (of === undefined || KEPT.includes(key)) return []
    return spotsOf(of, inner, (to) => {
      if (to === undefined) delete value[key]
      else Object.defineProperty(value, key, { value: to, enumerable: true, configurable: true })
    })
  })
  return [here, ...below]
}

/** What a mistake makes of a value: words become other words, everything else goes. A number that changes is a lie. */
function damaged(spec: Shape, value: unknown, chance: Chance): unknown {
  if (spec.kind === 'map' && isTable(value)) return damagedMap(spec.of, value, chance)
  if (spec.kind === 'list' && spec.of.kind === 'text' && Array.isArray(value) && chance.rarely(2)) {
    const word = cut(hostile(chance), spec.of.max)
    return value.toSpliced(chance.below(value.length + 1), 0, word).slice(0, spec.max)
  }
  if (spec.kind === 'text' && !spec.pattern && chance.below(4) > 0) {
    const start = chance.rarely(3) && typeof value === 'string' ? value : ''
    return cut(start + hostile(chance), spec.max)
  }
  return spec.kind === 'table' && !chance.rarely(8) ? value : undefined
}

function damagedMap(of: Shape, value: Table, chance: Chance): Table {
  const keys = Object.keys(value)
  const [key, name] = [keys.length > 0 ? chance.one(keys) : undefined, cut(hostile(chance), 300)]
  if (key === undefined || of.kind === 'list') return value
  const { [key]: entry, ...rest } = value
  return Object.fromEntries([...Object.entries(chance.rarely(2) ? rest : value), [name, structuredClone(entry)]])
}

const HEX = '0123456789abcdef'

/** Any other value that the reader takes. */
function lied(spec: Shape, value: unknown, chance: Chance): unknown {
  switch (spec.kind) {
    case 'flag':
      return !value
    case 'count':
      return chance.one([0, 1, chance.below(1000), Number.MAX_SAFE_INTEGER])
    case 'one-of':
      return chance.one(spec.values)
    case 'text':
      if (!spec.pattern) return cut(hostile(chance), spec.max)
      return spec.max > 20 ? Array.from({ length: spec.max }, () => chance.one([...HEX])).join('') : undefined
    case 'list':
      return []
    default:
      return value
  }
}

function changed(facts: Facts, how: typeof damaged, chance: Chance): Facts {
  const copy = structuredClone(facts)
  for (let round = chance.below(4); round >= 0; round--) {
    const { spec, value, put } = chance.one(spotsOf(SCHEMA, copy, () => {}))
    put(how(spec, value, chance))
  }
  return copy
}

/** Facts that went, words that are others: nothing that a judge could take for a better fact. */
export const damageFacts = (facts: Facts, chance: Chance): Facts => changed(facts, damaged, chance)
/** Facts of somebody who writes them by hand: any value. */
export const lieInFacts = (facts: Facts, chance: Chance): Facts => changed(facts, lied, chance)

/** A text that a shape of claims.json takes. */
function wordFor(shape: Shape, chance: Chance): unknown {
  switch (shape.kind) {
    case 'text': {
      const words = Array.from({ length: 4 }, () =>
        cut(hostile(chance).replaceAll(/[\p{Cc}\u2028\u2029]/gu, ''), shape.max),
      )
      return (
        words.find((word) => shape.pattern?.test(word) !== false) ??
        chance.one(['a', 'constructor', '__proto__', 'toString', 'x_y'])
      )
    }
    case 'one-of':
      return chance.one(shape.values)
    case 'flag':
      return chance.rarely(2)
    case 'either':
      return chance.rarely(2) ? wordFor(shape.brief, chance) : wordFor(shape.full, chance)
    case 'list': {
      const entries = Array.from({ length: shape.min + chance.below(2) }, () => wordFor(shape.of, chance))
      return shape.unique ? [...new Set(entries)] : entries
    }
    case 'table': {
      const keys = Object.entries(shape.keys).filter(([key]) => shape.required.includes(key) || chance.rarely(3))
      return Object.fromEntries(keys.map(([key, of]) => [key, wordFor(of, chance)]))
    }
    default:
      return {}
  }
}

/** The same claims, with something more, something less or something else that the shape allows. */
export function changeClaims(shape: Shape, value: unknown, chance: Chance): unknown {
  if (chance.rarely(6)) return wordFor(shape, chance)
  if (shape.kind === 'either') return changeClaims(typeof value === 'string' ? shape.brief : shape.full, value, chance)
  if (shape.kind === 'list' && Array.isArray(value)) return changeList(shape.of, value, chance)
  if (shape.kind === 'table' && isTable(value)) {
    const key = chance.one(Object.keys(shape.keys))
    const of = shape.keys[key]
    if (of === undefined) return value
    const { [key]: old, ...rest } = value
    if (chance.rarely(8) && !shape.required.includes(key)) return rest
    return { ...rest, [key]: old === undefined ? wordFor(of, chance) : changeClaims(of, old, chance) }
  }
  if (shape.kind === 'map' && isTable(value)) {
    const keys = Object.keys(value)
    const key = keys.length > 0 ? chance.one(keys) : ''
    const { [key]: old, ...rest } = value
    const name = chance.rarely(2) ? key : `package installed/${cut(hostile(chance), 200)}@box`
    return { ...rest, [name]: changeClaims(shape.of, old, chance) }
  }
  return wordFor(shape, chance)
}

function changeList(of: Shape, value: readonly unknown[], chance: Chance): unknown[] {
  const at = chance.below(value.length + 1)
  if (chance.rarely(2)) return value.toSpliced(at, 0, wordFor(of, chance))
  if (value[at] === undefined || chance.rarely(4)) return value.toSpliced(at, 1)
  return value.with(at, changeClaims(of, value[at], chance))
}
