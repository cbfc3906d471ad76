/** What was written before and is used again: cells repeat within one size of a report, folded parts from size to size. */
import type { BlockContent, Html, Nodes, PhrasingContent } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'

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
