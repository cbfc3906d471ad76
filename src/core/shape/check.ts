/** Parsed JSON or TOML against a shape: everything strict, every problem collected, nothing followed deeper than the shape. */
import { getOwn } from '../text/own.ts'
import { meant } from '../text/words.ts'
import type { ListShape, MapShape, Shape, TableShape, TextShape } from './shape.ts'

export type DataPath = readonly (string | number)[]

export interface Finding {
  readonly path: DataPath
  readonly message: string
  /** Where the path alone does not say it. */
  readonly line?: number
}

/** What differs between a file that a person writes and one that the probe writes. */
export interface Dialect {
  /** What the format calls a table. */
  readonly table: string
  /** What it calls a number that JavaScript has as one. */
  readonly number: string
  /** Whether a problem may repeat a wrong text: what stands in a probe file may be a secret. */
  readonly quotes: boolean
  unknownKey(key: string, known: readonly string[]): string
}

type Table = { readonly [key: string]: unknown }

/** TOML's dates are Dates. */
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const isLonger = (value: string, max: number): boolean => value.length > max && [...value].length > max

const quoted = (values: readonly string[]): string =>
  (values.length > 1 ? 'one of ' : '') + values.map((value) => `"${value}"`).join(', ')

class Checker {
  readonly findings: Finding[] = []
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  #wrong(path: DataPath, message: string): undefined {
    this.findings.push({ path, message })
    return undefined
  }

  #expected(path: DataPath, what: string, value: unknown): undefined {
    return this.#wrong(path, `expected ${what}, found ${this.#nameKind(value)}`)
  }

  /** TOML's whole numbers come as bigint. */
  #nameKind(value: unknown): string {
    if (value === null) return 'null'
    if (Array.isArray(value)) return 'a list'
    if (isTable(value)) return this.#dialect.table
    if (typeof value === 'object') return 'a date or time'
    if (typeof value === 'bigint') return 'a whole number'
    if (typeof value === 'number') return this.#dialect.number
    return typeof value === 'string' ? 'text' : 'true or false'
  }

  check(shape: Shape, value: unknown, path: DataPath): unknown {
    switch (shape.kind) {
      case 'text':
        return typeof value === 'string' ? this.#text(shape, value, path) : this.#expected(path, shape.expected, value)
      case 'one-of':
        return this.#oneOf(shape.values, value, path)
      case 'count':
        return this.#count(value, path)
      case 'flag':
        return typeof value === 'boolean' ? value : this.#expected(path, 'true or false', value)
      case 'list':
        return Array.isArray(value) ? this.#list(shape, value, path) : this.#expected(path, 'a list', value)
      case 'map':
        return isTable(value) ? this.#map(shape, value, path) : this.#noTable(path, value)
      case 'table':
        return isTable(value) ? this.#table(shape, value, path) : this.#noTable(path, value)
      case 'either': {
        const { brief, full } = shape
        if (isTable(value)) return this.check(full, value, path)
        if (brief.kind === 'list' ? Array.isArray(value) : typeof value === 'string')
          return this.check(brief, value, path)
        const expected =
          brief.kind === 'list' ? 'a list' : brief.kind === 'text' ? brief.expected : quoted(brief.values)
        return this.#expected(path, `${expected} or ${this.#dialect.table}`, value)
      }
    }
  }

  #noTable(path: DataPath, value: unknown): undefined {
    return this.#expected(path, this.#dialect.table, value)
  }

  #text({ max, pattern, expected }: TextShape, value: string, path: DataPath): unknown {
    if (isLonger(value, max)) return this.#wrong(path, `expected at most ${max} characters`)
    return pattern?.test(value) === false ? this.#wrong(path, `expected ${expected}${this.#quote(value)}`) : value
  }

  #quote(value: string): string {
    const start = value.length > 60 ? `${value.slice(0, 60)}…` : value
    return this.#dialect.quotes ? `, found ${JSON.stringify(start)}` : ''
  }

  #oneOf(values: readonly string[], value: unknown, path: DataPath): unknown {
    if (typeof value !== 'string') return this.#expected(path, quoted(values), value)
    if (values.includes(value)) return value
    const near = this.#dialect.quotes ? meant(value.slice(0, 60), values) : ''
    return this.#wrong(path, `expected ${quoted(values)}${this.#quote(value)}${near}`)
  }

  #count(value: unknown, path: DataPath): unknown {
    if (typeof value !== 'bigint') return this.#expected(path, 'a whole number', value)
    return value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(value)
      : this.#wrong(path, 'out of range: a count is 0 or more and at most 2^53 - 1')
  }

  #list({ of, min, max, unique }: ListShape, value: readonly unknown[], path: DataPath): unknown {
    if (value.length < min || value.length > max) return this.#size(path, min, max, value.length)
    const entries = value.map((entry, index) => this.check(of, entry, [...path, index]))
    const repeated = unique ? value.findIndex((entry, index) => value.indexOf(entry) !== index) : -1
    return repeated < 0 ? entries : this.#wrong([...path, repeated], 'is there twice')
  }

  #map({ key, of, max }: MapShape, value: Table, path: DataPath): unknown {
    const names = Object.keys(value)
    if (names.length > max) return this.#size(path, 0, max, names.length)
    const entries = Object.create(null)
    for (const name of names) {
      this.#text(key, name, [...path, name])
      entries[name] = this.check(of, value[name], [...path, name])
    }
    return entries
  }

  #size(path: DataPath, min: number, max: number, found: number): undefined {
    const least = min > 0 ? `${min} to` : 'at most'
    return this.#wrong(path, `expected ${least} ${max} entries, found ${found}`)
  }

  #table({ keys, required }: TableShape, value: Table, path: DataPath): unknown {
    for (const key of required) if (!Object.hasOwn(value, key)) this.#wrong(path, `expected the key "${key}"`)
    const entries = Object.create(null)
    for (const key of Object.keys(value)) {
      const of = getOwn(keys, key)
      if (of) entries[key] = this.check(of, value[key], [...path, key])
      else this.#wrong([...path, key], this.#dialect.unknownKey(key, Object.keys(keys)))
    }
    return entries
  }
}

/** The value and its problems. Tables have no prototype: a name like `constructor` must find nothing. */
export function checkShape(shape: Shape, value: unknown, dialect: Dialect) {
  const checker = new Checker(dialect)
  return { value: checker.check(shape, value, []), findings: checker.findings as readonly Finding[] }
}

/** More problems than this are counted, not listed. */
export const MAX_PROBLEMS = 50

export function tellFindings(
  findings: readonly Finding[],
  lineOf: (path: DataPath) => number | undefined,
  keyOf: (path: DataPath) => string,
) {
  const told = findings
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message, line = lineOf(path) }) => ({ line, key: keyOf(path), message }))
  const more = findings.length - told.length
  return more > 0 ? [...told, { message: `and ${more} more` }] : told
}
