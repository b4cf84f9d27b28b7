import { defineConfig } from 'vitest/config';

/** The server on real databases and a real broker; two files at a time keep two cores busy. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
