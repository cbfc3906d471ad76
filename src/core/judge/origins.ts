/** Whose code did the tests import? Green tests of another checkout prove nothing about this one. */
import type { Facts } from '../probe-file/schema.ts'
import { builtText, isThisTree } from './package.ts'
import { entryOf, type Finding, finding, lacks } from './serving.ts'

/**
 * `own`: top-level import names of the checkout that is judged. A name that is neither imported nor findable
 * is neutral, as long as another one was imported from here; any origin outside this tree refutes.
 */
export function judgeOrigins(tests: Facts['tests'], own: readonly string[]): Finding | undefined {
  const [foreign] = tests?.foreign ?? []
  if (foreign !== undefined) return finding('OTHER_CHECKOUT', foreign)
  const seen = own.map((name) => ({ name, ...entryOf(tests?.origins, name) }))
  const outside = seen.find((one) => one.label && one.label !== 'none' && !isThisTree(one))
  if (outside)
    return finding(
      'OTHER_CHECKOUT',
      `${outside.name} from ${outside.origin ?? outside.label}${builtText(outside)}`,
    )
  if (own.length === 0) return undefined
  const unsaid = seen.find(({ label, imported }) => label === undefined || imported === undefined)
  if (unsaid && tests?.error !== undefined) return lacks('tests', tests, `origins.${unsaid.name}`)
  if (unsaid) return finding('ORIGIN_UNKNOWN', `nothing says where ${unsaid.name} came from`)
  // Where a runner tells no origins, or tests only start commands, the only copy is what they would import.
  const counts = seen.some(
    ({ imported, label, alone }) =>
      label !== 'none' && (imported || alone === true || tests?.source === 'report'),
  )
  if (counts) return undefined
  return finding('ORIGIN_UNKNOWN', `none of ${own.join(', ')} was imported by the tests`)
}
