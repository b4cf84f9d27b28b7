import { defineConfig } from 'vitest/config';
import { fileOf, JOURNEYS } from './journeys.ts';
import { JourneysOrder } from './journeys-order.ts';
import { isFullTier } from './src/support/tier.ts';

const fullTierOnly = Object.entries(JOURNEYS).flatMap(([name, { inDefaultTier }]) =>
  inDefaultTier === undefined ? [fileOf(name)] : [],
);

/** Real programs and a real browser that wait for states. */
export default defineConfig({
  test: {
    name: 'journeys',
    globalSetup: ['src/support/global-setup.ts'],
    include: ['src/**/*.test.ts'],
    // A journey that the table does not list runs by default.
    exclude: ['src/support/**', ...(isFullTier ? [] : fullTierOnly)],
    sequence: { sequencer: JourneysOrder },
    pool: 'forks',
    // Journeys that wait for the clock leave the two cores to the others.
    maxWorkers: 3,
    // A walk opens two pages at once.
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 240_000,
    // A page is slow while other tests load the machine; that is not an error.
    expect: { poll: { timeout: 60_000 } },
  },
});
