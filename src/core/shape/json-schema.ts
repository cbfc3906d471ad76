/** A shape as JSON schema, draft 2020-12, for editors. */
import type { Shape } from './shape.ts'

export function toJsonSchema(shape: Shape): object {
  const { about: description } = shape
  switch (shape.kind) {
    case 'text': {
      const { pattern, max: maxLength } = shape
      const source = pattern && { pattern: pattern.source.replaceAll('\\/', '/') }
      return { description, type: 'string', ...source, maxLength }
    }
    case 'one-of':
      return { description, enum: shape.values }
    case 'flag':
      return { description, type: 'boolean' }
    case 'count':
      return { description, type: 'integer', minimum: 0 }
    case 'list': {
      const { of, min: minItems, max: maxItems, unique: uniqueItems } = shape
      return { description, type: 'array', items: toJsonSchema(of), minItems, maxItems, uniqueItems }
    }
    case 'either':
      return { description, anyOf: [toJsonSchema(shape.brief), toJsonSchema(shape.full)] }
    case 'table': {
      const keys = Object.entries(shape.keys).map(([key, of]) => [key, toJsonSchema(of)])
      const { required } = shape
      const closed = { type: 'object', properties: Object.fromEntries(keys), additionalProperties: false }
      return { description, ...closed, ...(required.length > 0 ? { required } : {}) }
    }
    case 'map':
      return {
        description,
        type: 'object',
        propertyNames: toJsonSchema(shape.key),
        additionalProperties: toJsonSchema(shape.of),
        maxProperties: shape.max,
      }
  }
}
