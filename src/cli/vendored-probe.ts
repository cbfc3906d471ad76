/** Where the other places find the probe: in the commit, in this folder only, or nowhere yet. */
import { createProjectListing, isInHead } from '../adapters/git/project.ts'
import { isProbeScript } from '../core/products.ts'
import { shellWord } from '../core/text/shell.ts'
import type { Verdict } from '../core/verdict-model.ts'
import type { CommandContext } from './context.ts'

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
export function tellHowToBring(
  { terminal }: CommandContext,
  { file }: VendoredProbe,
  { rows }: Verdict,
): void {
  const missing = rows.some(
    ({ cells: { box } }) => box?.reason === 'NO_PROBE' || box?.reason === 'NOT_THIS_PR',
  )
  if (missing)
    terminal.log.info(
      `a box that can push brings its file by itself: python ${shellWord(file, 'posix')} box --for-commit, commit the file it names, push; then git pull here`,
    )
}
