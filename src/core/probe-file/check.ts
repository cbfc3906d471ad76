/** Parsed TOML against the table of facts: everything strict, every problem collected. */
import type { FactPath } from './fact-path.ts'
import type { ListSpec, MapSpec, OneOfSpec, Spec, TableSpec, TextSpec } from './spec.ts'

export interface Finding {
  readonly path: FactPath
  readonly message: string
}

/** Longest subject of a map (a path, at most). */
const MAX_SUBJECT = 1000

/** TOML tables have a null prototype here; dates and everything else do not. */
const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isTable(value)) return 'a table'
  if (typeof value === 'object') return 'a date or time'
  if (typeof value === 'bigint') return 'a whole number'
  if (typeof value === 'number') return 'a number that is not whole'
  return typeof value === 'string' ? 'text' : 'true or false'
}

/** Code points, as Python counts: the writer's limits are the reader's. */
const isLonger = (value: string, max: number): boolean => value.length > max && [...value].length > max

class Checker {
  readonly findings: Finding[] = []

  #wrong(path: FactPath, message: string): undefined {
    this.findings.push({ path, message })
    return undefined
  }

  #expected(path: FactPath, what: string, value: unknown): undefined {
    return this.#wrong(path, `expected ${what}, found ${kindOf(value)}`)
  }

  check(spec: Spec, value: unknown, path: FactPath): unknown {
    switch (spec.kind) {
      case 'text':
        return this.#text(spec, value, path)
      case 'one-of':
        return this.#oneOf(spec, value, path)
      case 'count':
        return this.#count(value, path)
      case 'flag':
        return typeof value === 'boolean' ? value : this.#expected(path, 'true or false', value)
      case 'list':
        return this.#list(spec, value, path)
      case 'map':
        return this.#map(spec, value, path)
      case 'table':
        return this.#table(spec, value, path)
    }
  }

  #text(spec: TextSpec, value: unknown, path: FactPath): unknown {
    if (typeof value !== 'string') return this.#expected(path, 'text', value)
    if (isLonger(value, spec.max)) return this.#wrong(path, `longer than ${spec.max} characters`)
    if (spec.pattern && !spec.pattern.test(value)) {
      return this.#wrong(path, `not of the form ${spec.pattern.source}`)
    }
    return value
  }

  #oneOf(spec: OneOfSpec<string>, value: unknown, path: FactPath): unknown {
    if (typeof value !== 'string') return this.#expected(path, 'text', value)
    return spec.values.includes(value)
      ? value
      : this.#wrong(path, `expected one of ${spec.values.map((v) => `"${v}"`).join(', ')}`)
  }

  #count(value: unknown, path: FactPath): unknown {
    if (typeof value !== 'bigint') return this.#expected(path, 'a whole number', value)
    return value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(value)
      : this.#wrong(path, 'out of range: a count is 0 or more and at most 2^53 - 1')
  }

  #list(spec: ListSpec<Spec>, value: unknown, path: FactPath): unknown {
    if (!Array.isArray(value)) return this.#expected(path, 'a list', value)
    if (value.length > spec.max) return this.#wrong(path, `more than ${spec.max} entries`)
    return value.map((entry, index) => this.check(spec.of, entry, [...path, index]))
  }

  #map(spec: MapSpec<Spec>, value: unknown, path: FactPath): unknown {
    if (!isTable(value)) return this.#expected(path, 'a table', value)
    const subjects = Object.keys(value)
    if (subjects.length > spec.max) return this.#wrong(path, `more than ${spec.max} entries`)
    const facts = Object.create(null)
    for (const subject of subjects) {
      const at = [...path, subject]
      if (isLonger(subject, MAX_SUBJECT)) this.#wrong(at, `name longer than ${MAX_SUBJECT} characters`)
      else facts[subject] = this.check(spec.of, value[subject], at)
    }
    return facts
  }

  #table(spec: TableSpec<Record<string, Spec>>, value: unknown, path: FactPath): unknown {
    if (!isTable(value)) return this.#expected(path, 'a table', value)
    const facts = Object.create(null)
    for (const key of Object.keys(value)) {
      const at = [...path, key]
      // Own keys only: a fact called "constructor" must not find one on a prototype.
      const of = Object.hasOwn(spec.facts, key) ? spec.facts[key] : undefined
      if (of) facts[key] = this.check(of, value[key], at)
      else this.#wrong(at, 'not a fact of this format: is the probe newer than this version?')
    }
    return facts
  }
}

/** The facts as null-prototype objects, and everything that is wrong with them. */
export function checkFacts(spec: Spec, value: unknown): { facts: unknown; findings: readonly Finding[] } {
  const checker = new Checker()
  return { facts: checker.check(spec, value, []), findings: checker.findings }
}
