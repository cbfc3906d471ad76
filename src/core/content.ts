/** What a content id is made of: the same records whether git or the API lists the tree. */
import { isOwnProduct, probesFolders } from './products.ts'

export interface TreeEntry {
  /** Six octal digits, like `100644`. */
  readonly mode: string
  /** `blob` or `commit` (a submodule); directories are not listed. */
  readonly type: string
  readonly id: string
  /** From the top of the repository. */
  readonly path: string
}

/**
 * The text whose sha256 is the content id: `mode SP type SP id TAB path` of every file but our own
 * products, sorted by the bytes of the path, joined by NUL.
 */
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
