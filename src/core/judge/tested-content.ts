/** Was this content tested, and by the whole suite? A green of other bytes is no green here. */
import type { Reference } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { isCurrent, isUnchanged } from './record.ts'
import { type Finding, finding, lacks, type Serving } from './serving.ts'

/** ci needs the merge; local and box may also be at head or, unchanged, at an earlier commit of it. */
export function judgeContent({ facts, place }: Serving, reference: Reference): Finding | undefined {
  const { git } = facts
  if (git?.state !== undefined && git.state !== 'ok') return finding('GIT_REFUSED', `git: ${git.state}`)
  if (isUnchanged(facts) === false) return finding('CHANGED_WHILE_RUNNING', 'content before and after differ')
  const [touched] = facts.tests?.touched ?? []
  if (touched) return finding('CHANGED_WHILE_RUNNING', `${touched} was written while the tests ran`)
  if (isCurrent(facts) === false) return finding('STALE_CONTENT', 'the tree has changed since the tests ran')
  const content = git?.tree_content
  if (content === undefined) return lacks('git', git, 'tree_content')
  if (content === reference.merge) return undefined
  if (place === 'ci') return ofOtherContent(facts, reference)
  if (content === reference.head) return undefined
  return isCleanCommitOf(facts, reference) ? undefined : ofOtherContent(facts, reference)
}

/** The commit itself, unchanged, and the pull request has it. */
function isCleanCommitOf({ git }: Facts, { commits, headSha }: Reference): boolean {
  const known = git?.head !== undefined && (commits.includes(git.head) || git.head === headSha)
  return known && git.tree_content === git.head_content
}

function ofOtherContent({ git }: Facts, { merge }: Reference): Finding {
  if (merge === undefined) return finding('STALE_CONTENT', 'nothing to compare its content with')
  const { modified = 0, deleted = 0, untracked = 0 } = git ?? {}
  const changes = [
    [modified, 'modified'],
    [deleted, 'deleted'],
    [untracked, 'untracked'],
  ] as const
  const text = changes.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return finding('STALE_CONTENT', text.length > 0 ? text.join(', ') : `at ${git?.head?.slice(0, 7)}`)
}

/** Fewer tests collected than in ci on the same content: a part ran. Of ci's legs the smallest count. */
export function compareWithCi({ tests, probe }: Facts, ci: readonly Facts[]): Finding | undefined {
  const suites = ci.flatMap((facts) => (facts.tests?.source === 'none' ? [] : [facts.tests]))
  if (probe?.place === 'ci' || suites.length === 0) return undefined
  if (suites.some((suite) => suite?.content_after === undefined || suite.collected === undefined))
    return finding('FACT_MISSING', 'ci does not say how many tests it collected')
  const same = suites.filter((suite) => suite?.content_after === tests?.content_after)
  const least = Math.min(...same.map((suite) => suite?.collected ?? 0))
  const collected = tests?.collected ?? 0
  return same.length > 0 && collected < least
    ? finding('PARTIAL_RUN', `${collected} collected, ci collected ${least}`)
    : undefined
}
