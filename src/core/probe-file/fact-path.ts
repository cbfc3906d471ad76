/** Where a fact stands in its file: the dotted key for people, and the line it is most likely on. */
import type { DataPath } from '../shape/check.ts'

const BARE = /^[A-Za-z0-9_-]+$/
const MAX_KEY = 200

const segment = (part: string | number, index: number): string => {
  if (typeof part === 'number') return `[${part}]`
  return `${index === 0 ? '' : '.'}${BARE.test(part) ? part : JSON.stringify(part)}`
}

/** Like `packages.claimed."a b".copies[2]`. */
export function dottedKey(path: DataPath): string {
  const key = path.map(segment).join('')
  return key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key
}

const PART = String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`
const HEADER = new RegExp(String.raw`^\s*(\[\[?)\s*(${PART}(?:\s*\.\s*${PART})*)\s*\]`)
const KEY = new RegExp(String.raw`^\s*(${PART}(?:\s*\.\s*${PART})*)\s*=(.*)$`)

function parts(dotted: string): string[] {
  return [...dotted.matchAll(new RegExp(PART, 'g'))].map(([part]) => {
    if (part.startsWith("'")) return part.slice(1, -1)
    if (!part.startsWith('"')) return part
    try {
      return String(JSON.parse(part))
    } catch {
      return part // an escape that only TOML knows; the line of the table above is near enough
    }
  })
}

/** The line of a fact, 1-based, or of the nearest thing around it. A hint: multi-line strings may fool it. */
export function createLineOf(text: string): (path: DataPath) => number | undefined {
  const lines = new Map<string, number>()
  const tables = new Map<string, number>()
  let table: DataPath = []
  /** The list whose items follow, one a line. */
  let list: { readonly path: DataPath; items: number } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const note = (path: DataPath): void => {
      const key = dottedKey(path)
      if (!lines.has(key)) lines.set(key, index + 1)
    }
    if (list) {
      if (/^\s*\]/.test(line)) list = undefined
      else if (line.trim() !== '') note([...list.path, list.items++])
      continue
    }
    const [, bracket, name = ''] = HEADER.exec(line) ?? []
    const [, key, value = ''] = KEY.exec(line) ?? []
    if (bracket) {
      const path = parts(name)
      const nth = tables.get(dottedKey(path)) ?? 0
      tables.set(dottedKey(path), nth + 1)
      table = bracket === '[[' ? [...path, nth] : path
      for (const one of [path, table]) note(one)
    } else if (key) {
      const path = [...table, ...parts(key)]
      note(path)
      if (/^\s*\[\s*$/.test(value)) list = { path, items: 0 }
    }
  }
  return (path) =>
    path.map((_, at) => lines.get(dottedKey(path.slice(0, at + 1)))).findLast((line) => line !== undefined)
}
