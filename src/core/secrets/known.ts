/** What is a secret: known to this process, in any spelling, or of a shape that the rules of the net do not know. */

import { words } from '../text/words.ts'

/** The kind of such a hit. */
export const KNOWN = 'known-secret'

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
const PLAIN = words(
  'HOME PATH SHELL USER GITHUB_WORKSPACE GITHUB_REPOSITORY GITHUB_ACTOR ' +
    // What the workflow names: a database `postgres` may be a leg, and its password in a test.
    'INPUT_LEG INPUT_EXPECT INPUT_COMMENT-KEY INPUT_WORKING-DIRECTORY INPUT_ARTIFACT-PREFIX',
)

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

const NAMED: { readonly [char: string]: string } = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

const inHtml = (value: string, of: (char: string) => string): string =>
  value.replace(/[&<>"']/g, (char) => `&${of(char)};`)

/** As documents quote it: JSON (once and twice), HTML, addresses and forms. */
function quoted(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const percent = encodeURIComponent(value.replace(/\p{Surrogate}/gu, ''))
  const strict = percent.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const lower = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  const addresses = [percent, strict, strict.replaceAll('%20', '+')]
  return [
    ...[json, JSON.stringify(json).slice(1, -1), value.replaceAll("'", "\\'")],
    inHtml(value, (char) => NAMED[char] ?? ''),
    inHtml(value, (char) => (char === "'" ? '#39' : (NAMED[char] ?? ''))),
    inHtml(value, (char) => `#${char.charCodeAt(0)}`),
    inHtml(value, (char) => `#x${char.charCodeAt(0).toString(16)}`),
    ...[...addresses, ...addresses.map(lower)],
  ]
}

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
    const hex = inHex(line)
    return [...base64, ...url, hex, hex.toUpperCase(), ...quoted(line), [...line].reverse().join('')]
  })
  const all = [...lines, ...parts.filter((part) => part.length >= MIN_PART), ...encoded]
  return [...new Set(all.filter((text) => text.length >= MIN_LENGTH))]
}

/** Line ends as they are, as documents spell them, and as this project shows them. */
const LINE_END = /\r?\n[ \t]*|(?:\\+[rn])+|\\u\{[ad]\}|\\u000[ad]|(?:%0[ad])+/gi

function findIn(text: string, known: readonly string[], at: (index: number) => number): Hit[] {
  const hits: Hit[] = []
  for (const one of known)
    for (let from = text.indexOf(one); from >= 0; from = text.indexOf(one, from + one.length))
      hits.push({ kind: KNOWN, from: at(from), to: at(from + one.length - 1) + 1 })
  return hits
}

/** The same where a line end came between: base64 is wrapped, long words are. */
function findBroken(text: string, known: readonly string[]): Hit[] {
  const starts: number[] = []
  const ends: number[] = []
  let [joined, last] = ['', 0]
  for (const { index, 0: end } of text.matchAll(LINE_END)) {
    joined += text.slice(last, index)
    last = index + end.length
    starts.push(joined.length)
    ends.push(last)
  }
  if (starts.length === 0) return []
  joined += text.slice(last)
  const at = (index: number): number => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= index) low = middle + 1
      else high = middle
    }
    return low === 0 ? index : (ends[low - 1] ?? 0) + index - (starts[low - 1] ?? 0)
  }
  return findIn(
    joined,
    known.filter((one) => one.length >= MIN_PART),
    at,
  )
}

/** Where any of these spellings stands. */
export const findKnown = (text: string, known: readonly string[]): Hit[] =>
  known.length === 0 ? [] : [...findIn(text, known, (index) => index), ...findBroken(text, known)]

/** Units `from` to `to` of a text look like a secret of this kind. */
export interface Hit {
  readonly from: number
  readonly to: number
  /** A short word of our own or of the rule set, never part of the text. */
  readonly kind: string
}

