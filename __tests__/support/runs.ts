/** Runs of a property: small in the suite, times WHERE_IT_RAN_RUNS in `npm run properties`. */
export const runs = (few: number): { readonly numRuns: number } => ({
  numRuns: few * Number(process.env.WHERE_IT_RAN_RUNS ?? 1),
})
