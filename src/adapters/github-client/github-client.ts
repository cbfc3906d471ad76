/** The one way to GitHub's interface: loaded when first needed, patient within bounds, and never throwing. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiAnswer, ApiParameters, GitHubApi } from '../../app/ports.ts'
import { once } from '../../core/once.ts'
import { fieldsOf } from '../../core/pull-request.ts'
import { explain, planRetry, type Refusal } from './refusal.ts'
import { type Answer, connect, readBytes, readPages } from './transport.ts'

export interface GitHubClientOptions {
  readonly token: string
  readonly owner: string
  readonly repo: string
  /** Of the interface; default: what the runner says. */
  readonly baseUrl?: string
  /** One request, in milliseconds. */
  readonly timeout?: number
  /** All waits between attempts of the whole run, in milliseconds. */
  readonly patience?: number
}

const TIMEOUT = 10_000
const PATIENCE = 60_000

export function createGitHubClient(options: GitHubClientOptions): GitHubApi {
  const { timeout = TIMEOUT, owner, repo } = options
  let patience = options.patience ?? PATIENCE
  let ahead = 0
  const open = once(() => connect(options.token, options.baseUrl))

  /** One request with its attempts; `act` is started anew for each. */
  async function attempt<T>(asked: string, act: (signal: AbortSignal) => Promise<T>): Promise<ApiAnswer<T>> {
    for (let count = 0; ; count++) {
      try {
        return { ok: true, data: await act(AbortSignal.timeout(timeout)) }
      } catch (error) {
        const refusal = readRefusal(asked, error, options.token)
        const wait = planRetry(refusal, count, Date.now())
        const late = wait !== undefined && wait * 1000 > patience
        if (wait === undefined || late) return failed(asked, refusal, late ? wait : undefined)
        patience -= wait * 1000
        await sleep(wait * 1000)
      }
    }
  }

  function request(route: string, parameters: ApiParameters, more = {}): Promise<ApiAnswer<Answer>> {
    const asked = describe(route, { owner, repo, ...parameters })
    return attempt(asked, async (signal) => {
      const { send } = await open()
      const answer = await send(route, { owner, repo, ...parameters, request: { signal, ...more } })
      const there = Date.parse(String(answer.headers.date))
      if (there > 0) ahead = Math.round((there - Date.now()) / 1000)
      return answer
    })
  }

  /** Where an answer leads; a renamed repository first leads to the interface's own new address for it. */
  async function follow(asked: string, answer: ApiAnswer<Answer>): Promise<ApiAnswer<string>> {
    if (!answer.ok) return answer
    const location = String(answer.data.headers.location ?? '')
    const { send, base } = await open()
    if (!location.startsWith(`${base}/`)) return { ok: true, data: location }
    const moved = await attempt(asked, (signal) => send(`GET ${location}`, { request: { signal, redirect: 'manual' } }))
    return moved.ok ? { ok: true, data: String(moved.data.headers.location ?? '') } : moved
  }

  return {
    async ask(route, parameters = {}) {
      const answer = await request(route, parameters)
      return answer.ok ? { ok: true, data: answer.data.data } : answer
    },

    async askAll(route, parameters, maxPages, key, enough) {
      const what = describe(route, { owner, repo, ...parameters })
      const pages = await readPages(
        async (page) => {
          const answer = await request(route, { ...parameters, per_page: 100, page })
          if (!answer.ok) return answer
          const list = readList(answer.data.data, key)
          // A connection that breaks in the middle of an answer leaves half a text, not a list.
          if (!list) return unusable(what, 'the answer is not a list')
          return { ok: true, data: { list, link: String(answer.data.headers.link ?? '') } }
        },
        maxPages,
        enough,
      )
      if (!pages.ok) return pages
      const { data } = pages
      return data ? { ok: true, data } : unusable(what, `more than ${maxPages * 100} entries`)
    },

    async download(route, parameters, maxBytes) {
      const asked = describe(route, { owner, repo, ...parameters })
      const led = await follow(asked, await request(route, parameters, { redirect: 'manual' }))
      if (!led.ok) return led
      if (!/^https?:/.test(led.data)) return unusable(asked, 'the answer names no place to download from')
      return attempt(`${asked}, then its storage`, async (signal) => {
        const { fetch } = await open()
        return readBytes(await fetch(led.data, { signal }), maxBytes)
      })
    },

    clockAhead: () => ahead,

    async viewer() {
      const answer = await request('POST /graphql', { query: '{ viewer { login } }' })
      if (!answer.ok) return undefined
      const { login } = fieldsOf(fieldsOf(fieldsOf(answer.data.data).data).viewer)
      return typeof login === 'string' ? login : undefined
    },
  }
}

function readRefusal(asked: string, error: unknown, token: string): Refusal {
  const { status, message, response, cause } = error as {
    status?: number
    message?: string
    cause?: { name?: string }
    response?: { headers?: Refusal['headers'] }
  }
  const method = asked.split(' ', 1)[0] ?? ''
  const late = cause?.name === 'TimeoutError' || (error as Error)?.name === 'TimeoutError'
  // Without a response octokit says 500 for what never left this machine.
  return {
    method,
    token,
    status: response ? (status ?? null) : null,
    message: late ? 'it took too long' : (message ?? ''),
    headers: response?.headers ?? {},
  }
}

function failed(asked: string, refusal: Refusal, wait?: number): ApiAnswer<never> {
  const limit = wait === undefined ? '' : `; it asks to wait ${wait} s, longer than this run waits`
  const fault = explain(asked, refusal)
  return { ok: false, status: refusal.status, fault: { ...fault, message: `${fault.message}${limit}` } }
}

const unusable = (asked: string, why: string): ApiAnswer<never> => ({
  ok: false,
  status: null,
  fault: { where: 'api', message: `${asked}: ${why}`, fix: 're-run the job' },
})

function readList(data: unknown, key?: string): readonly unknown[] | undefined {
  const list = key === undefined ? data : fieldsOf(data)[key]
  return Array.isArray(list) ? list : undefined
}

/** `GET /repos/octo/demo/pulls/7`: what was asked, with the names filled in. */
function describe(route: string, parameters: ApiParameters): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? '?'))
}
