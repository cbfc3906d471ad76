/** The plan of `init` for people: what was written, what to paste, what comes next. */

import type { Change, InitPlan } from '../app/init-plan.ts'
import { VENDORED_PROBE } from '../core/content.ts'
import type { Place } from '../core/model.ts'
import { shellWord } from '../core/text/shell.ts'

export interface Telling {
  readonly dryRun: boolean
  /** As it was named on the command line. */
  readonly folder: string
  readonly places: readonly Place[]
  /** One of local and box is enough. */
  readonly oneOf: boolean
  /** What a person types for the Python that runs the tests, and what first makes it. */
  readonly python: string
  readonly before: readonly string[]
  readonly colour: boolean
}

const DONE: { readonly [what in Change['what']]: string } = {
  create: 'create',
  'add-lines': 'add lines',
  replace: 'replace',
  same: 'as it was',
  kept: 'keep',
  'by-hand': 'by hand',
}

export function renderPlan(plan: InitPlan, telling: Telling): string {
  const title = (text: string): string => (telling.colour ? `\u001b[1m${text}\u001b[0m` : text)
  const parts = [
    [title(headline(plan, telling)), ...changeLines(plan)],
    ...(plan.notes.length > 0 ? [[title('Note'), ...plan.notes.map((note) => `  ${note}`)]] : []),
    ...pasteParts(plan, title),
    [title('Next'), ...nextSteps(plan, telling)],
  ]
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const written = ({ changes }: InitPlan): readonly Change[] => changes.filter(({ text }) => text !== undefined)

function headline(plan: InitPlan, { dryRun }: Telling): string {
  const left = plan.changes.filter(({ what }) => what === 'kept' || what === 'by-hand').map(({ path }) => path)
  if (written(plan).length === 0)
    return left.length > 0 ? `Nothing written; look at ${left.join(', ')}` : 'Nothing to change: all of it is there'
  return dryRun ? 'This would be written (--dry-run, nothing was)' : 'Written'
}

function changeLines({ changes }: InitPlan): string[] {
  const width = Math.max(...changes.map(({ path }) => path.length))
  return changes.map(
    ({ path, what, about }) => `  ${DONE[what].padEnd(9)}  ${path.padEnd(width)}  ${what === 'kept' ? KEPT : about}`,
  )
}

const KEPT = 'of another version, or changed: --force replaces it'

function pasteParts({ paste }: InitPlan, title: (text: string) => string): string[][] {
  if (!paste) return []
  return paste.parts.map(({ about, text }, at) => [
    title(at === 0 ? `Paste below ${paste.below}: ${about}` : about.replace(/^./, (first) => first.toUpperCase())),
    '',
    text.trimEnd(),
  ])
}

function nextSteps(plan: InitPlan, { dryRun, folder, places, oneOf, python, before }: Telling): string[] {
  if (dryRun) return ['run this again without --dry-run'].map(indent)
  const { file } = plan.paste ?? {}
  const add = [
    ...written(plan).map(({ path, at }) => shellWord(at === 'top' ? `:/${path}` : path, 'posix')),
    ...(file === undefined ? [] : [shellWord(`:/${file}`, 'posix')]),
  ]
  const probe = [...before, `${python} ${VENDORED_PROBE} local --for-commit`]
  const asked = folder === '.' ? '' : `in ${folder} `
  const steps = [
    ...(folder === '.' ? [] : [`cd ${shellWord(folder, 'posix')}`]),
    ...(add.length > 0
      ? [`git add ${add.join(' ')}`, 'git commit -m "Add Where It Ran"', 'git push -u origin HEAD']
      : []),
    ...(places.includes('local') ? [...probe, '  then commit the file that it names, and push'] : []),
    ...(places.includes('box')
      ? [
          `  ${oneOf ? 'or ' : ''}tell your agent: after your tests ${asked}run, with the Python that ran them, \`${before.length > 0 ? python : 'python'} ${VENDORED_PROBE} box --for-commit\` and commit the file that it names`,
        ]
      : []),
  ]
  return steps.map(indent)
}

const indent = (line: string): string => `  ${line.trim()}`
