/** Takes hits out of a text and leaves its structure alone: no row, quote or fence goes with a secret. */
import { type Hit, KNOWN } from './known.ts'

/** A longer match may run over what is not its own: such characters belong to the document. */
const STRUCTURE = /[\r\n|`"<>]/
/** An escape of the document stays whole. */
const ESCAPE = String.raw`\\(?:u\{[0-9a-f]+\}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^\r\n])`
const WORDS = new RegExp(`${ESCAPE}|[A-Za-z0-9+/=_.%@:~-]{4,}`, 'g')
/** A value that is known by heart ends where it ends: nothing in between is anybody else's. */
const ALL = new RegExp(`${ESCAPE}|[^\\r\\n|\`"<>\\\\]+`, 'g')

/** A word that fits wherever letters fit; `of` keeps the marks of two places apart, so that they never agree. */
const markOf = (kind: string, of = ''): string =>
  ['REDACTED', of, kind.replace(/[^A-Za-z0-9]/g, '_')].filter((part) => part !== '').join('_')

/** Hits in order, overlapping ones as one, named by the longest. */
function merged(hits: readonly Hit[]): Hit[] {
  const result: Hit[] = []
  for (const hit of [...hits].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1)
    if (last && hit.from < last.to) {
      const longer = hit.to - hit.from > last.to - last.from ? hit : last
      result[result.length - 1] = { ...longer, from: last.from, to: Math.max(last.to, hit.to) }
    } else result.push(hit)
  }
  return result
}

/** Never longer than what it stands for: a field that had room has room. */
function without(secret: string, mark: string, known: boolean): string {
  const put = (run: string): string => (run.startsWith('\\') ? run : mark.slice(0, run.length))
  if (STRUCTURE.test(secret) || (known && secret.includes('\\'))) return secret.replace(known ? ALL : WORDS, put)
  const rest = /\\+$/.exec(secret)?.[0] ?? ''
  return mark.slice(0, secret.length - rest.length) + rest
}

export function redact(text: string, hits: readonly Hit[], of = ''): string {
  let [done, at] = ['', 0]
  for (const { from, to, kind } of merged(hits)) {
    done += text.slice(at, from) + without(text.slice(from, to), markOf(kind, of), kind === KNOWN)
    at = to
  }
  return done + text.slice(at)
}
