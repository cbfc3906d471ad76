/** The name of this part of the place: as given, or made of the matrix. */
import { createHash } from 'node:crypto'

const LONGEST = 40

/**
 * `{"python":"3.13","os":"ubuntu-latest"}` gives `3.13-ubuntu-latest`; `null`, no matrix, gives none.
 * What is too long keeps its start and a hash, so that two legs never share a name.
 */
export function readLeg(input: string): string | undefined {
  if (input === '' || input === 'null') return undefined
  const matrix = parseMatrix(input)
  const name = (matrix === undefined ? input : scalarsOf(matrix).join('-'))
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (name === '') return undefined
  if (name.length <= LONGEST) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, LONGEST - 9)}-${hash}`
}

function parseMatrix(text: string): unknown {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function scalarsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(scalarsOf)
  return value === null ? [] : [String(value)]
}
