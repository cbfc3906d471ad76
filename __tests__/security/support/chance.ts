/** Chance that can be had again: the same seed, the same cases. */

export interface Chance {
  /** Whole number from 0 to below `below`. */
  below(below: number): number
  one<T>(of: readonly T[]): T
  /** True once in `n` times. */
  rarely(n: number): boolean
}

/** mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, one: (of) => of[below(of.length)] as (typeof of)[number], rarely: (n) => below(n) === 0 }
}
