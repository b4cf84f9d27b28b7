import { defineConfig } from 'vitest/config';
import { fileOf, JOURNEYS } from './journeys.ts';
import { JourneysOrder } from './journeys-order.ts';
import { isFullTier } from './src/support/tier.ts';
import { WALKS } from './walks.ts';

const fullTierOnly = Object.entries(JOURNEYS).flatMap(([name, { inDefaultTier }]) =>
  inDefaultTier === undefined ? [fileOf(name)] : [],
);

const shared = {
  pool: 'forks',
  testTimeout: 300_000,
  hookTimeout: 240_000,
  // A page beside busy tests is slow, not wrong.
  expect: { poll: { timeout: 60_000 } },
} as const;

/** Real programs and a real browser, waiting for states. */
export default defineConfig({
  test: {
    globalSetup: ['src/support/global-setup.ts'],
    sequence: { sequencer: JourneysOrder },
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
          // A journey that the table does not name runs by default.
          exclude: [...WALKS, 'src/support/**', ...(isFullTier ? [] : fullTierOnly)],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
