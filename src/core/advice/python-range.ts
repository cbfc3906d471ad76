/** Whether a Python version fits a `requires-python`. */
import { satisfies, valid, validRange } from '@renovatebot/pep440'

/**
 * undefined where the version or a clause cannot be read; one readable clause that does not fit decides.
 * A Python built between two releases calls itself `3.13.0+`; pre-releases are compared like other versions.
 */
export function fitsRange(version: string, range: string): boolean | undefined {
  const released = version.trim().replace(/\+$/, '')
  if (!valid(released)) return undefined
  const clauses = range
    .split(',')
    // As text, `===3.12` would not fit 3.12.0.
    .map((clause) => clause.trim().replace(/^===/, '=='))
    .filter((clause) => clause !== '')
  const readable = clauses.filter((clause) => validRange(clause))
  if (readable.some((clause) => !satisfies(released, clause, { prereleases: true }))) return false
  return clauses.length > 0 && readable.length === clauses.length ? true : undefined
}
