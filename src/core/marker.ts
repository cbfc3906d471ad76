/** The last line of our own comment: whose it is and which run wrote it. Believed only under our own name. */

/** Tells one sticky comment from another: two workflows, or two parts of a repository, have one each. */
export interface CommentKey {
  /** `comment-key`; empty for most. */
  readonly key: string
  /** File name of the workflow. */
  readonly workflow: string
}

export interface Stamp {
  readonly head: string
  readonly run: number
  readonly attempt: number
  /** When the run began to look, in seconds by GitHub's clock; orders two runs about one head. */
  readonly at: number
}

const START = '<!-- where-it-ran:'
/** Every report begins so: another workflow that repeats a stranger's words begins with its own. */
const TITLE = '**Where it ran'

/** A report that blocks the merge. */
export const isBlocked = (body: string): boolean => body.startsWith(`${TITLE}: blocked`)

/** A comment that carries our marker, or a copy of it, is never read as a message. */
export const mentionsMarker = (body: string): boolean => body.includes(START)

export function writeMarker(key: CommentKey, stamp: Stamp): string {
  const { head, run, attempt, at } = stamp
  return `${prefixOf(key)} head=${head} run=${run} attempt=${attempt} at=${at} -->`
}

/** undefined: the body is no report, or does not end with this marker. */
export function readMarker(
  body: string,
  key: CommentKey,
): { readonly text: string; readonly stamp?: Stamp | undefined } | undefined {
  const end = body.trimEnd()
  const start = end.lastIndexOf(START)
  if (start < 0 || !end.startsWith(TITLE) || !end.startsWith(`${prefixOf(key)} `, start)) return undefined
  const rest = end.slice(start + prefixOf(key).length)
  if (rest.indexOf('-->') !== rest.length - 3) return undefined
  return { text: end.slice(0, start), stamp: parseStamp(rest) }
}

function parseStamp(rest: string): Stamp | undefined {
  const [, head = '', run, attempt, at] =
    /^ head=([0-9a-f]{40,64}) run=(\d{1,15}) attempt=(\d{1,6}) at=(\d{1,12}) -->$/.exec(rest) ?? []
  return head ? { head, run: Number(run), attempt: Number(attempt), at: Number(at) } : undefined
}

/**
 * Run ids only grow, so they order runs about different heads; about one head the later look wins. A workflow
 * that posts for a run uses that run's start, which is before anything that the run itself posted.
 */
export function isNewer(there: Stamp, mine: Stamp): boolean {
  if (there.run === mine.run && there.attempt !== mine.attempt) return there.attempt > mine.attempt
  return there.head === mine.head ? there.at > mine.at : there.run > mine.run
}

/** What differs between two runs that say the same: run ids, times, durations. */
export const withoutVolatile = (text: string): string =>
  text
    .replace(/\/actions\/runs\/\d+(?:\/attempts\/\d+)?(?:\/(?:job|artifacts)\/\d+)?/g, '/actions/runs/#')
    .replace(/\brun [`#]*\d+`*/g, 'run #')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?Z?/g, '#')
    .replace(/\r\n/g, '\n')
    .trimEnd()

const prefixOf = ({ key, workflow }: CommentKey): string => `${START}${wordOf(key)} workflow=${wordOf(workflow)}`

/** Without blanks and without characters that could end the comment early. */
const wordOf = (text: string): string => text.replace(/[^A-Za-z0-9._]+/g, '-').slice(0, 80)
