/** Secrets that this process was given: what a runner masks must not come back in another spelling. */
import type { Hit } from './shapes.ts'

const SECRET_NAME =
  /(?:^|[_-])(?:token|secret|secrets|password|passwd|passphrase|pwd|credential|credentials|apikey|api_key|api-key|private_key|access_key|auth|pat|dsn|key)(?:[_-]|$)/i
/** `TOKEN_FILE` and `KEY_ID` tell where, not what. */
const TELLS_WHERE = /[_-](?:file|path|dir|name|id|url|host|user|username|sock|type|expiry|format)$/i
/** A shell's working directory. */
const SHELLS_OWN = /^(?:OLD)?PWD$/i
/** `BUILD_PWD` is a folder as often as a password. No password begins like this by chance. */
const NAMES_FOLDER = /_PWD$/i
const FOLDER =
  /^(?:\/(?:home|root|Users|tmp|opt|usr|var|srv|mnt|media|private|workspaces?|github|builds?|app|data)\/|[A-Za-z]:[\\/])/
/** A shorter value would be found in everything. */
const MIN_LENGTH = 8
/** A part this long is no word by chance. */
const MIN_PART = 16

const UTF8 = new TextEncoder()

/** Everybody may know these: a value that stands in one of them is no secret, whatever its own name says. */
const PLAIN = ['HOME', 'PATH', 'SHELL', 'USER', 'GITHUB_WORKSPACE', 'GITHUB_REPOSITORY', 'GITHUB_ACTOR']

/** Values of variables whose names say that they are secret. */
export function secretValues(env: { readonly [name: string]: string | undefined }): string[] {
  const plain = PLAIN.map((name) => env[name] ?? '')
  return Object.entries(env).flatMap(([name, value = '']) =>
    isSecretName(name) && !isFolder(name, value) && !plain.some((one) => one.includes(value)) ? [value] : [],
  )
}

const isSecretName = (name: string): boolean =>
  SECRET_NAME.test(name) && !TELLS_WHERE.test(name) && !SHELLS_OWN.test(name)

const isFolder = (name: string, value: string): boolean => NAMES_FOLDER.test(name) && FOLDER.test(value)

const binary = (value: string): string => String.fromCharCode(...UTF8.encode(value))

/** Base64 of a text depends on where in three bytes it begins: the middle that does not, for each beginning. */
function inBase64(value: string): string[] {
  const bytes = binary(value.slice(0, 10_000))
  return [0, 1, 2].map((before) => {
    const text = btoa('\0'.repeat(before) + bytes).replace(/=+$/, '')
    const start = Math.ceil((before * 4) / 3)
    const end = Math.floor(((before + bytes.length) * 4) / 3)
    return text.slice(start, end)
  })
}

const inHex = (value: string): string =>
  [...UTF8.encode(value.slice(0, 10_000))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Every spelling of a secret that a program could print by mistake; lines by themselves, as runners mask them. */
export function spellings(value: string): string[] {
  const lines = value
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_LENGTH)
  const parts = lines.flatMap((line) => line.match(/[A-Za-z0-9+/=_.-]+/g) ?? [])
  const encoded = lines.flatMap((line) => {
    const base64 = inBase64(line)
    const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
    const percent = encodeURIComponent(line.replace(/\p{Surrogate}/gu, ''))
    return [...base64, ...url, inHex(line), inHex(line).toUpperCase(), percent, [...line].reverse().join('')]
  })
  const all = [...lines, ...parts.filter((part) => part.length >= MIN_PART), ...encoded]
  return [...new Set(all.filter((text) => text.length >= MIN_LENGTH))]
}

/** Where any of these spellings stands. */
export function findKnown(text: string, known: readonly string[]): Hit[] {
  const hits: Hit[] = []
  for (const one of known)
    for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + one.length))
      hits.push({ kind: 'known-secret', from: at, to: at + one.length })
  return hits
}
