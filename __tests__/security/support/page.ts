/** A page as GitHub makes it of Markdown: its elements with their attributes, and what stands outside of code. */
import { toHtml } from '../../support/bed/render.mjs'

/** Every tag in order; text can't be among them, for `<` in it is an entity. */
export async function elementsOf(markdown: string): Promise<string[]> {
  return (await toHtml(markdown)).match(/<[^>]+>/g) ?? []
}

/** All text that a reader or GitHub's own filters (mentions, references, emoji) would take for ours. */
export async function textOutsideCode(markdown: string): Promise<string> {
  const html = await toHtml(markdown)
  return html.replaceAll(/<(code|pre)[^>]*>[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]+>/g, '')
}
