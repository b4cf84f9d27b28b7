import { defineConfig } from 'vitest/config';

/** Pure packages: no I/O, so they share workers and run in milliseconds. */
export default defineConfig({
  test: {
    name: 'unit',
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/simulator/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'e2e/*.test.ts',
      'e2e/src/support/**/*.test.ts',
    ],
    pool: 'threads',
    isolate: false,
    // Protects from tests that never end; a busy machine needs several times the usual seconds.
    testTimeout: 120_000,
  },
});