const SHAPES: { readonly [kind: string]: RegExp } = {
  // The rules want both ends and a whole key; half a key in a line that was cut is a key all
  // the same, also where its line ends are spelled.
  'private-key': /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\{}]{0,10000}/g,
  'google-api-key': /(?<![A-Za-z0-9_])AIza[A-Za-z0-9_-]{35}/g,
  'google-oauth': /(?<![A-Za-z0-9_])(?:ya29\.[A-Za-z0-9_-]{30,500}|GOCSPX-[A-Za-z0-9_-]{28})/g,
  // Newer releases of the rules know the next four; they do not run on Node 20. The tail is the rest of the word.
  stripe: /(?<!\p{L})[sr]k_(?:live|test)_[A-Za-z0-9]{24,99}(?![A-Za-z0-9])[A-Za-z0-9+/=_~-]{0,10000}/gu,
  cloudflare: /(?<!\p{L})cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])[A-Za-z0-9+/=_~-]{0,10000}/gu,
  tailscale: /(?<!\p{L})tskey-[a-z]{2,20}-\w{8,40}-\w{16,60}(?!\w)[A-Za-z0-9+/=_~-]{0,10000}/gu,
  github: /(?<!\p{L})ghs_\d{1,20}_[\w-]{1,1000}\.[\w-]{1,10000}\.[\w-]{1,1000}(?![\w-])[A-Za-z0-9+/=_~-]{0,10000}/gu,
  pypi: /(?<![A-Za-z0-9_])pypi-AgEI[A-Za-z0-9_-]{40,500}/g,
  jwt: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g,
  digitalocean: /(?<![A-Za-z0-9_])do[opr]_v1_[a-f0-9]{64}/g,
  azure: /(?:AccountKey|SharedAccessKey|sig)=[A-Za-z0-9+/%]{40,120}={0,2}/g,
  twilio: /(?<![A-Za-z0-9_])SK[a-f0-9]{32}(?![A-Za-z0-9_])/g,
  telegram: /(?<![A-Za-z0-9_])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  authorization: /(?<![A-Za-z])(?:bearer|basic|token) (?=[A-Za-z+/._~-]{0,200}\d)[A-Za-z0-9+/._~-]{20,2000}={0,2}/gi,
  // A token that a field or a message cut short: what is left of it is a good part of the key.
  'cut-token':
    /(?<![A-Za-z0-9_])(?:gh[oprsu]_|github_pat_|gl(?:pat|rt|dt)-|gl(?:sa|c)_|sk_live_|[sr]k_(?:live|test)_|sk-(?:ant|proj|svcacct|admin)-|xox[abopr]-|xapp-|lin_api_|dckr_pat_|figd_|gsk_|shp(?:at|ca|pa|ss)_|hv[sbr]\.|tskey-[a-z]{2,20}-|pypi-Ag|GOCSPX-|ya29\.|AIza|do[opr]_v1_|(?:npm|hf)_(?=[A-Za-z]{0,20}[A-Z])|dapi(?=[a-f]{0,20}\d)|S[GK](?=\.?[A-Za-z]{0,20}\d))[A-Za-z0-9_.-]{10,200}/g,
  'cut-web-token': /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{16,2000}/g,
  // The rules take only letters and digits as a password, and a few schemes.
  'url-password': /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s/:@'"`<>|]{0,100}:[^\s/@'"`<>|]{1,200}@/g,
}

export const findShapes = (text: string): Hit[] =>
  Object.entries(SHAPES).flatMap(([kind, shape]) =>
    [...text.matchAll(shape)].map((found) => ({ kind, from: found.index, to: found.index + found[0].length })),
  )

/** Of a variable: what it holds is a credential, as far as its name tells. */
export const soundsSecret = (name: string): boolean =>
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|COOKIE|WEBHOOK|CONNECTION_?STRING|(?:^|_)(?:API_?)?KEY(?:$|_)|(?:^|_)(?:PWD|DSN|AUTH)(?:$|_)/i.test(
    name,
  )
