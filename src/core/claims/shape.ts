/** What JSON may look like, as data: one table checks a value and is the JSON schema of it. */

import { meant } from '../text/closest.ts'

interface Described {
  readonly about: string
}
export interface TextShape extends Described {
  readonly kind: 'text'
  readonly pattern: string
  /** In code points. */
  readonly max: number
  /** For people: `an import name`. */
  readonly expected: string
}
export interface WordShape extends Described {
  readonly kind: 'word'
  readonly values: readonly string[]
}
export interface FlagShape extends Described {
  readonly kind: 'flag'
}
export interface ListShape extends Described {
  readonly kind: 'list'
  readonly of: Shape
  readonly min: number
  readonly max: number
  readonly unique: boolean
}
export interface ObjectShape extends Described {
  readonly kind: 'object'
  readonly keys: { readonly [key: string]: Shape }
  readonly required: readonly string[]
}
/** Keys are free, within `key`. */
export interface MapShape extends Described {
  readonly kind: 'map'
  readonly key: TextShape
  readonly of: Shape
  readonly max: number
}
/** A string or, where more is to be said, an object. */
export interface EitherShape extends Described {
  readonly kind: 'either'
  readonly brief: TextShape | WordShape
  readonly full: ObjectShape
}
export type Shape = TextShape | WordShape | FlagShape | ListShape | ObjectShape | MapShape | EitherShape

export interface ShapeProblem {
  /** JSON path, like `$.packages[2].in`. */
  readonly path: string
  readonly message: string
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`

export const pathTo = (path: string, key: string): string =>
  /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key.slice(0, 80))}]`

/** Every problem of the value, in its order. It goes no deeper than the shape does. */
export function checkShape(shape: Shape, value: unknown, path = '$'): ShapeProblem[] {
  const wrong = (expected: string): ShapeProblem[] => [
    { path, message: `expected ${expected}, found ${kindOf(value)}` },
  ]
  switch (shape.kind) {
    case 'text':
    case 'word':
      return typeof value === 'string' ? checkText(shape, value, path) : wrong(expectedBy(shape))
    case 'flag':
      return typeof value === 'boolean' ? [] : wrong('true or false')
    case 'list':
      return Array.isArray(value) ? checkList(shape, value, path) : wrong('a list')
    case 'either':
      if (typeof value === 'string') return checkShape(shape.brief, value, path)
      return isObject(value)
        ? checkShape(shape.full, value, path)
        : wrong(`${expectedBy(shape.brief)} or an object`)
    case 'object':
      return isObject(value) ? checkObject(shape, value, path) : wrong('an object')
    case 'map':
      return isObject(value) ? checkMap(shape, value, path) : wrong('an object')
  }
}

const expectedBy = (shape: TextShape | WordShape): string =>
  shape.kind === 'text' ? shape.expected : shape.values.map((word) => `"${word}"`).join(', ')

function checkText(shape: TextShape | WordShape, value: string, path: string): ShapeProblem[] {
  const fits =
    shape.kind === 'word'
      ? shape.values.includes(value)
      : [...value].length <= shape.max && new RegExp(shape.pattern, 'u').test(value)
  if (fits) return []
  const limit = shape.kind === 'text' ? ` of at most ${shape.max} characters` : ''
  const found = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  const near = shape.kind === 'word' ? meant(value.slice(0, 60), shape.values) : ''
  return [{ path, message: `expected ${expectedBy(shape)}${limit}, found ${found}${near}` }]
}

function checkList(shape: ListShape, value: readonly unknown[], path: string): ShapeProblem[] {
  const { min, max, unique } = shape
  if (value.length < min || value.length > max)
    return [{ path, message: `expected ${min} to ${max} entries, found ${value.length}` }]
  const problems = value.flatMap((entry, index) => checkShape(shape.of, entry, `${path}[${index}]`))
  const repeated = unique ? value.findIndex((entry, index) => value.indexOf(entry) !== index) : -1
  return repeated < 0 ? problems : [...problems, { path: `${path}[${repeated}]`, message: 'is there twice' }]
}

function checkObject(shape: ObjectShape, value: { readonly [key: string]: unknown }, path: string) {
  const known = Object.keys(shape.keys)
  const missing = shape.required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({ path, message: `expected the key "${key}"` }))
  const found = Object.entries(value).flatMap(([key, entry]) => {
    const of = Object.hasOwn(shape.keys, key) ? shape.keys[key] : undefined
    const unknown = {
      path: pathTo(path, key),
      message: unknownKey(key, known),
    }
    return of ? checkShape(of, entry, pathTo(path, key)) : [unknown]
  })
  return [...missing, ...found]
}

/** A word of two letters is near to every other. */
function unknownKey(key: string, known: readonly string[]): string {
  const near = key.length > 2 ? meant(key.slice(0, 60), known) : ''
  return near === ''
    ? `unknown key; expected one of ${known.join(', ')}`
    : `unknown key${near} It is one of ${known.join(', ')}`
}

function checkMap(shape: MapShape, value: { readonly [key: string]: unknown }, path: string): ShapeProblem[] {
  const entries = Object.entries(value)
  if (entries.length > shape.max)
    return [{ path, message: `expected at most ${shape.max} entries, found ${entries.length}` }]
  return entries.flatMap(([key, entry]) => [
    ...checkText(shape.key, key, pathTo(path, key)),
    ...checkShape(shape.of, entry, pathTo(path, key)),
  ])
}

/** The same shape as JSON schema, draft 2020-12. */
export function toJsonSchema(shape: Shape): { readonly [keyword: string]: unknown } {
  const { about: description } = shape
  switch (shape.kind) {
    case 'text':
      return { description, type: 'string', pattern: shape.pattern, maxLength: shape.max }
    case 'word':
      return { description, enum: shape.values }
    case 'flag':
      return { description, type: 'boolean' }
    case 'list': {
      const { of, min: minItems, max: maxItems, unique: uniqueItems } = shape
      return { description, type: 'array', items: toJsonSchema(of), minItems, maxItems, uniqueItems }
    }
    case 'either':
      return { description, anyOf: [toJsonSchema(shape.brief), toJsonSchema(shape.full)] }
    case 'object': {
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
