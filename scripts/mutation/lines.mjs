// Where a line of an older text stands in a newer one: what did not change keeps what is known of it.

/** For each line of `old`, 1-based, its number in `now`, where it is still there; the longest common sequence. */
export function followLines(old, now) {
  const [a, b] = [old.split('\n'), now.split('\n')]
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1])
  const at = new Map()
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) at.set(++i, ++j)
    else if (longest[i + 1][j] >= longest[i][j + 1]) i++
    else j++
  }
  return at
}

/** Line ranges of `now` that are in none of the lines that were followed, or were not tried there: `untried`, of old. */
export function newRanges(at, now, untried = []) {
  const open = new Set(untried.map((line) => at.get(line)))
  const known = new Set([...at.values()].filter((line) => !open.has(line)))
  const ranges = []
  for (let line = 1; line <= now.split('\n').length; line++) {
    if (known.has(line)) continue
    const last = ranges.at(-1)
    if (last?.[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges
}

/** The same place in the newer text; undefined where its first or last line is gone. */
export function follow(at, { start, end }) {
  const [first, last] = [at.get(start.line), at.get(end.line)]
  if (first === undefined || last === undefined) return undefined
  return { start: { ...start, line: first }, end: { ...end, line: last } }
}
