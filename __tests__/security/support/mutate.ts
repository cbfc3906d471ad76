/** What a stranger may do to a text: from the grammar of its lines, and from nothing but bytes. */
import type { Chance } from './chance.ts'
import { STRINGS } from './corpus.ts'

const HOSTILE = STRINGS.map(({ text }) => text)
const LITERALS = [...`true false 0 -1 1e999 nan ${'9'.repeat(30)} [] {} [[]] "x" 'x' """ 2026-01-02`.split(' '), '']

export const hostile = (chance: Chance): string => {
  const text = chance.one(HOSTILE)
  return chance.rarely(4) ? text + chance.one(HOSTILE) : text
}

const bytes = (chance: Chance, length: number): string =>
  new TextDecoder().decode(Uint8Array.from({ length }, () => chance.below(256)))

type Mutation = (lines: string[], at: number, chance: Chance) => void

/** Lines are the words of a probe file: each mutation leaves most of it well-formed. */
const LINES: readonly Mutation[] = [
  (lines, at) => void lines.splice(at, 1),
  (lines, at, chance) => void lines.splice(at, 1 + chance.below(8)),
  (lines, at) => void lines.splice(at, 0, lines[at] ?? ''),
  (lines, at, chance) => {
    const other = chance.below(lines.length)
    ;[lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? '']
  },
  (lines, at, chance) => {
    lines[at] = (lines[at] ?? '').replace(/= .*$/, () => `= ${JSON.stringify(hostile(chance))}`)
  },
  (lines, at, chance) => {
    lines[at] = (lines[at] ?? '').replace(/"[^"]*"/, () => JSON.stringify(hostile(chance)))
  },
  (lines, at, chance) => {
    lines[at] = (lines[at] ?? '').replace(/^\w+/, () => JSON.stringify(hostile(chance)))
  },
  (lines, at, chance) => {
    lines[at] = (lines[at] ?? '').replace(
      /^(\[[\w.]+)\.[^\]]+\]/,
      (_, head) => `${head}.${JSON.stringify(hostile(chance))}]`,
    )
  },
  (lines, at, chance) => {
    lines[at] = `[${chance.one(['probe', 'git', 'tests', 'env.claimed', '__proto__', 'verdict', '[x]'])}]`
  },
  (lines, at, chance) => void lines.splice(at, 0, hostile(chance)),
  (lines, at, chance) => void lines.splice(at, 0, `x${at} = ${chance.one(LITERALS)}`),
]

const CHARACTERS: readonly ((text: string, at: number, chance: Chance) => string)[] = [
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at),
  (text, at, chance) => text.slice(0, at) + bytes(chance, 1 + chance.below(40)) + text.slice(at),
  (text, at, chance) => text.slice(0, at) + hostile(chance) + text.slice(at + chance.below(20)),
  (text, at, chance) => text.slice(0, at) + text.slice(at, at + 200).repeat(1 + chance.below(5)) + text.slice(at + 200),
  (text, at) => `${text.slice(0, at)}\u0000${text.slice(at + 1)}`,
]

/** One fact or list item taken away or said otherwise: most of these can still be read. */
function mutateFact(text: string, chance: Chance): string {
  const lines = text.split('\n')
  const facts = lines.flatMap((line, at) => (/^\w+ = [^[]|^ {2}\S/.test(line) ? [at] : []))
  for (let round = chance.below(3); round >= 0; round--) {
    const at = chance.one(facts)
    const old = lines[at] ?? ''
    lines[at] = chance.rarely(2)
      ? ''
      : old.replace(/"[^"]*"(,?)$/, (_, end) => `${JSON.stringify(hostile(chance))}${end}`)
  }
  return lines.join('\n')
}

export function mutateText(text: string, chance: Chance): string {
  if (chance.rarely(20)) return bytes(chance, chance.below(3000))
  if (chance.rarely(2) && text.includes(' = ')) return mutateFact(text, chance)
  let result = text
  for (let round = chance.below(4); round >= 0; round--) {
    if (chance.rarely(4)) result = chance.one(CHARACTERS)(result, chance.below(result.length + 1), chance)
    else {
      const lines = result.split('\n')
      chance.one(LINES)(lines, chance.below(lines.length), chance)
      result = lines.join('\n')
    }
  }
  return result
}

/** Plain data with some of it replaced, taken away, moved or made deep. */
export function mutateData(value: unknown, chance: Chance): unknown {
  const paths = pathsOf(value)
  const copy = structuredClone(value)
  for (let round = chance.below(3); round >= 0; round--) {
    const path = chance.one(paths)
    const key = path.at(-1)
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], copy)
    if (key === undefined || typeof parent !== 'object' || parent === null) continue
    const table = parent as Record<string, unknown>
    if (chance.rarely(5)) delete table[key]
    else table[key] = replacement(table[key], chance)
    if (chance.rarely(6))
      Object.defineProperty(table, hostile(chance), { value: 1, enumerable: true, configurable: true })
  }
  return copy
}

function replacement(old: unknown, chance: Chance): unknown {
  const kinds: readonly (() => unknown)[] = [
    () => hostile(chance),
    () => hostile(chance),
    () => `${typeof old === 'string' ? old : ''}${hostile(chance)}`,
    () => null,
    () => chance.one([0, -1, 1.5, 2 ** 53, 1e308, true, false]),
    () => [old],
    () => ({ [hostile(chance)]: old }),
    () => [],
    () => ({}),
    () => 'a'.repeat(chance.below(5000)),
  ]
  return chance.one(kinds)()
}

function pathsOf(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...pathsOf(inner, [...at, key])])
}
