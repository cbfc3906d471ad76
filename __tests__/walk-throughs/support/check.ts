/** The check on a pull request as its reader has it: the built action on the test merge, and what it left behind. */
import fs from 'node:fs'
import path from 'node:path'
import { type Started, startAction } from '../../support/action.ts'
import type { ActionRun, Bed, Pull, Run } from '../../support/bed.ts'
import { mergeGroupEvent, pullRequestEvent } from '../../support/events.ts'
import type { Repo } from '../../support/repo.ts'
import { commentsOn, runOf } from '../../support/use-bed.ts'
import type { Project } from './project.ts'
import { steady } from './steady.ts'
import type { Told } from './telling.ts'

export interface Seen extends Told {
  readonly ran: ActionRun
  readonly pull: Pull
}
export interface Checked extends Omit<Partial<Started>, 'run'> {
  /** Branches on GitHub. */
  readonly head?: string
  readonly base?: string
  readonly pull?: Partial<Pull>
  readonly run?: Partial<Run>
}

/** What GitHub does when a branch was pushed: it knows the commits, and checks out a merge of it for the run. */
export function synchronise(bed: Bed, origin: Repo, { head = 'topic', base = 'main', pull = {} }: Checked): Pull {
  origin.git('checkout', '--quiet', '--detach', base)
  for (const line of origin.git('rev-list', '--reverse', '--parents', base, head).split('\n')) {
    const [sha = '', ...parents] = line.split(' ')
    bed.gh.addCommit({ sha, parents, files: filesAt(origin, sha) })
  }
  const merge = origin.merge(head)
  const parents = [origin.sha(base), origin.sha(head)]
  bed.gh.addCommit({ sha: merge, parents, files: filesAt(origin, merge) })
  return bed.gh.addPull({
    merge_commit_sha: merge,
    number: 7,
    body: 'words',
    user: 'octocat',
    author_association: 'MEMBER',
    ...pull,
    head: { ref: head, sha: origin.sha(head), ...pull.head },
    base: { ref: 'main', sha: origin.sha(base), ...pull.base },
  })
}

const blobs = new Map<string, string>()
/** Most files are the same in all commits: each is read once. */
function filesAt(origin: Repo, sha: string): Record<string, string> {
  const entries = origin.git('ls-tree', '-r', sha).split('\n')
  const texts = entries.filter((entry) => !entry.endsWith('.whl'))
  return Object.fromEntries(
    texts.map((entry) => {
      const [, id = '', name = ''] = /^\d+ blob (\w+)\t(.+)$/.exec(entry) ?? []
      const text = blobs.get(id) ?? `${origin.git('cat-file', 'blob', id)}\n`
      blobs.set(id, text)
      return [name, text]
    }),
  )
}

const QUEUED = `refs/heads/gh-readonly-queue/main/pr-7-${'c'.repeat(40)}`

/** One run of the action: `shown` is its own comment, or the summary where it may not write one. */
export async function check(bed: Bed, project: Project, options: Checked = {}): Promise<Seen> {
  const { head: _head, base: _base, pull: _pull, run, ...started } = options
  const pull = synchronise(bed, project.origin, options)
  const ran = await startAction({
    bed,
    repo: project.origin,
    event: started.eventName === 'merge_group' ? mergeGroupEvent(QUEUED, pull.base.sha) : pullRequestEvent(pull),
    ...started,
    run: runOf(bed, pull, run),
    env: { MODE: 'strict', PATH: `${project.bin}:/usr/bin:/bin`, ...started.env },
  })
  const [comment] = commentsOn(bed).filter(({ user }) => user?.login === 'github-actions[bot]')
  const file = path.join(ran.workspace, started.with?.['working-directory'] ?? '.', 'probes/table.json')
  const table = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
  return { ran, pull, table, shown: steady(comment?.body ?? ran.summary, project) }
}
