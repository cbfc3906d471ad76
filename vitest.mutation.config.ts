import { defineConfig } from 'vitest/config'

/** What mutants are tried with: tests of judges and gate that start no process. Properties take too long for each of them. */
export default defineConfig({
  test: {
    include: [
      '__tests__/core/judge/**/*.test.ts',
      '__tests__/core/verdict/**/*.test.ts',
      '__tests__/walk-throughs/reached.test.ts',
    ],
    exclude: ['__tests__/core/judge/{monotonic,properties}.test.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
})
