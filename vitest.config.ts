import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['__tests__/**/*.test.ts'],
    reporters: ['default', './__tests__/support/plain-reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Real servers, processes and interpreters on two cores: a test that the machine starved is tried once more in CI.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // The doubles listen on loopback; the Azure SDK would go through a proxy otherwise.
    env: { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' },
  },
})
