import type { Reporter, TestModule } from 'vitest/node'

/** What the name of a skipped test says it needs: `needs.ts` writes it there. */
const NEEDS = / \(needs (.+)\)(?: > |$)/

/** Ends the run on a line of its own that other programs can read: `N passed, N failed, N skipped`. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 }
    const wants = new Map<string, number>()
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      // A module that broke before its first test has no test to fail.
      if (tests.length === 0 && !module.ok()) count.failed++
      for (const test of tests) {
        const { state } = test.result()
        count[state === 'passed' || state === 'failed' ? state : 'skipped']++
        const want = state === 'skipped' ? NEEDS.exec(test.fullName)?.[1] : undefined
        if (want !== undefined) wants.set(want, (wants.get(want) ?? 0) + 1)
      }
    }
    for (const [want, tests] of wants) console.log(`not here: ${want}, which ${tests} skipped tests need`)
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}
