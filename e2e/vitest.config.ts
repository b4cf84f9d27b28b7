import { defineConfig } from 'vitest/config';
import { fileOf, JOURNEYS } from './journeys.ts';
import { JourneysOrder } from './journeys-order.ts';
import { isFullTier, isNightly } from './src/support/tier.ts';

const ofAnotherTier = Object.entries(JOURNEYS)
  .filter(([, { inDefaultTier, isNightlyOnly = false }]) =>
    isNightlyOnly ? !isNightly : !isFullTier && inDefaultTier === undefined,
  )
  .map(([name]) => fileOf(name));

/** Real programs and a real browser are slow, and tests wait for their states. */
export default defineConfig({
  test: {
    name: 'journeys',
    globalSetup: ['src/support/global-setup.ts'],
    include: ['src/**/*.test.ts'],
    // A journey that the table does not list runs by default.
    exclude: ['src/support/**', ...ofAnotherTier],
    sequence: { sequencer: JourneysOrder },
    pool: 'forks',
    // Three workers for two cores, because journeys that wait for a timer use little processor
    // time.
    maxWorkers: 3,
    // Two walks of a file run in parallel.
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 240_000,
    // A page is slow while other tests load the machine; that is not an error.
    expect: { poll: { timeout: 60_000 } },
  },
});
