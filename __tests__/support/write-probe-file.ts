/** Facts as the canonical text of a probe file: sections in the schema's order, one list item per line. */

import { type Facts, FIRST_LINE, SCHEMA } from '../../src/core/probe-file/schema.ts'
import type { Shape } from '../../src/core/shape/shape.ts'

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
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
}

const quote = (value: string): string => `"${value.replace(UNSAFE, escapeChar)}"`
const keyText = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : quote(key))

type Table = { readonly [key: string]: unknown }
const isNested = (shape: Shape): boolean => shape.kind === 'table' || shape.kind === 'map'

/** The keys that are there, in the schema's order for a table and as they come for a map. */
function entries(shape: Shape, value: unknown): [string, Shape, unknown][] {
  const table = value as Table
  if (shape.kind === 'map') return Object.keys(table).map((key) => [key, shape.of, table[key]])
  if (shape.kind !== 'table') return []
  return Object.entries(shape.keys)
    .filter(([key]) => Object.hasOwn(table, key) && table[key] !== undefined)
    .map(([key, of]) => [key, of, table[key]])
}

function inline(shape: Shape, value: unknown): string {
  if (shape.kind === 'list') return `[${(value as unknown[]).map((item) => inline(shape.of, item)).join(', ')}]`
  if (isNested(shape)) {
    const pairs = entries(shape, value).map(([key, of, v]) => `${keyText(key)} = ${inline(of, v)}`)
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
  }
  return typeof value === 'string' ? quote(value) : String(value)
}

function line(key: string, shape: Shape, value: unknown): string {
  if (shape.kind !== 'list' || (value as unknown[]).length === 0) return `${keyText(key)} = ${inline(shape, value)}`
  const items = (value as unknown[]).map((item) => `  ${inline(shape.of, item)},`)
  return [`${keyText(key)} = [`, ...items, ']'].join('\n')
}

function sections(path: readonly string[], shape: Shape, value: unknown): string[] {
  const all = entries(shape, value)
  const flat = all.filter(([, of]) => !isNested(of)).map(([key, of, v]) => line(key, of, v))
  const nested = all.filter(([, of]) => isNested(of))
  // A table that is there but empty is written: absent and empty are two things.
  const own = path.length > 0 && (flat.length > 0 || nested.length === 0)
  const head = own ? [[`[${path.map(keyText).join('.')}]`, ...flat].join('\n')] : []
  return [...head, ...nested.flatMap(([key, of, v]) => sections([...path, key], of, v))]
}

/** `readProbeFile(writeProbeFile(x))` gives x back, but for half surrogate pairs. */
export const writeProbeFile = (facts: Facts): string => `${[FIRST_LINE, ...sections([], SCHEMA, facts)].join('\n\n')}\n`
