/** Whose code did the tests import? Green tests of another checkout prove nothing about this one. */
import type { Facts } from '../probe-file/schema.ts'
import { entryOf, lacks } from './missing.ts'
import { isInTree } from './package.ts'
import { type Finding, finding } from './serving.ts'

/**
 * `own`: top-level import names of the checkout that is judged. A name that is neither imported nor findable
 * is neutral, as long as another one was imported from here; any origin outside this tree refutes.
 */
export function judgeOrigins(tests: Facts['tests'], own: readonly string[]): Finding | undefined {
  const [foreign] = tests?.foreign ?? []
  if (foreign !== undefined) return finding('OTHER_CHECKOUT', foreign)
  const seen = own.map((name) => ({ name, ...entryOf(tests?.origins, name) }))
  const outside = seen.find(({ label, origin }) => label && label !== 'none' && !isInTree(label, origin))
  if (outside) return finding('OTHER_CHECKOUT', `${outside.name} from ${outside.origin ?? outside.label}`)
  if (own.length === 0) return undefined
  const unsaid = seen.find(({ label, imported }) => label === undefined || imported === undefined)
  if (unsaid && tests?.error !== undefined) return lacks('tests', tests, `origins.${unsaid.name}`)
  if (unsaid) return finding('ORIGIN_UNKNOWN', `nothing says where ${unsaid.name} came from`)
  // A report comes from a runner that tells no origins: what is found in the tree is what it would import.
  const counts = (imported: boolean | undefined) => imported || tests?.source === 'report'
  if (seen.some(({ imported, label }) => counts(imported) && label !== 'none')) return undefined
  return finding('ORIGIN_UNKNOWN', `none of ${own.join(', ')} was imported by the tests`)
}
