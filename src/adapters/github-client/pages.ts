/** How a list of many pages is read: the first says how many there are, the others come a few at a time. */
import type { ApiAnswer } from '../../app/ports.ts'

/** Requests at once; GitHub asks clients for few. */
const AT_ONCE = 4

export interface Page {
  readonly list: readonly unknown[]
  /** The header of that name. */
  readonly link: string
}
type Answer = ApiAnswer<Page>
/** Items of all pages; undefined: there are more pages than are read. */
type Pages = ApiAnswer<readonly unknown[] | undefined>

/** `enough` says after each page whether it may end there; without it the list is whole or there is none. */
export async function readPages(
  ask: (page: number) => Promise<Answer>,
  maxPages: number,
  enough?: (list: readonly unknown[]) => boolean,
): Promise<Pages> {
  const items: unknown[] = []
  let known = 1
  for (let page = 1; page <= maxPages; ) {
    const some = await Promise.all(numbers(page, enough ? page : known).map(ask))
    for (const answer of some) {
      if (!answer.ok) return answer
      items.push(...answer.data.list)
    }
    const end = some.at(-1)
    if (!end?.ok || !hasNext(end.data.link) || enough?.(end.data.list))
      return { ok: true, status: 200, data: items }
    page += some.length
    known = lastPage(end.data.link) ?? page
    if (known > maxPages && !enough) break
  }
  return { ok: true, status: 200, data: enough ? items : undefined }
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.min(AT_ONCE, Math.max(1, to - from + 1)) }, (_, i) => from + i)

const hasNext = (link: string): boolean => /\brel="next"/.test(link)

/** From the header that GitHub documents; undefined where it does not say. */
export function lastPage(link: string): number | undefined {
  const [, url] = /<([^>]*)>;\s*rel="last"/.exec(link) ?? []
  const [, page] = /[?&]page=(\d{1,6})(?:&|$)/.exec(url ?? '') ?? []
  return page === undefined ? undefined : Number(page)
}
