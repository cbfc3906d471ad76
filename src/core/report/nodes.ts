/** Small builders of Markdown trees. Text from outside enters through `code` and `fence` only. */
import type {
  BlockContent,
  Code,
  Html,
  InlineCode,
  List,
  Nodes,
  Paragraph,
  PhrasingContent,
  Strong,
  Table,
  TableRow,
  Text,
} from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { forCode, forFence } from '../text/escape.ts'

/** Our own words; never anything that came from outside. */
export const words = (value: string): Text => ({ type: 'text', value })
export const strong = (value: string): Strong => ({ type: 'strong', children: [words(value)] })
/** Anything from outside. */
export const code = (value: string, max?: number): InlineCode => ({
  type: 'inlineCode',
  value: forCode(value, max),
})

export const paragraph = (...children: PhrasingContent[]): Paragraph => ({ type: 'paragraph', children })

export const list = (items: readonly PhrasingContent[][]): List => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: items.map((children) => ({
    type: 'listItem',
    spread: false,
    children: [paragraph(...children)],
  })),
})

export const row = (cells: readonly PhrasingContent[][]): TableRow => ({
  type: 'tableRow',
  children: cells.map((children) => ({ type: 'tableCell', children })),
})

export const table = (head: readonly string[], rows: readonly TableRow[]): Table => ({
  type: 'table',
  children: [row(head.map((title) => [words(title)])), ...rows],
})

export const fence = (lang: string, lines: readonly string[]): Code => ({
  type: 'code',
  lang,
  value: forFence(lines),
})

/** The summary is ours and holds no character that HTML would read. */
const html = (value: string): Html => ({ type: 'html', value })

export const details = (summary: string, content: readonly BlockContent[]): BlockContent[] => [
  html(`<details>\n<summary>${summary.replace(/[<>&]/g, '')}</summary>`),
  ...content,
  html('</details>'),
]

/** Children with `between` between them. */
export const joined = (parts: readonly PhrasingContent[][], between: string): PhrasingContent[] =>
  parts.flatMap((part, index) => (index === 0 ? part : [words(between), ...part]))

/** Texts by what they are made of; one for all sizes of one report. */
export type Written = Map<string, string>

export const write = (node: Nodes): string =>
  toMarkdown(node, {
    bullet: '-',
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
    resourceLink: true,
  })

/** A node that is taken over as it stands: the serialiser itself has written it. */
const finished = (value: string): Html => ({ type: 'html', value })

function once(written: Written, key: string, make: () => Nodes): string {
  const known = written.get(key)
  if (known !== undefined) return known
  const text = write(make()).replace(/\n$/, '')
  written.set(key, text)
  return text
}

/** A part of the report by its name, which says all that its text depends on. */
export function partOnce(written: Written, name: string, make: () => BlockContent[]): BlockContent[] {
  const text = once(written, `part ${name}`, () => ({ type: 'root', children: make() }))
  return text === '' ? [] : [finished(text)]
}

/** The content of a table's cell: the same nodes give the same text. */
export const cellOnce = (written: Written, children: PhrasingContent[]): PhrasingContent[] => [
  finished(once(written, `cell ${JSON.stringify(children)}`, () => ({ type: 'tableCell', children }))),
]
