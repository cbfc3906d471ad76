/** What a content id is made of, and which files are our own: what this product writes is no part of it. */
import { isProbeFileOrLog } from './place.ts'

/** Where a repository keeps the probe and its claims by default. */
export const VENDORED_PROBE = 'scripts/agent_probes/agent_probe.py'
export const CLAIMS_FILE = 'probes/claims.json'

/** The probe, wherever a repository keeps it. */
export const isProbeScript = (path: string): boolean => /(?:^|\/)agent_probe\.py$/.test(path)

/** Written by the pytest plugin in the folder that holds the probes folder, else at the top. */
export const SESSION_RECORD = '.host_fingerprint.json'

export const NAMED = new Set(['claims.json', 'claims.schema.json', 'notes.md', 'report.md', 'table.json'])

/** Single files, never a whole folder, in which code could hide. Paths are from the top of the repository. */
export function isOwnProduct(path: string, probesFolder: string): boolean {
  const parent = probesFolder.slice(0, probesFolder.lastIndexOf('/') + 1)
  if (path === SESSION_RECORD || path === parent + SESSION_RECORD) return true
  const folder = probesFolder === '.' ? '' : `${probesFolder.replace(/\/$/, '')}/`
  if (!path.startsWith(folder)) return false
  const name = path.slice(folder.length)
  return NAMED.has(name) || isProbeFileOrLog(name)
}

/** This check's folder of probe files, and those of others: named `probes`, a claims.json, no package. */
export function probesFolders(paths: readonly string[], own: string): readonly string[] {
  const folders = paths
    .filter((path) => /(?:^|\/)probes\/claims\.json$/.test(path))
    .map((path) => path.slice(0, -'/claims.json'.length))
  const packages = new Set(folders.length > 0 ? paths.filter((path) => path.endsWith('probes/__init__.py')) : [])
  return [own, ...folders.filter((folder) => !packages.has(`${folder}/__init__.py`))]
}
export interface TreeEntry {
  /** Six octal digits, like `100644`. */
  readonly mode: string
  /** `blob` or `commit` (a submodule); directories are not listed. */
  readonly type: string
  readonly id: string
  /** From the top of the repository. */
  readonly path: string
}

/** Its sha256 is the content id: all files but our own products, by the bytes of the path, joined by NUL. */
export function contentRecords(entries: readonly TreeEntry[], probesFolder: string): string {
  const files = entries.filter(({ type }) => type !== 'tree')
  const folders = probesFolders(
    files.map(({ path }) => path),
    probesFolder,
  )
  return files
    .filter(({ path }) => !folders.some((folder) => isOwnProduct(path, folder)))
    .sort((a, b) => compareBytes(a.path, b.path))
    .map(({ mode, type, id, path }) => `${mode} ${type} ${id}\t${path}`)
    .join('\0')
}

function compareBytes(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let i = 0
  while (i < end && a.charCodeAt(i) === b.charCodeAt(i)) i++
  return i === end ? a.length - b.length : rank(a.charCodeAt(i)) - rank(b.charCodeAt(i))
}

/** UTF-8 sorts like code points: surrogates stand for the highest ones and come after U+E000 to U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000
}
