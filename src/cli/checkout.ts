/** Without a pull request the checkout is what everything is about: its commit, and nothing that is in none. */
import { countChanges } from '../adapters/git/changes.ts'
import { createProjectListing, isInHead } from '../adapters/git/git.ts'
import type { History } from '../adapters/git/history.ts'
import type { Case } from '../core/case.ts'
import { isProbeScript } from '../core/content.ts'
import type { Fault, Reference } from '../core/model.ts'
import { shellWord } from '../core/text/shell.ts'
import type { Verdict } from '../core/verdict-model.ts'
import type { CommandContext } from './context.ts'

/** `looked`: this run probes the tree as it lies there, so its file says what has changed. */
export async function readCheckout(
  context: CommandContext,
  looked: boolean,
): Promise<Pick<Case, 'reference' | 'faults'>> {
  const bare: Reference = { commits: [], pullRequest: false }
  const state = await context.git.state()
  // Outside a repository the listing of tracked files is a fault already.
  if (state === 'unborn') return { reference: bare, faults: [UNBORN] }
  if (state !== 'ok') return { reference: bare, faults: [] }
  const head = await context.git.head()
  if (head === undefined) return { reference: bare, faults: [UNLISTED] }
  const history = await context.history()
  const reference = { ...bare, merge: head.content, mergeSha: head.sha, ...(await readBranch(context, history, head)) }
  return { reference, faults: looked ? [] : await findChanges(context, head.sha.slice(0, 7)) }
}

/** What a pull request of this branch would be: its head, and its commits. */
async function readBranch({ git }: CommandContext, history: History, own: { sha: string; content: string }) {
  if (!history.known) return { head: own.content, headSha: own.sha }
  const { head: headSha, commits } = history
  const head = headSha === own.sha ? own : await git.head(headSha)
  return { head: head?.content, headSha, commits }
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
async function findChanges({ ask, settings, again }: CommandContext, head: string): Promise<readonly Fault[]> {
  const count = await countChanges(ask, settings.probes)
  if (count === 0) return []
  if (count === undefined) {
    const message = `git does not say what has changed since ${head}, the commit that is judged`
    return [{ where: 'git', message, fix: 'git status' }]
  }
  const files = count === 1 ? 'file here is' : 'files here are'
  const message = `${count} changed ${files} in no commit, and ${head} is what is judged`
  return [{ where: 'git', message, fix: `commit, stash or ignore what \`git status\` shows, then run ${again}` }]
}

interface VendoredProbe {
  readonly file: string
  /** A checkout of HEAD has it, and so have the other places. */
  readonly committed: boolean
}

export async function findVendoredProbe({ git, ask }: CommandContext): Promise<VendoredProbe | undefined> {
  const tracked = (await git.trackedFiles())?.find(isProbeScript)
  if (tracked !== undefined) return { file: tracked, committed: await isInHead(ask, tracked) }
  // Where git lists nothing, nothing is there that others could have.
  const files = await createProjectListing(ask)
    .files()
    .catch(() => [])
  const file = files.find(isProbeScript)
  return file === undefined ? undefined : { file, committed: false }
}

/** The fixes name a probe in the repository: say how it gets to the others. */
export async function tellHowToVendor(
  { terminal, self, git }: CommandContext,
  found: VendoredProbe | undefined,
): Promise<void> {
  if (found) {
    const file = shellWord(found.file, 'posix')
    terminal.log.info(
      `the probe is not committed yet, and the other places need it: git add ${file} && git commit -m "Add the probe"`,
    )
    return
  }
  // Where there is none, the report says so.
  if (['ok', 'unborn'].includes(await git.state()))
    terminal.log.info(`this repository has no probe yet, and the steps below start it; first: ${self} init`)
}

/** A box often has no way to bring its file but the repository itself. */
export function tellHowToBring({ terminal }: CommandContext, { file }: VendoredProbe, { rows }: Verdict): void {
  const missing = rows.some(({ cells: { box } }) => box?.reason === 'NO_PROBE' || box?.reason === 'NOT_THIS_PR')
  if (missing)
    terminal.log.info(
      `a box that can push brings its file by itself: python ${shellWord(file, 'posix')} box --for-commit, commit the file it names, push; then git pull here`,
    )
}
