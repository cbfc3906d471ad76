/** What setting up needs to know, and what it would do. */
import type { Place } from '../../core/model.ts'
import type { Project } from '../../core/setup/project.ts'
import type { Workflow } from '../../core/setup/workflow.ts'

export const SCHEMA = 'probes/claims.schema.json'

export interface InitNeeds {
  readonly project: Project
  readonly workflows: readonly Workflow[]
  /** Of the working directory, from the top of the repository; `.` is the top. */
  readonly folder: string
  /** Other CI that the repository has, by the file that says so. */
  readonly otherCi: string | undefined
  readonly places: readonly Place[]
  /** They were named, and are not just the usual ones. */
  readonly placesNamed: boolean
  readonly force: boolean
  readonly forkSafe: boolean
  /** Text of the probe that comes with this program. */
  readonly probe: string
  /** A fresh one. */
  readonly salt: string
  /** What is there now, under the names above and of the two workflows. */
  readonly present: (path: string) => string | undefined
  /** Files that could tell more and could not be read, with the cause. */
  readonly unread: readonly string[]
  /** Of the files that have to be committed: those that git would not take. */
  readonly ignored: readonly string[]
}

export interface Change {
  readonly path: string
  /** The workflows lie at the top of the repository, all else in the working directory. */
  readonly at: 'folder' | 'top'
  /** kept: it is there and is another one. by-hand: a person has to do it. */
  readonly what: 'create' | 'add-lines' | 'replace' | 'same' | 'kept' | 'by-hand'
  readonly about: string
  /** What is written; absent where nothing is. */
  readonly text?: string
}

/** What a person pastes into a workflow. */
export interface Paste {
  /** The workflow, where it is known; from the top. */
  readonly file?: string
  /** Where, like `.github/workflows/ci.yml:23 (pytest)`. */
  readonly below: string
  readonly parts: readonly { readonly about: string; readonly text: string }[]
}

export interface WorkflowPlan {
  readonly changes: readonly Change[]
  readonly paste?: Paste
  readonly notes: readonly string[]
}

/** Tests that tox runs. */
export interface ToxRun {
  readonly environment: string
  /** What makes that environment. */
  readonly make: string
}

export interface InitPlan {
  /** The claimed test command. */
  readonly command: readonly string[]
  readonly tox?: ToxRun | undefined
  readonly changes: readonly Change[]
  readonly workflow: WorkflowPlan
  /** What was seen and not claimed, and what to look at. */
  readonly notes: readonly string[]
}

/** A file that is ours as a whole. */
export function planProduct(
  { present, force }: Pick<InitNeeds, 'present' | 'force'>,
  path: string,
  text: string,
  about: string,
  at: Change['at'] = 'folder',
): Change {
  const now = present(path)
  if (now === undefined) return { path, at, what: 'create', about, text }
  if (now === text) return { path, at, what: 'same', about }
  return force ? { path, at, what: 'replace', about, text } : { path, at, what: 'kept', about }
}
