/** Which files are our own: what this product writes is no part of the content that tests prove. */
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

/**
 * The folders of probe files in a listing: this check's, and those of the repository's other checks, which
 * are called `probes`, hold a claims.json and are no package. The probe has the same rule.
 */
export function probesFolders(paths: readonly string[], own: string): readonly string[] {
  const folders = paths
    .filter((path) => /(?:^|\/)probes\/claims\.json$/.test(path))
    .map((path) => path.slice(0, -'/claims.json'.length))
  const packages = new Set(
    folders.length > 0 ? paths.filter((path) => path.endsWith('probes/__init__.py')) : [],
  )
  return [own, ...folders.filter((folder) => !packages.has(`${folder}/__init__.py`))]
}
