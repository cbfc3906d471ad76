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

/** Lines of headers, keys and list items, 1-based, by dotted key. A hint: multi-line strings may fool it. */
export class LineIndex {
  readonly #lines = new Map<string, number>()
  readonly #tables = new Map<string, number>()
  #table: DataPath = []
  /** The list whose items follow, one a line. */
  #list: DataPath | undefined
  #items = 0

  constructor(text: string) {
    for (const [index, line] of text.split('\n').entries()) {
      if (this.#list) this.#readItem(this.#list, line, index)
      else this.#readLine(line, index)
    }
  }

  #readItem(list: DataPath, line: string, index: number): void {
    if (/^\s*\]/.test(line)) this.#list = undefined
    else if (line.trim() !== '') this.#note([...list, this.#items++], index)
  }

  #readLine(line: string, index: number): void {
    const header = HEADER.exec(line)
    if (header) this.#readHeader(parts(header[2] ?? ''), header[1] === '[[', index)
    const key = header ? null : KEY.exec(line)
    if (!key) return
    const path = [...this.#table, ...parts(key[1] ?? '')]
    this.#note(path, index)
    if (!/^\s*\[\s*$/.test(key[2] ?? '')) return
    this.#list = path
    this.#items = 0
  }

  #readHeader(path: DataPath, isList: boolean, index: number): void {
    this.#note(path, index)
    const name = dottedKey(path)
    const nth = this.#tables.get(name) ?? 0
    this.#tables.set(name, nth + 1)
    this.#table = isList ? [...path, nth] : path
    this.#note(this.#table, index)
  }

  #note(path: DataPath, index: number): void {
    const key = dottedKey(path)
    if (!this.#lines.has(key)) this.#lines.set(key, index + 1)
  }

  /** The line of the fact, or of the nearest thing around it that has one. */
  lineOf(path: DataPath): number | undefined {
    for (let length = path.length; length > 0; length--) {
      const line = this.#lines.get(dottedKey(path.slice(0, length)))
      if (line !== undefined) return line
    }
    return undefined
  }
}
