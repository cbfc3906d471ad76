/** claims.json as JSON: its value, where it stops being JSON, keys that stand twice, and the line of each part. */
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Problem } from '../model.ts'
import type { DataPath, Finding } from '../shape/check.ts'

export type JsonText =
  | {
      readonly ok: true
      readonly value: unknown
      /** Keys that stand twice in one object: a reader sees the first, a program takes the last. */
      readonly repeated: readonly Finding[]
      /** 1-based. */
      readonly lineOf: (path: DataPath) => number
    }
  | { readonly ok: false; readonly problem: Problem }

/** `JSON.parse` makes the value: it alone keeps a key called `__proto__`. */
export function parseJson(text: string): JsonText {
  const errors: ParseError[] = []
  try {
    const root = parseTree(text, errors, { disallowComments: true })
    const [error] = errors
    if (!root || error) return { ok: false, problem: syntaxProblem(text, error) }
    const repeated = findRepeated(root).map(({ value, offset }) => ({
      path: [],
      // Counted where it is told: ten thousand keys may stand twice, and few are told.
      get line() {
        return lineAt(text, offset)
      },
      message: `the key "${String(value).slice(0, 60)}" is there twice`,
    }))
    const nodeAt = (path: DataPath): Node => findNodeAtLocation(root, [...path]) ?? root
    return { ok: true, value: JSON.parse(text), repeated, lineOf: (path) => lineAt(text, nodeAt(path).offset) }
  } catch {
    // The parser calls itself for each bracket, and a text may have thousands.
    return { ok: false, problem: { message: 'not JSON that can be read: nested too deeply' } }
  }
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Every further key of a name that its object has already. */
function findRepeated({ type, children = [] }: Node): Node[] {
  const keys = type === 'object' ? children.flatMap((property) => property.children?.[0] ?? []) : []
  const seen = new Set<unknown>()
  const repeated = keys.filter(({ value }) => seen.size === seen.add(value).size)
  return [...repeated, ...children.flatMap(findRepeated)]
}

const EXPECTED: { readonly [code: string]: string } = {
  ValueExpected: 'a value',
  PropertyNameExpected: 'a key in double quotes',
  ColonExpected: 'a colon',
  CloseBraceExpected: 'a comma or the closing bracket',
  CloseBracketExpected: 'a comma or the closing bracket',
}

/** The text before the mistake says what had to come: a word that is no JSON hides it from the parser. */
function nameExpected(before: string): string {
  const errors: ParseError[] = []
  parseTree(before, errors, { disallowComments: true })
  const [error] = errors
  if (!error) return 'nothing more'
  if (before.trimEnd().endsWith('{')) return 'a key in double quotes or }'
  if (before.trimEnd().endsWith('[')) return 'a value or ]'
  return EXPECTED[printParseErrorCode(error.error)] ?? 'a value'
}

const BROKEN_STRING = 'a string that does not end in its line, or has a backslash that JSON does not know'

function syntaxProblem(text: string, error?: ParseError): Problem {
  const offset = error?.offset ?? 0
  const code = error ? printParseErrorCode(error.error) : ''
  const before = text.slice(0, offset)
  const column = [...(before.split('\n').at(-1) ?? '')].length + 1
  const found = /String|Escape|Unicode|Character/.test(code) ? BROKEN_STRING : nameFound(text, offset)
  return {
    line: lineAt(text, offset),
    message: `not JSON: expected ${nameExpected(before)} in column ${column}, found ${found}`,
  }
}

/** In our own words: what the file says there may be a secret. */
function nameFound(text: string, at: number): string {
  const rest = text.slice(at, at + 2)
  if (rest === '') return 'the end of the file'
  if (rest === '//' || rest === '/*' || rest.startsWith('#')) return 'a comment; JSON has no comments'
  if (/^[}\]]/.test(rest) && text.slice(0, at).trimEnd().endsWith(','))
    return `${rest.charAt(0)} after a comma; JSON has no last comma`
  if (rest.startsWith("'")) return 'a single quote; JSON has double quotes only'
  if (rest.startsWith('"')) return 'a string'
  return /^[{}[\],:]/.test(rest) ? rest.charAt(0) : 'something else'
}
