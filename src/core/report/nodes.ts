/** Lines of a report as Markdown. Text from outside stands in code spans and fences only. */
import type { BlockContent, Code, Html, List, Nodes, Paragraph, PhrasingContent, Root, Table } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { forCode, forFence } from '../text/escape.ts'
import type { Line } from './sentences.ts'

export const inline = (line: Line): PhrasingContent[] =>
  line.map((span): PhrasingContent => {
    if (typeof span === 'string') return { type: 'text', value: span }
    if ('outside' in span) return { type: 'inlineCode', value: forCode(span.outside, span.max) }
    return { type: 'strong', children: [{ type: 'text', value: span.strong }] }
  })

export const paragraph = (line: Line): Paragraph => ({ type: 'paragraph', children: inline(line) })

export const list = (items: readonly Line[]): List => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: items.map((line) => ({ type: 'listItem', spread: false, children: [paragraph(line)] })),
})

/** Cells repeat within a report and from size to size: the same line is written once. */
export const table = (rows: readonly (readonly Line[])[], written: WrittenTexts): Table => ({
  type: 'table',
  children: rows.map((cells) => ({
    type: 'tableRow',
    children: cells.map((line) => {
      const key = `cell ${JSON.stringify(line)}`
      const cell = once(written, key, () => ({ type: 'tableCell', children: inline(line) }))
      return { type: 'tableCell', children: [finished(cell)] }
    }),
  })),
})

export const fence = (lang: string, lines: readonly string[]): Code => ({ type: 'code', lang, value: forFence(lines) })

/** The summary is ours and holds no character that HTML would read. */
export const details = (summary: string, content: readonly BlockContent[]): BlockContent[] => [
  finished(`<details>\n<summary>${summary.replace(/[<>&]/g, '')}</summary>`),
  ...content,
  finished('</details>'),
]

/** Texts by what they are made of; one for all sizes of one report. */
export type WrittenTexts = Map<string, string>

export const write = (node: Nodes): string =>
  toMarkdown(node, { bullet: '-', extensions: [gfmTableToMarkdown({ tablePipeAlign: false })], resourceLink: true })

export const writeAll = (children: Root['children']): string => write({ type: 'root', children })

/** What the serialiser has written already is taken over as it stands. */
const finished = (value: string): Html => ({ type: 'html', value })

function once(written: WrittenTexts, key: string, make: () => Nodes): string {
  const known = written.get(key)
  if (known !== undefined) return known
  const text = write(make()).replace(/\n$/, '')
  written.set(key, text)
  return text
}

/** A part of the report by its name, which says all that its text depends on. */
export function partOnce(written: WrittenTexts, name: string, make: () => BlockContent[]): BlockContent[] {
  const text = once(written, `part ${name}`, () => ({ type: 'root', children: make() }))
  return text === '' ? [] : [finished(text)]
}
