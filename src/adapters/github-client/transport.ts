/** The wire: octokit for the interface, and the same proxy without a token for where it redirects to. */
import type { Refusal } from './retry.ts'

export interface Answer {
  readonly status: number
  readonly data: unknown
  readonly headers: Refusal['headers']
}
type Send = (route: string, parameters: Parameters) => Promise<Answer>
interface Parameters {
  readonly [name: string]: unknown
}
type Fetch = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>
export interface Line {
  readonly send: Send
  readonly fetch: Fetch
}

/** Loads octokit, which no run without a pull request needs. */
export async function connect(token: string, baseUrl: string | undefined): Promise<Line> {
  const [{ getOctokit }, { defaults }] = await Promise.all([
    import('@actions/github'),
    import('@actions/github/lib/utils'),
  ])
  const octokit = getOctokit(token, baseUrl ? { baseUrl } : {})
  const send: Send = async (route, parameters) => {
    const graphql = route === 'POST /graphql'
    if (!graphql) return octokit.request(route, parameters)
    const { owner: _owner, repo: _repo, ...rest } = parameters
    // An Enterprise server answers GraphQL beside the REST interface: /api/v3 and /api/graphql.
    const url = octokit.request.endpoint.DEFAULTS.baseUrl.replace(/\/v3\/?$/, '')
    return octokit.request(route, { ...rest, baseUrl: url })
  }
  // Goes through the same proxy as the interface, and knows no token.
  return { send, fetch: defaults.request?.fetch as Fetch }
}

/** Reads no more than it was allowed to, whatever the other side says or goes on sending. */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel()
    throw Object.assign(new Error('the download was refused'), {
      status: response.status,
      response: { headers: {} },
    })
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes)
      throw Object.assign(new Error(`more than ${maxBytes} bytes`), {
        status: 413,
        response: { headers: {} },
      })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
