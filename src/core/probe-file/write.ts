/** Facts as the canonical text of a probe file: sections in the schema's order, one list item per line. */
import { type Facts, FIRST_LINE, SCHEMA } from './schema.ts'
import type { Spec } from './spec.ts'

const SHORT: { readonly [char: string]: string } = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}

/** Control, format (bidi, zero width), separator and lone surrogate characters: a text editor may act on them. */
const UNSAFE = /["\\]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

function escapeChar(char: string): string {
  const short = SHORT[char]
  if (short !== undefined) return short
  const code = char.codePointAt(0) ?? 0
  if (code >= 0xd800 && code <= 0xdfff) return '\\ufffd' // TOML has no way to write half a pair
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

const quote = (value: string): string => `"${value.replace(UNSAFE, escapeChar)}"`
const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : quote(key))

type Table = { readonly [key: string]: unknown }
const isNested = (spec: Spec): boolean => spec.kind === 'table' || spec.kind === 'map'

/** The keys that are there, in the schema's order for a table and as they come for a map. */
function entries(spec: Spec, value: unknown): [string, Spec, unknown][] {
  const table = value as Table
  if (spec.kind === 'map') return Object.keys(table).map((key) => [key, spec.of, table[key]])
  if (spec.kind !== 'table') return []
  return Object.entries(spec.facts)
    .filter(([key]) => Object.hasOwn(table, key) && table[key] !== undefined)
    .map(([key, of]) => [key, of, table[key]])
}

function inline(spec: Spec, value: unknown): string {
  if (spec.kind === 'list') return `[${(value as unknown[]).map((item) => inline(spec.of, item)).join(', ')}]`
  if (isNested(spec)) {
    const pairs = entries(spec, value).map(([key, of, v]) => `${keyText(key)} = ${inline(of, v)}`)
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
  }
  return typeof value === 'string' ? quote(value) : String(value)
}

function line(key: string, spec: Spec, value: unknown): string {
  if (spec.kind !== 'list' || (value as unknown[]).length === 0)
    return `${keyText(key)} = ${inline(spec, value)}`
  const items = (value as unknown[]).map((item) => `  ${inline(spec.of, item)},`)
  return [`${keyText(key)} = [`, ...items, ']'].join('\n')
}

function sections(path: readonly string[], spec: Spec, value: unknown): string[] {
  const all = entries(spec, value)
  const flat = all.filter(([, of]) => !isNested(of)).map(([key, of, v]) => line(key, of, v))
  const nested = all.filter(([, of]) => isNested(of))
  // A table that is there but empty is written: absent and empty are two things.
  const own = path.length > 0 && (flat.length > 0 || nested.length === 0)
  const head = own ? [[`[${path.map(keyText).join('.')}]`, ...flat].join('\n')] : []
  return [...head, ...nested.flatMap(([key, of, v]) => sections([...path, key], of, v))]
}

/** `readProbeFile(writeProbeFile(x))` gives x back, but for half surrogate pairs. */
export const writeProbeFile = (facts: Facts): string =>
  `${[FIRST_LINE, ...sections([], SCHEMA, facts)].join('\n\n')}\n`
