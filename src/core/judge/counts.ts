/** How many tests did what, in words: each step from collected to reported by its own name. */
import type { Tests } from '../probe-file/schema.ts'
import { counted, tellCounts } from '../text/words.ts'

/** What is expected to fail is no plain pass and no plain skip. */
export function countsText({
  passed,
  failed,
  errors,
  skipped,
  xfailed = 0,
  xpassed = 0,
  subtests,
  reruns,
}: Tests): string {
  const plain = (all: number | undefined, expected: number) => all && Math.max(0, all - expected)
  const counts = { failed, errors, passed: plain(passed, xpassed), skipped: plain(skipped, xfailed), xfailed, xpassed }
  return [
    tellCounts({ ...counts, subtests }) || 'no counts',
    ...(reruns ? [`after ${counted(reruns, 'rerun')}`] : []),
  ].join(', ')
}

/** Whether such a test passes or fails, it is green. */
export const nothingText = (tests: Tests): string =>
  (tests.xfailed ?? 0) + (tests.xpassed ?? 0) > 0
    ? `nothing executed but what is expected to fail: ${countsText(tests)}`
    : 'no test executed'

/** What tracked configuration leaves out is no less reviewed than a test that was deleted: it is told. */
export function leftOutText({ deselected, uncollected, configured = [] }: Tests): string {
  const files = uncollected && configured.length > 0 ? `${counted(uncollected, 'test file')} not collected` : ''
  const left = [deselected ? `${deselected} deselected` : '', files].filter(Boolean).join(' and ')
  const by = configured.length > 0 ? ` (${configured.join(', ')})` : ''
  return left === '' ? '' : `${left} by configuration${by}`
}

export const reportedIn = ({ passed = 0, failed = 0, errors = 0, skipped = 0 }: Tests): number =>
  passed + failed + errors + skipped

/** A plugin may drop tests after collecting. More may be reported than collected: parts of tests, modules. */
export const lostAfterCollecting = (tests: Tests): boolean => reportedIn(tests) < (tests.collected ?? 0)
