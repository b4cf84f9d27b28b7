import { defineConfig } from 'vitest/config';

/** Many processes, devices and kills for minutes: these want the machine to themselves. */
const ALONE = ['faulted-commands', 'kill', 'stopped-process', 'two-processes'].map(
  (name) => `test/reliability/${name}.test.ts`,
);

const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const;

/** The server on real databases and a real broker; two files at a time keep two cores busy. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ALONE,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ALONE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
