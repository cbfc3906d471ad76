import { defineConfig } from 'vitest/config'

/** What mutants are tried with: tests of judges and gate that take no time. Properties take too long for each of them. */
export default defineConfig({
  test: {
    include: ['__tests__/core/judge/**/*.test.ts', '__tests__/core/gate.test.ts'],
    exclude: ['__tests__/core/judge/monotonic.test.ts'],
    testTimeout: 60_000,
  },
})
