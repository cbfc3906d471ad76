/** Use case: nothing that looks like a secret leaves. Judging is over by then: no cell changes, only what is shown. */
import type { ProbeText, Redaction } from '../core/model.ts'
import type { Hit } from '../core/secrets/known.ts'
import { redact } from '../core/secrets/redact.ts'
import type { Verdict } from '../core/verdict-model.ts'
import type { Files, SecretNet } from './ports.ts'

interface Clean {
  readonly text: string
  /** What was taken out; empty: nothing. */
  readonly kinds: readonly string[]
}

/** Taking one secret out may show the beginning of another. */
const ROUNDS = 3

/** `of` names whose text it is, in the mark that stands for a secret. */
export function redactText(net: SecretNet, text: string, of = ''): Clean {
  const kinds = new Set<string>()
  let clean = text
  for (let round = 0; round < ROUNDS; round++) {
    const hits = net.find(clean)
    if (hits.length === 0) break
    for (const { kind } of hits) kinds.add(kind)
    clean = redact(clean, hits, of)
  }
  return { text: clean, kinds: [...kinds].sort() }
}

/** What a probe wrote, as it may be handed over. What is judged is what it wrote. */
export async function writeClean(
  net: SecretNet,
  files: Files,
  { file, probe }: { readonly file: string; readonly probe: ProbeText },
): Promise<readonly Redaction[]> {
  const { place, leg = '' } = probe.named
  const { text, kinds } = redactText(net, probe.text, `${place}${leg && `_${leg}`}`)
  // What a test left running could have changed the file since: the bytes judged are the bytes uploaded.
  await files.write(file, text)
  return kinds.map((kind) => ({ kind, where: file }))
}

/** Every string of a verdict, each by itself: a report made of them has nothing to lose. */
export function redactVerdict(net: SecretNet, verdict: Verdict, before: readonly Redaction[] = []): Verdict {
  const clean = cleanStrings(net, stringsOf(verdict))
  if (clean.size === 0 && before.length === 0) return verdict
  const found: Redaction[] = [...before]
  const places = verdict.places.map((place) => {
    const where = place.provenance?.label ?? place.place
    return replaced(place, clean, (kind) => {
      // Of the file that this run wrote it is said already.
      if (!before.some((one) => one.kind === kind && where.startsWith(one.where)))
        found.push({ kind, where: clean.get(where)?.text ?? where })
    })
  })
  const rest = replaced({ ...verdict, places: [] }, clean, (kind) => {
    if (!found.some((one) => one.kind === kind)) found.push({ kind, where: 'a claim, a name or a message' })
  })
  return { ...rest, places, redacted: unique(found) }
}

const unique = (found: readonly Redaction[]): Redaction[] => [
  ...new Map(found.map((one) => [`${one.kind} ${one.where}`, one])).values(),
]

/** The same for any plain data. */
export const redactStrings = <T>(net: SecretNet, value: T): T =>
  replaced(value, cleanStrings(net, stringsOf(value)), () => undefined)

type Replacements = ReadonlyMap<string, Clean>

/** Shorter ones hold no secret that any rule knows. */
const MIN_LENGTH = 8

function stringsOf(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.length >= MIN_LENGTH) into.add(value)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) stringsOf(key, into)
      stringsOf(inner, into)
    }
  return into
}

/** No rule's match leads over it: neither blanks nor anything else go on where both stand. */
const BETWEEN = '\n\u0001\n'

/** All of them at once, as often as something new is seen: there may be thousands, and a stranger may have made them. */
function cleanStrings(net: SecretNet, strings: ReadonlySet<string>): Replacements {
  const clean = new Map<string, Clean>()
  let texts = [...strings].map((one) => ({ one, text: one }))
  for (let round = 0; round < ROUNDS && texts.length > 0; round++) {
    const hits = [...net.find(texts.map(({ text }) => text).join(BETWEEN))].sort((a, b) => a.from - b.from)
    let [from, next] = [0, 0]
    const seen: typeof texts = []
    for (const { one, text } of texts) {
      const own: Hit[] = []
      for (let hit = hits[next]; hit && hit.from < from + text.length; hit = hits[++next])
        own.push({ ...hit, from: Math.max(0, hit.from - from), to: Math.min(text.length, hit.to - from) })
      from += text.length + BETWEEN.length
      if (own.length === 0) continue
      const kinds = new Set([...(clean.get(one)?.kinds ?? []), ...own.map(({ kind }) => kind)])
      seen.push({ one, text: redact(text, own) })
      clean.set(one, { text: redact(text, own), kinds: [...kinds].sort() })
    }
    texts = seen
  }
  return clean
}

function replaced<T>(value: T, clean: Replacements, tell: (kind: string) => void): T {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') {
      const found = clean.get(inner)
      for (const kind of found?.kinds ?? []) tell(kind)
      return found?.text ?? inner
    }
    if (Array.isArray(inner)) return inner.map(walk)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [walk(key), walk(one)]))
  }
  return walk(value) as T
}
