import { defineConfig } from 'vitest/config';

/** Every screen one after another, two browsers' pages at once within a file: these keep two cores busy. */
const WALKS = ['src/accessibility.test.ts', 'src/navigation-walk.test.ts', 'src/page-size.test.ts'];

const shared = { pool: 'forks', testTimeout: 300_000, hookTimeout: 240_000 } as const;

/** Real programs and a real browser, waiting for states. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'walks',
          include: WALKS,
          maxWorkers: 1,
          maxConcurrency: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // A journey waits most of its time for a device, a timer or a rule: two go side by side.
        test: {
          ...shared,
          name: 'journeys',
          include: ['src/**/*.test.ts'],
          exclude: WALKS,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
