/** Use case: nothing that looks like a secret leaves. Judging is over by then: no cell changes, only what is shown. */
import type { ProbeText, Redaction, Verdict } from '../core/model.ts'
import { redact } from '../core/secrets/redact.ts'
import type { Files, SecretNet } from './ports.ts'

export interface Clean {
  readonly text: string
  /** What was taken out; empty: nothing. */
  readonly kinds: readonly string[]
}

/** `of` names whose text it is, in the mark that stands for a secret. */
export function redactText(net: SecretNet, text: string, of = ''): Clean {
  const kinds = new Set<string>()
  let clean = text
  // Taking one secret out may show the beginning of another.
  for (let round = 0; round < 3; round++) {
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

/** One look at all of them; a closer one at those in which something was seen. */
function cleanStrings(net: SecretNet, strings: ReadonlySet<string>): Replacements {
  const hits = net.find([...strings].join('\n'))
  const clean = new Map<string, Clean>()
  let from = 0
  for (const one of strings) {
    const to = from + one.length
    if (hits.some((hit) => hit.from < to && hit.to > from)) {
      const result = redactText(net, one)
      if (result.kinds.length > 0) clean.set(one, result)
    }
    from = to + 1
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
