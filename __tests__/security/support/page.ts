/** A page as GitHub makes it of Markdown. */
import { toHtml } from '../../support/bed/render.mjs'

export interface Page {
  /** Every tag in order with its attributes; text can't be among them, for `<` in it is an entity. */
  readonly elements: readonly string[]
  /** All text that a reader or GitHub's own filters (mentions, references, emoji) would take for ours. */
  readonly outsideCode: string
}

export async function pageOf(markdown: string): Promise<Page> {
  const html = await toHtml(markdown)
  return {
    elements: html.match(/<[^>]+>/g) ?? [],
    outsideCode: html.replaceAll(/<(code|pre)[^>]*>[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]+>/g, ''),
  }
}
