/** One request to GitHub, and a list of many pages. Downloads take the same proxy without the token. */
import type { ApiAnswer } from '../../app/ports.ts'
import type { Refusal } from './refusal.ts'

export interface Answer {
  readonly data: unknown
  readonly headers: Refusal['headers']
}
interface Line {
  send(route: string, parameters: { readonly [name: string]: unknown }): Promise<Answer>
  fetch(url: string, init: { readonly signal: AbortSignal }): Promise<Response>
  /** Address of the interface, without a slash at its end. */
  readonly base: string
}

/** Loads octokit, which no run without a pull request needs. */
export async function connect(token: string, baseUrl: string | undefined): Promise<Line> {
  const [{ getOctokit }, { defaults }] = await Promise.all([
    import('@actions/github'),
    import('@actions/github/lib/utils'),
  ])
  const octokit = getOctokit(token, baseUrl ? { baseUrl } : {})
  const send: Line['send'] = async (route, parameters) => {
    const graphql = route === 'POST /graphql'
    if (!graphql) return octokit.request(route, parameters)
    const { owner: _owner, repo: _repo, ...rest } = parameters
    // An Enterprise server answers GraphQL beside the REST interface: /api/v3 and /api/graphql.
    const url = octokit.request.endpoint.DEFAULTS.baseUrl.replace(/\/v3\/?$/, '')
    return octokit.request(route, { ...rest, baseUrl: url })
  }
  // Goes through the same proxy as the interface, and knows no token.
  const base = octokit.request.endpoint.DEFAULTS.baseUrl.replace(/\/$/, '')
  return { send, base, fetch: defaults.request?.fetch as Line['fetch'] }
}

/** As octokit throws it: an answer came, and it was no success. */
const refused = (status: number, message: string): Error =>
  Object.assign(new Error(message), { status, response: { headers: {} } })

/** Reads no more than it was allowed to, whatever the other side says or goes on sending. */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel()
    throw refused(response.status, 'the download was refused')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) throw refused(413, `more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Requests at once; GitHub asks clients for few. */
const AT_ONCE = 4

export interface Page {
  readonly list: readonly unknown[]
  /** The header of that name. */
  readonly link: string
}
/**
 * Items of all pages; undefined: there are more pages than are read. `enough` says after each page whether it may end
 * there; without it the list is whole or there is none.
 */
export async function readPages(
  ask: (page: number) => Promise<ApiAnswer<Page>>,
  maxPages: number,
  enough?: (list: readonly unknown[]) => boolean,
): Promise<ApiAnswer<readonly unknown[] | undefined>> {
  const items: unknown[] = []
  let known = 1
  for (let page = 1; page <= maxPages; ) {
    const some = await Promise.all(numbers(page, enough ? page : known).map(ask))
    for (const answer of some) {
      if (!answer.ok) return answer
      items.push(...answer.data.list)
    }
    const end = some.at(-1)
    if (!end?.ok || !hasNext(end.data.link) || enough?.(end.data.list)) return { ok: true, data: items }
    page += some.length
    known = lastPage(end.data.link) ?? page
    if (known > maxPages && !enough) break
  }
  return { ok: true, data: enough ? items : undefined }
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
