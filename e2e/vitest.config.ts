import { defineConfig } from 'vitest/config';
import { fileOf, JOURNEYS } from './journeys.ts';
import { JourneysOrder } from './journeys-order.ts';
import { isFullTier } from './src/support/tier.ts';

const fullTierOnly = Object.entries(JOURNEYS).flatMap(([name, { inDefaultTier }]) =>
  inDefaultTier === undefined ? [fileOf(name)] : [],
);

/** Real programs and a real browser, waiting for states. */
export default defineConfig({
  test: {
    name: 'journeys',
    globalSetup: ['src/support/global-setup.ts'],
    include: ['src/**/*.test.ts'],
    // A journey that the table does not name runs by default.
    exclude: ['src/support/**', ...(isFullTier ? [] : fullTierOnly)],
    sequence: { sequencer: JourneysOrder },
    pool: 'forks',
    maxWorkers: 2,
    // A walk opens two pages at once.
    maxConcurrency: 2,
    testTimeout: 300_000,
    hookTimeout: 240_000,
    // A page beside busy tests is slow, not wrong.
    expect: { poll: { timeout: 60_000 } },
  },
});
