/** Why an entry that should answer a claim is not there. */
import { type Finding, finding } from './serving.ts'

/** Subjects are untrusted: `constructor` is a name like any other. */
export const entryOf = <T>(
  map: { readonly [subject: string]: T } | undefined,
  subject: string,
): T | undefined => (map !== undefined && Object.hasOwn(map, subject) ? map[subject] : undefined)

interface Section {
  readonly error?: string
}

/** `entries`: the part of the section that has one entry for each subject that the probe was asked. */
export function findMissing(
  name: string,
  section: Section | undefined,
  entries: object | undefined,
): Finding {
  if (section?.error !== undefined) return finding('PROBE_ERROR', `${name}: ${section.error}`)
  if (entries !== undefined) return finding('NOT_ASKED', `${name}: not among what this probe was asked`)
  return finding('FACT_MISSING', `no facts in section ${name}`)
}

/** A single fact that is needed and not there; where the section broke, that is the reason. */
export function lacks(name: string, section: Section | undefined, fact: string): Finding {
  if (section?.error !== undefined) return finding('PROBE_ERROR', `${name}: ${section.error}`)
  return finding('FACT_MISSING', `${name}.${fact}`)
}
