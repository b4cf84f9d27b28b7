import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../../scripts/longest-first.mjs';

/** At its nightly size, a hundred devices and hundreds of kills, this needs the machine to itself. */
const ALONE =
  process.env['TEST_SIZE'] === 'nightly' ? ['test/reliability/faulted-commands.test.ts'] : [];

const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/support/watch-answers.ts'],
  pool: 'forks',
  testTimeout: 240_000,
  hookTimeout: 240_000,
} as const;

/** The server on real databases and a real broker; two files at a time keep two cores busy. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    sequence: { sequencer: LongestFirst },
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
      ...(ALONE.length === 0
        ? []
        : [
            {
              test: {
                ...shared,
                name: 'alone',
                include: ALONE,
                maxWorkers: 1,
                sequence: { groupOrder: 1 },
              },
            },
          ]),
    ],
  },
});
