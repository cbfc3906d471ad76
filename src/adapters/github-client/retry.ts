/**
 * When to ask again. Octokit's retry plugin asks again after any 5xx, a POST included, and knows
 * nothing of a limit on the whole wait; this is the part of it that a check on a pull request needs.
 */

export interface Refusal {
  readonly method: string
  /** null: nobody answered, or not in time. */
  readonly status: number | null
  readonly message: string
  readonly headers: { readonly [name: string]: string | number | undefined }
}

/** Waits in seconds where the server does not name one. */
const BACK_OFF = [1, 3]
/** GitHub asks for at least a minute after a secondary limit that names no time. */
const SECONDARY = 60

/** Seconds to wait before the next attempt; undefined: there is none. `attempt` counts from 0. */
export function planRetry(refusal: Refusal, attempt: number, now: number): number | undefined {
  const backOff = BACK_OFF[attempt]
  if (backOff === undefined) return undefined
  if (isLimited(refusal)) return waitOf(refusal, now) ?? SECONDARY
  // A POST that nobody answered for may have been carried out: asking again would do it twice.
  if (refusal.method === 'POST') return undefined
  return refusal.status === null || refusal.status >= 500 ? backOff : undefined
}

export function isLimited({ status, message, headers }: Refusal): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  return (
    headers['retry-after'] !== undefined ||
    headers['x-ratelimit-remaining'] === '0' ||
    /secondary rate limit/i.test(message)
  )
}

function waitOf({ headers }: Refusal, now: number): number | undefined {
  const after = Number(headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(after)) return Math.max(0, after)
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset))
    return Math.max(0, reset - Math.floor(now / 1000)) + 1
  return undefined
}
