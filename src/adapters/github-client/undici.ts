/**
 * What the bundle has for `undici` where @actions/github and @actions/http-client ask for it: Node's own fetch, which
 * is the same client, already in the program. Only a proxy needs the package, and loads it.
 */
import type { Dispatcher, RequestInfo, RequestInit, Response } from 'undici'

type Options = ConstructorParameters<typeof import('undici').ProxyAgent>[0]

/** Stands for the agent of that name until something is fetched through it. */
export class ProxyAgent {
  #agent: Promise<Dispatcher> | undefined
  readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  open(): Promise<Dispatcher> {
    this.#agent ??= import('undici').then((undici) => new undici.ProxyAgent(this.options))
    return this.#agent
  }
}

export async function fetch(
  url: RequestInfo,
  init: Omit<RequestInit, 'dispatcher'> & { readonly dispatcher?: ProxyAgent } = {},
): Promise<Response> {
  const { dispatcher: proxy, ...rest } = init
  if (proxy === undefined)
    return globalThis.fetch(url as string, rest as globalThis.RequestInit) as unknown as Promise<Response>
  const [undici, dispatcher] = await Promise.all([import('undici'), proxy.open()])
  return undici.fetch(url, { ...rest, dispatcher })
}
