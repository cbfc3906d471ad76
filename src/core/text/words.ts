/** Words put together, listed, and known by what was nearly written. */

/** `a`, `a and b`, `a, b and c` */
export const joinWords = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** `1 cell`, `3 cells` */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** What follows the first few of a list: ` and 3 more`, or nothing. */
export const andMore = (count: number): string => (count > 0 ? ` and ${count} more` : '')

/** `a, b, c and 3 more` */
export const firstFew = (all: readonly string[], most: number): string =>
  `${all.slice(0, most).join(', ')}${andMore(all.length - most)}`

/** `3 failed, 1 skipped`: each count by its name, without the zeros. */
export const tellCounts = (counts: { readonly [what: string]: number | undefined }): string =>
  Object.entries(counts)
    .flatMap(([what, count]) => (count ? [`${count} ${what}`] : []))
    .join(', ')

export type Words<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T
/** Splits a text at its spaces; the type of the result is the union of exactly these words. */
export const words = <const T extends string>(text: T) => text.split(' ') as Words<T>[]

/** The end of a sentence about a word that is not known; empty when no known one is near. */
export function meant(word: string, known: readonly string[]): string {
  const closest = findClosest(word, known)
  return closest ? `, did you mean ${closest}?` : ''
}

function findClosest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((one) => ({ one, distance: editDistance(word, one) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(2, word.length / 2) ? best.one : undefined
}

/** Levenshtein: letters added, taken away or exchanged. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
