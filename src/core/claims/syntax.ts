/** Where a text stops being JSON, and why. The engine's own message names no place, and repeats the file. */
import type { Problem } from '../model.ts'

const BLANKS = /[ \t\n\r]*/y
/** A string, a number or a word, or one of the six signs. */
const TOKEN =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[{}[\],:]/y

const WANTED = {
  value: 'a value',
  first: 'a value or ]',
  key: 'a key in double quotes',
  firstKey: 'a key in double quotes or }',
  colon: 'a colon',
  more: 'a comma or the closing bracket',
  end: 'nothing more',
} as const
type Wanted = keyof typeof WANTED

/** `text` is not JSON. */
export function findSyntaxProblem(text: string): Problem {
  const { at, wanted } = findBreak(text)
  const before = text.slice(0, at).split('\n')
  const column = [...(before.at(-1) ?? '')].length + 1
  return {
    line: before.length,
    message: `not JSON: expected ${WANTED[wanted]} in column ${column}, found ${nameFound(text, at)}`,
  }
}

/** The first place where no JSON could go on, without recursion: brackets may be thousands deep. */
function findBreak(text: string): { readonly at: number; readonly wanted: Wanted } {
  const open: ('{' | '[')[] = []
  let wanted: Wanted = 'value'
  let at = 0
  for (;;) {
    at += match(BLANKS, text, at).length
    const token = match(TOKEN, text, at)
    const next = step(token, wanted, open)
    if (next === undefined) return { at, wanted }
    wanted = next
    at += token.length
  }
}

/** What is wanted after the token; undefined where the token is not what was wanted. */
function step(token: string, wanted: Wanted, open: ('{' | '[')[]): Wanted | undefined {
  const inside = open.at(-1)
  const closes = (token === '}' && inside === '{') || (token === ']' && inside === '[')
  if (closes && (wanted === 'more' || wanted === 'first' || wanted === 'firstKey')) {
    open.pop()
    return open.length === 0 ? 'end' : 'more'
  }
  if (wanted === 'more') return token === ',' ? (inside === '{' ? 'key' : 'value') : undefined
  if (wanted === 'colon') return token === ':' ? 'value' : undefined
  if (wanted === 'key' || wanted === 'firstKey') return token.startsWith('"') ? 'colon' : undefined
  if (wanted === 'end' || token === '' || /^[}\],:]/.test(token)) return undefined
  if (token !== '{' && token !== '[') return inside === undefined ? 'end' : 'more'
  open.push(token)
  return token === '{' ? 'firstKey' : 'first'
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** In our own words: what the file says there may be a secret. */
function nameFound(text: string, at: number): string {
  const rest = text.slice(at, at + 2)
  if (rest === '') return 'the end of the file'
  if (rest === '//' || rest === '/*' || rest.startsWith('#')) return 'a comment; JSON has no comments'
  if (/^[}\]]/.test(rest) && text.slice(0, at).trimEnd().endsWith(','))
    return `${rest.charAt(0)} after a comma; JSON has no last comma`
  if (rest.startsWith("'")) return 'a single quote; JSON has double quotes only'
  if (rest.startsWith('"') && match(TOKEN, text, at) === '')
    return 'a string that does not end in its line, or has a backslash that JSON does not know'
  return /^[{}[\],:"]/.test(rest) ? rest.charAt(0) : 'something else'
}
