/** What is claimed where no file says so: found in the names of the tracked files. */
import { type Claims, PLACES } from '../model.ts'

/** Paths relative to the working directory, with `/`. */
export const claimsWithoutFile = (_tracked: readonly string[]): Claims => ({
  digest: 'default',
  source: 'default',
  places: PLACES,
  claims: [
    { kind: 'tests green', subject: 'suite', in: PLACES },
    { kind: 'secret stored', subject: '.env', in: ['local', 'box'] },
    { kind: 'secret stored', subject: 'configuration', in: ['local', 'box'] },
  ],
  testReports: [],
  explanations: [],
})

/** The repository's own top-level import names. */
export const findOwnPackages = (_tracked: readonly string[]): readonly string[] => []
