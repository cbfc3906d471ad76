/** Tests of an earlier commit of the pull request: what lies between it and the head, and whether that is accepted. */
import type { Claims, Reference } from '../model.ts'
import { matchesGlob } from '../text/glob.ts'
import { counted } from '../text/words.ts'
import { commitsText, earlierText } from './content.ts'
import { type Finding, finding, type Serving } from './serving.ts'

/** The files that have changed since, where they were asked for and are known. */
const changedSince = ({ facts }: Serving, { since = {} }: Reference): readonly string[] | undefined =>
  since[facts.git?.head ?? '']

/** `3 commits and 7 files before head` */
export function olderText(serving: Serving, reference: Reference): string {
  if (serving.rebased) return earlierText(serving.facts, 1, serving.rebased)
  const files = changedSince(serving, reference)
  const commits = commitsText(serving.commitsBehind ?? 0)
  return files ? commits.replace(' before', ` and ${counted(files.length, 'file')} before`) : commits
}

/** Of a commit before the head, as it was committed. */
export const isOlder = ({ relation, commitsBehind }: Serving): boolean =>
  relation === 'earlier' && (commitsBehind ?? 0) > 0

/** Undefined: they are of the head, or accepted as they are. */
export function judgeOlder(serving: Serving, reference: Reference, claims: Claims): Finding | undefined {
  if (!isOlder(serving) || claims.olderTests !== false) return undefined
  // Of a commit that was rebased nothing says what lies between.
  const files = (serving.rebased ? undefined : changedSince(serving, reference)) ?? []
  const isApart = (file: string) => (claims.apart ?? []).some((pattern) => matchesGlob(pattern, file))
  if (files.length > 0 && files.every(isApart)) return undefined
  const at = serving.facts.git?.head?.slice(0, 7)
  return finding('OLDER_CONTENT', `at ${at}, ${olderText(serving, reference)}`)
}
