import { defineConfig } from 'vitest/config'
import LongestFirst from './__tests__/support/longest-first.ts'

/** Plain data in, plain data out: these files share a process, since loading the core takes longer than most of their tests. */
const PURE = ['__tests__/{app,core}/**/*.test.ts']

export default defineConfig({
  test: {
    reporters: ['default', './__tests__/support/plain-reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: './__tests__/support/one-storage.ts',
    // Real servers, processes and interpreters on two cores: a test that the machine starved is tried once more in CI.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // The doubles listen on loopback; the Azure SDK would go through a proxy otherwise.
    env: { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'world', include: ['__tests__/**/*.test.ts'], exclude: PURE } },
    ],
  },
})
