/** Probe files inside Markdown: fenced blocks that anybody can see, whose first line is a probe file's. */

import type { NamedPlace } from '../model.ts'
import { isLeg, parsePlaceName } from '../place.ts'
import { FIRST_LINE } from './schema.ts'

interface Fence {
  readonly mark: string
  readonly length: number
  readonly info: string
}

/** In order. Left out: quotes (`>`), diffs (`+`), what HTML hides, a fence that is never closed. */
export function findProbeBlocks(markdown: string): string[] {
  const blocks: string[] = []
  let hiddenUntil: string | undefined
  let fence: Fence | undefined
  let lines: string[] = []
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    if (hiddenUntil) hiddenUntil = line.includes(hiddenUntil) ? hides(line) : hiddenUntil
    else if (!fence) {
      fence = opensFence(line)
      lines = []
      hiddenUntil = fence ? undefined : hides(line)
    } else if (closesFence(line, fence)) {
      if (lines[0] === FIRST_LINE && fence.info !== 'diff') blocks.push(`${lines.join('\n')}\n`)
      fence = undefined
    } else lines.push(line)
  }
  return blocks
}

/** What ends a comment that this line leaves open, or an instruction, a declaration or a CDATA section. */
function hides(line: string): string | undefined {
  if (line.lastIndexOf('<!--') > line.lastIndexOf('-->')) return '-->'
  const [, start = ''] = /^\s*(?:[-*+]\s+)?(<\?|<!\[CDATA\[|<![A-Za-z])/.exec(line) ?? []
  const end = start === '' ? '' : start === '<?' ? '?>' : start.startsWith('<![') ? ']]>' : '>'
  return end !== '' && !line.includes(end) ? end : undefined
}

/** Up to three blanks, then three or more of one mark; an info string after backticks holds none. */
function opensFence(line: string): Fence | undefined {
  const [, run = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  if (!run || (run.startsWith('`') && info.includes('`'))) return undefined
  const [word = ''] = info.trim().split(/\s/)
  return { mark: run[0] ?? '', length: run.length, info: word.toLowerCase() }
}

function closesFence(line: string, { mark, length }: Fence): boolean {
  const [, run = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
  return run.startsWith(mark) && run.length >= length
}

/** A block has no file name: what it says of itself near the top stands for it. */
export function placeOfBlock(text: string): NamedPlace | undefined {
  const head = text.slice(0, 4000)
  const [, place] = /^place = "(local|box|ci)"$/m.exec(head) ?? []
  const [, leg] = /^leg = "([A-Za-z0-9._-]+)"$/m.exec(head) ?? []
  return parsePlaceName(leg !== undefined && isLeg(leg) ? `${place}-${leg}` : `${place}`)
}
