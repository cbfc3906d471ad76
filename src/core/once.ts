/** Work that is done once: the first caller starts it, later ones get the same answer. */
export function oncePer<K, T>(make: (key: K) => T): (key: K) => T {
  const made = new Map<K, T>()
  return (key) => {
    const answer = made.get(key) ?? make(key)
    made.set(key, answer)
    return answer
  }
}

export const once = <T>(make: () => T): (() => T) => {
  const answer = oncePer<'', T>(make)
  return () => answer('')
}
