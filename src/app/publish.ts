/** Use case: put the verdict where people and programs read it. */
import { messageOf } from '../core/fault.ts'
import type { Fault } from '../core/model.ts'
import { renderJson } from '../core/report/json.ts'
import type { Verdict } from '../core/verdict-model.ts'
import type { Files, SecretNet } from './ports.ts'
import { redactText, redactVerdict } from './redact.ts'

interface Published {
  /** Paths relative to the working directory, of what was written. */
  readonly report?: string
  readonly table?: string
  /** Session notes beside them, where there are any. */
  readonly notes?: string
  /** What could not be written. */
  readonly faults: readonly Fault[]
}

export async function publish(
  verdict: Verdict,
  files: Files,
  probes: string,
  net: SecretNet,
): Promise<Published> {
  // Markdown comes with a syntax tree, which a plain table on a terminal never waits for.
  const { renderMarkdown } = await import('../core/report/markdown.ts')
  const notes = await findNotes(files, probes)
  const [report, table] = await Promise.all([
    write(files, `${probes}/report.md`, () => {
      const report = renderMarkdown(verdict, notes)
      return redactText(net, report).text
    }),
    write(files, `${probes}/table.json`, () => renderJson(redactVerdict(net, verdict))),
  ])
  return {
    ...('path' in report ? { report: report.path } : {}),
    ...('path' in table ? { table: table.path } : {}),
    ...notes,
    faults: [report, table].flatMap((one) => ('fault' in one ? [one.fault] : [])),
  }
}

/** Session notes are named in the report, never read into it. */
export async function findNotes(files: Files, probes: string): Promise<{ readonly notes?: string }> {
  const entries = await files.list(probes).catch(() => [])
  const isThere = entries.some((entry) => entry.name === 'notes.md' && entry.kind === 'file')
  return isThere ? { notes: `${probes}/notes.md` } : {}
}

async function write(
  files: Files,
  path: string,
  render: () => string,
): Promise<{ readonly path: string } | { readonly fault: Fault }> {
  try {
    await files.write(path, render())
    return { path }
  } catch (error) {
    const message = messageOf(error)
    return { fault: { where: 'report', message, fix: 'make the probes folder writable for this user' } }
  }
}
