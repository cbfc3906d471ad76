/**
 * Runs of a property: small in the suite, times WHERE_IT_RAN_RUNS in `npm run properties`, which names the seed of all;
 * the suite takes another one every time.
 */
export function runs(few: number): { readonly numRuns: number; readonly seed?: number } {
  const { WHERE_IT_RAN_RUNS: times = '1', WHERE_IT_RAN_SEED: seed } = process.env
  return { numRuns: few * Number(times), ...(seed === undefined ? {} : { seed: Number(seed) }) }
}
