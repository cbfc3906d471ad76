/** Facts in which every field that takes any text holds a secret. */
import { type Facts, SCHEMA } from '../../../src/core/probe-file/schema.ts'
import type { Shape } from '../../../src/core/shape/shape.ts'

type Table = { readonly [key: string]: unknown }

export interface Planted {
  readonly facts: Facts
  /** Dotted names of the fields that hold one now. */
  readonly fields: readonly string[]
}

/** `next` gives the secret for the next field. One that is too long for a field is cut, as the probe would cut it. */
export function plant(facts: Facts, next: (field: string) => string): Planted {
  const fields: string[] = []
  const fill = (spec: Shape, value: unknown, at: string): unknown => {
    switch (spec.kind) {
      case 'text': {
        if (spec.pattern) return value
        fields.push(at)
        return [...next(at)].slice(0, spec.max).join('')
      }
      case 'list': {
        const items = value as readonly unknown[]
        return items.map((item, index) => fill(spec.of, item, `${at}[${index}]`))
      }
      case 'map':
        return Object.fromEntries(
          Object.entries(value as Table).map(([key, inner]) => [key, fill(spec.of, inner, `${at}.*`)]),
        )
      case 'table':
        return Object.fromEntries(
          Object.entries(value as Table).map(([key, inner]) => {
            const of = spec.keys[key]
            return [key, of && inner !== undefined ? fill(of, inner, `${at}.${key}`) : inner]
          }),
        )
      default:
        return value
    }
  }
  return { facts: fill(SCHEMA, facts, '') as Facts, fields }
}
