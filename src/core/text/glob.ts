/**
 * Paths by a pattern: `*` within a name, `**` any folders, `docs/**` a folder and all that is in it. A pattern without a
 * folder names files in every folder.
 */
export const matchesGlob = (glob: string, path: string): boolean =>
  reaches((glob.includes('/') ? glob : `**/${glob}`).split('/'), '**', path.split('/'), (pattern, name) =>
    reaches([...pattern], '*', [...name], (one, other) => one === other),
  )

/** Walks through all ways at once: a pattern comes from a pull request, and must not take for ever. */
function reaches(
  pattern: readonly string[],
  any: string,
  parts: readonly string[],
  fits: (one: string, part: string) => boolean,
): boolean {
  let ends = [0]
  for (const one of pattern) {
    const [first = parts.length + 1] = ends
    const rest = parts.slice(first)
    if (one === any) ends = first > parts.length ? [] : [first, ...rest.map((_, at) => first + at + 1)]
    else ends = ends.flatMap((end) => (end < parts.length && fits(one, parts[end] ?? '') ? [end + 1] : []))
  }
  return ends.includes(parts.length)
}
