/** GitHub for the tests of one file: started once, empty before each test, and whoever spoke to it wrongly fails. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type Bed, type BedOptions, type Comment, type Pull, type Run, startBed } from './bed.ts'

type Held = 'comments' | 'pulls' | 'artifacts'

/** The bed, from the first hook on; what is in `keep` stays from test to test. */
export function useBed({ keep = [], ...options }: BedOptions & { readonly keep?: readonly Held[] } = {}): Bed {
  let started: Bed | undefined
  const now = (): Bed => {
    if (!started) throw new Error('the bed is started before the first test, not before')
    return started
  }
  beforeAll(async () => {
    started = await startBed(options)
  })
  afterAll(() => started?.close())
  beforeEach(() => {
    const { faults, gh, ac } = now()
    faults.length = 0
    const held = { comments: gh.state.comments, pulls: gh.state.pulls, artifacts: ac.artifacts }
    for (const name of Object.keys(held) as Held[]) if (!keep.includes(name)) held[name].clear()
  })
  afterEach(() => expect(now().violations).toEqual([]))
  return new Proxy({} as Bed, { get: (_, name) => Reflect.get(now(), name) })
}

export const HOME = { id: 1, full_name: 'octo/demo' }
export const FORK = { id: 99, full_name: 'eve/demo', owner: 'eve' }

let id = 100
/** A run of the pull request's workflow, newer than all before it. */
export const runOf = (bed: Bed, pull: Pull, more: Partial<Run> = {}): Run =>
  bed.addRun({
    id: ++id,
    event: 'pull_request',
    head_branch: pull.head.ref,
    head_sha: pull.head.sha,
    head_repository: HOME,
    ...more,
  })

export const commentsOn = (bed: Bed): Comment[] => [...bed.gh.state.comments.values()]
