/** Small builders of Markdown trees. Text from outside enters through `code` and `fence` only. */
import type {
  BlockContent,
  Code,
  Html,
  InlineCode,
  List,
  Paragraph,
  PhrasingContent,
  Strong,
  Table,
  TableRow,
  Text,
} from 'mdast'
import { forCode, forFence } from './escape.ts'

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
