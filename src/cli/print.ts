/** A verdict on standard output, in the form that was asked for. What is not asked for is not loaded. */
import { findNotes } from '../app/publish.ts'
import type { Verdict } from '../core/verdict-model.ts'
import type { World } from './world.ts'

export async function printVerdict(world: World, verdict: Verdict): Promise<void> {
  world.terminal.print(await render(world, verdict))
}

async function render({ settings, terminal, files }: World, verdict: Verdict): Promise<string> {
  const { format, probes } = settings
  if (format === 'json') return (await import('../core/report/json.ts')).renderJson(verdict)
  if (format === 'markdown') {
    const { renderMarkdown } = await import('../core/report/markdown.ts')
    return renderMarkdown(verdict, await findNotes(files, probes))
  }
  const { renderText } = await import('../core/report/text.ts')
  const { width, colour } = terminal
  return renderText(verdict, { colour, width: width ?? 100 })
}
