/** Keys that stand twice in one JSON object: readers see the first, programs take the last. */
import type { ShapeProblem } from './shape.ts'

/** Strings, brackets and commas are all that decides what is a key. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** `text` must be JSON. */
export function duplicateKeys(text: string): ShapeProblem[] {
  const problems: ShapeProblem[] = []
  const open: (Set<string> | null)[] = []
  const tokens = text.match(TOKEN) ?? []
  tokens.forEach((token, index) => {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    if (!token.startsWith('"') || tokens[index + 1] !== ':') return
    const keys = open.at(-1)
    const key = String(JSON.parse(token))
    if (keys?.has(key)) problems.push({ path: '$', message: `the key "${key.slice(0, 60)}" is there twice` })
    keys?.add(key)
  })
  return problems
}
