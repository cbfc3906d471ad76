/** Whether a Python version fits a `requires-python`: the part of PEP 440 that such ranges use. */

type Release = readonly number[]

const VERSION =
  /^v?(\d{1,9}(?:\.\d{1,9}){0,5})(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview|dev)[-_.]?\d*)?(?:\+[\w.]*)?$/i
const CLAUSE = /^(~=|===|==|!=|<=|>=|<|>)\s*(.+)$/

const releaseOf = (text: string): Release => text.split('.').map(Number)

function compare(a: Release, b: Release): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const order = (a[index] ?? 0) - (b[index] ?? 0)
    if (order !== 0) return Math.sign(order)
  }
  return 0
}

const startsWith = (version: Release, prefix: Release): boolean =>
  prefix.every((part, index) => (version[index] ?? 0) === part)

interface Version {
  readonly release: Release
  /** Before the release of that number: 3.14.0rc1 is below 3.14. */
  readonly pre: boolean
}

function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text.trim())
  return match?.[1] === undefined ? undefined : { release: releaseOf(match[1]), pre: match[2] !== undefined }
}

function order(a: Version, b: Version): number {
  return compare(a.release, b.release) || Number(b.pre) - Number(a.pre)
}

const isCompatible = (version: Version, bound: Version): boolean =>
  order(version, bound) >= 0 && startsWith(version.release, bound.release.slice(0, -1))

/** undefined: a clause that is not understood decides nothing. */
function fitsClause(version: Version, clause: string): boolean | undefined {
  const [, operator, operand = ''] = CLAUSE.exec(clause) ?? []
  const wild = operand.endsWith('.*')
  const bound = parseVersion(wild ? operand.slice(0, -2) : operand)
  if (!bound || (wild && operator !== '==' && operator !== '!=')) return undefined
  const equal = wild ? startsWith(version.release, bound.release) : order(version, bound) === 0
  switch (operator) {
    case '==':
    case '===':
      return equal
    case '!=':
      return !equal
    case '>=':
      return order(version, bound) >= 0
    case '<=':
      return order(version, bound) <= 0
    case '>':
      return order(version, bound) > 0
    case '<':
      // A pre-release of the bound itself is not "below" it, unless the bound is one.
      return (
        order(version, bound) < 0 &&
        !(version.pre && !bound.pre && compare(version.release, bound.release) === 0)
      )
    case '~=':
      return bound.release.length < 2 ? undefined : isCompatible(version, bound)
    default:
      return undefined
  }
}

/** undefined where version or range cannot be read; one clause that does not fit decides. */
export function fitsRange(version: string, range: string): boolean | undefined {
  const parsed = parseVersion(version)
  if (!parsed) return undefined
  const clauses = range.split(',').map((clause) => clause.trim())
  const found = clauses.filter((clause) => clause !== '').map((clause) => fitsClause(parsed, clause))
  if (found.includes(false)) return false
  return found.length === 0 || found.includes(undefined) ? undefined : true
}
