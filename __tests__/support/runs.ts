/**
 * Runs of a property: half of `few` in the suite, with another seed every time; in `npm run properties` and
 * `npm run test:long` WHERE_IT_RAN_RUNS times as many, with a seed that is named.
 */
export function runs(few: number): { readonly numRuns: number; readonly seed?: number } {
  const { WHERE_IT_RAN_RUNS: times = '1', WHERE_IT_RAN_SEED: seed } = process.env
  return { numRuns: Math.ceil((few * Number(times)) / 2), ...(seed === undefined ? {} : { seed: Number(seed) }) }
}
