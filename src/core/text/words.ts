/** Words put together. */

/** `a`, `a and b`, `a, b and c` */
export const joinWords = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

type Words<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T
/** A list of words that its type knows, written as one text. */
export const words = <const T extends string>(text: T) => text.split(' ') as Words<T>[]
