/** Without a pull request the checkout is what everything is about: its commit, and nothing that is in none. */
import { countChanges } from '../adapters/git/changes.ts'
import type { Fault, Reference } from '../core/model.ts'
import type { CommandContext } from './context.ts'

export interface Checkout {
  readonly reference: Reference
  readonly faults: readonly Fault[]
}

/** `looked`: this run probes the tree as it lies there, so its file says what has changed. */
export async function readCheckout(context: CommandContext, looked: boolean): Promise<Checkout> {
  const bare: Reference = { commits: [], pullRequest: false }
  const state = await context.git.state()
  // Outside a repository the listing of tracked files is a fault already.
  if (state === 'unborn') return { reference: bare, faults: [UNBORN] }
  if (state !== 'ok') return { reference: bare, faults: [] }
  const head = await context.git.head()
  if (head === undefined) return { reference: bare, faults: [UNLISTED] }
  const reference = { ...bare, merge: head.content, mergeSha: head.sha }
  return { reference, faults: looked ? [] : await findChanges(context, head.sha.slice(0, 7)) }
}

const UNBORN: Fault = {
  where: 'git',
  message: 'there is no commit yet, so nothing says what content this is',
  fix: 'git add --all && git commit --message "First commit"',
}

const UNLISTED: Fault = {
  where: 'git',
  message: 'git does not list the files of HEAD, so nothing says what content this is',
  fix: 'git fsck',
}

/** The probe files are about the commit. If the tree was changed since, a pass would be about other code: a fault. */
async function findChanges(
  { ask, settings, again }: CommandContext,
  head: string,
): Promise<readonly Fault[]> {
  const count = await countChanges(ask, settings.probes)
  if (count === 0) return []
  const message =
    count === undefined
      ? `git does not say what has changed since ${head}, the commit that is judged`
      : `${count} changed ${count === 1 ? 'file here is' : 'files here are'} in no commit, and ${head} is what is judged`
  const fix =
    count === undefined
      ? 'git status'
      : `commit, stash or ignore what \`git status\` shows, then run ${again}`
  return [{ where: 'git', message, fix }]
}
