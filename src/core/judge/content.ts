/** How a file's content relates to the pull request. Tests prove something about bytes, not commit ids. */

import type { ContentRelation, Reference } from '../model.ts'
import type { Facts, Tests } from '../probe-file/schema.ts'
import { andMore, counted, tellCounts } from '../text/words.ts'
import { isCurrent, isUnchanged } from './record.ts'
import { type Finding, finding, lacks, type Relation, type Serving } from './serving.ts'

/** The judged content itself: the merge's, or the head's. */
export const isExact = (relation: ContentRelation | undefined): boolean =>
  relation === 'match-merge' || relation === 'match-head'

/** The content of the tree as it stands, and of the session, unless the tree changed while it ran. */
function contentsOf({ git, tests }: Facts): readonly (string | undefined)[] {
  const session = tests?.content_before === tests?.content_after ? tests?.content_after : undefined
  return [git?.tree_content, session]
}

function commitsBehind(head: string | undefined, { commits, headSha }: Reference): number | null {
  if (head === undefined) return null
  const at = commits.lastIndexOf(head)
  if (at >= 0) return commits.length - 1 - at
  return head === headSha ? 0 : null
}

/** Every fact that could have tied the file to this pull request is there, and none does. */
function saysOtherContent({ git, tests }: Facts): boolean {
  const session = tests?.source === 'none' || (tests?.content_before && tests.content_after)
  return git?.state === 'ok' && Boolean(git.head && git.head_content && git.tree_content && session)
}

/** Equal content is the same code. `earlier`, also a changed tree on top: it serves, its tests do not. */
export function relateContent(facts: Facts, reference: Reference): Relation {
  const behind = commitsBehind(facts.git?.head, reference)
  const contents = contentsOf(facts)
  const isAt = (content: string | undefined) => content !== undefined && contents.includes(content)
  // What is checked out may be the head itself: then nothing was merged.
  const isMerged = reference.mergeSha === undefined || reference.mergeSha !== reference.headSha
  if (isAt(reference.merge)) return { relation: isMerged ? 'match-merge' : 'match-head', commitsBehind: behind }
  if (isAt(reference.head)) return { relation: 'match-head', commitsBehind: behind }
  if (behind !== null || isOnTop(facts, reference)) return { relation: 'earlier', commitsBehind: behind ?? 0 }
  if (isRebased(facts, reference))
    return { relation: 'earlier', commitsBehind: Math.max(1, reference.commits.length), rebased: true }
  return { relation: saysOtherContent(facts) ? 'stale' : 'unknown', commitsBehind: null }
}

/** All patches that it was made with are in the pull request. ci tests what is merged now, whatever it is made of. */
function isRebased({ git, probe }: Facts, { patches = [] }: Reference): boolean {
  const own = git?.patches ?? []
  return probe?.place !== 'ci' && own.length > 0 && own.every((patch) => patches.includes(patch))
}

/** All facts by which a file is ranked are there: none that is missing could have put it before others. */
export const saysWhatItIsAbout = (facts: Facts, relation: ContentRelation): boolean =>
  facts.git?.head !== undefined && (isExact(relation) || saysOtherContent(facts))

/** HEAD is the merge or the head of the pull request. Asked where the tree matched neither: files changed on top. */
function isOnTop({ git }: Facts, { merge, mergeSha, head }: Reference): boolean {
  const { head: sha, head_content: content } = git ?? {}
  return (sha !== undefined && sha === mergeSha) || (content !== undefined && (content === merge || content === head))
}

/** Files that are not as they were committed. */
export const countChanged = ({ git }: Facts): number =>
  (git?.modified ?? 0) + (git?.deleted ?? 0) + (git?.untracked ?? 0)

/** What a file speaks of that is neither the merge nor the head. */
export function earlierText(facts: Facts, behind: number, rebased?: true): string {
  if (rebased) return `rebased from ${facts.git?.head?.slice(0, 7)}`
  if (behind === 0) return 'uncommitted changes on top of HEAD'
  return countChanged(facts) > 0 ? `${commitsText(behind)}, with uncommitted changes` : commitsText(behind)
}

export const commitsText = (behind: number): string =>
  behind === 0 ? 'at head' : `${counted(behind, 'commit')} before head`

const UNLINKED = 'git finds no repository behind .git: a worktree, or a submodule, without its main repository'

/** git does not say what content this is, and why. */
export const gitRefused = ({ git }: Facts): Finding | undefined =>
  git?.state === undefined || git.state === 'ok'
    ? undefined
    : finding('GIT_REFUSED', git.state === 'unlinked' ? UNLINKED : `git: ${git.state}`)

/** ci needs the merge; local and box may also be at head or, unchanged, at an earlier commit of it. */
export function judgeContent({ facts, place, rebased }: Serving, reference: Reference): Finding | undefined {
  const { git } = facts
  const refused = gitRefused(facts)
  if (refused) return refused
  if (isUnchanged(facts) === false) return finding('CHANGED_WHILE_RUNNING', 'content before and after differ')
  const [touched] = facts.tests?.touched ?? []
  if (touched) return finding('CHANGED_WHILE_RUNNING', `${touched} was written while the tests ran`)
  if (isCurrent(facts) === false) return finding('STALE_CONTENT', 'the tree has changed since the tests ran')
  const content = git?.tree_content
  if (content === undefined) return lacks('git', git, 'tree_content')
  if (content === reference.merge) return undefined
  if (place === 'ci') return ofOtherContent(facts, reference)
  if (content === reference.head) return undefined
  const isClean = rebased ? content === git?.head_content : isCleanCommitOf(facts, reference)
  return isClean ? undefined : ofOtherContent(facts, reference)
}

/** The commit itself, unchanged, and the pull request has it. */
function isCleanCommitOf({ git }: Facts, { commits, headSha }: Reference): boolean {
  const known = git?.head !== undefined && (commits.includes(git.head) || git.head === headSha)
  return known && git.tree_content === git.head_content
}

function ofOtherContent({ git }: Facts, { merge, head, headSha, mergeSha }: Reference): Finding {
  if (merge === undefined) return finding('STALE_CONTENT', 'its content cannot be compared: there is no reference')
  const { modified, deleted, untracked } = git ?? {}
  const at = `at ${git?.head?.slice(0, 7)}`
  const isHead = git?.tree_content === head && headSha !== mergeSha
  const headOnly = isHead ? `${at}, the head, and its merge is other content` : at
  return finding('STALE_CONTENT', tellCounts({ modified, deleted, untracked }) || headOnly)
}

/** An extension module: machine code that some source was compiled to. */
export const isCompiled = (file: string): boolean => /\.(?:so|pyd)$/.test(file)

/** Green on code that is no longer there. */
export function judgeBytecode({ stale = [] }: Tests): Finding | undefined {
  const built = stale.filter(isCompiled)
  const [bytecode] = stale.filter((file) => !isCompiled(file))
  if (bytecode !== undefined)
    return finding(
      'STALE_CONTENT',
      `old bytecode ran instead of ${bytecode}${andMore(stale.length - built.length - 1)}`,
    )
  if (built[0] === undefined) return undefined
  return finding('STALE_BUILD', `${built[0]}${andMore(built.length - 1)} was built before its source changed`)
}
