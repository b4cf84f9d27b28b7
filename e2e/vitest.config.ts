import { defineConfig } from 'vitest/config';

/** Real programs and a real browser: one file at a time, waiting for states. */
export default defineConfig({
  test: {
    name: 'e2e',
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // Tests that say so walk two browsers at once.
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 240_000,
  },
});
