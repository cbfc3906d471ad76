/** Use case: put the verdict where people and programs read it. */
import { messageOf } from '../core/fault.ts'
import type { Fault } from '../core/model.ts'
import { renderJson } from '../core/report/json.ts'
import type { Verdict } from '../core/verdict-model.ts'
import type { Files, SecretNet } from './ports.ts'
import { redactText, redactVerdict } from './redact.ts'

/** Paths of what was written are relative to the working directory; session notes lie beside, where there are any. */
export async function publish(verdict: Verdict, files: Files, probes: string, net: SecretNet) {
  // Markdown comes with a syntax tree, which a plain table on a terminal never waits for.
  const { renderMarkdown } = await import('../core/report/markdown.ts')
  const faults: Fault[] = []
  const write = async (path: string, render: () => string): Promise<string | undefined> => {
    try {
      await files.write(path, render())
      return path
    } catch (error) {
      const fix = 'make the probes folder writable for this user'
      faults.push({ where: 'report', message: messageOf(error), fix })
      return undefined
    }
  }
  const notes = await findNotes(files, probes)
  const report = await write(`${probes}/report.md`, () => redactText(net, renderMarkdown(verdict, notes)).text)
  const table = await write(`${probes}/table.json`, () => renderJson(redactVerdict(net, verdict)))
  return { report, table, ...notes, faults }
}

/** Session notes are named in the report, never read into it. */
export async function findNotes(files: Files, probes: string): Promise<{ readonly notes: string | undefined }> {
  const entries = await files.list(probes).catch(() => [])
  const isThere = entries.some((entry) => entry.name === 'notes.md' && entry.kind === 'file')
  return { notes: isThere ? `${probes}/notes.md` : undefined }
}
