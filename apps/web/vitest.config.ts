import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../../scripts/longest-first.mjs';
import { callPaths } from './call-paths-plugin.ts';
import { FULL_TIER_FILES } from './full-tier.ts';

/** Tests whose subject reads the document or the window, although they render nothing. */
const WITH_DOCUMENT = [
  'src/app/stale-chunk.test.ts',
  'src/charts/chart-marks.test.ts',
  'src/components/device-tree/use-fleet.test.ts',
  'src/features/dashboard/months-option.test.ts',
  'src/features/device-data/api/last-history.test.ts',
  'src/features/device-data/compare/compared-lines.test.ts',
  'src/lib/calls/api-client.test.ts',
  'src/lib/session/session-handoff.test.ts',
  // The account page stays empty after shell.test.tsx in the same process; the cause is not known.
  'src/features/account/sso-panel.test.tsx',
  'test/before-paint.test.ts',
];

/** Tests that need modules of their own. */
const ISOLATED = [
  // They replace modules of the charts, which other files import unchanged.
  'src/features/device-data/compare/compare-events.test.tsx',
  'src/features/device-data/events/events.test.tsx',
  'src/features/device-data/pictures/pictures.test.tsx',
  // It finds a chart type that the dashboard does not register, which another file may have done.
  'src/features/dashboard/months-option.test.ts',
  // It resets modules, because each browser tab of the test has its own.
  'src/lib/session/session-handoff.test.ts',
];

const LONG = process.env['TEST_TIER'] === 'full' ? [] : FULL_TIER_FILES;

const onDocument = {
  environment: 'jsdom',
  // What a test leaves is collected less often: a twentieth of the time.
  execArgv: ['--max-semi-space-size=64'],
  setupFiles: ['test/setup.ts'],
  testTimeout: 30_000,
};

export default defineConfig({
  plugins: [react(), callPaths()],
  test: {
    sequence: { sequencer: LongestFirst },
    // Two files at a time keep two cores busy.
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'web-pure',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'build/**/*.test.ts'],
          exclude: WITH_DOCUMENT,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        // Screens rendered in a document; the network is answered from the contract.
        test: {
          ...onDocument,
          name: 'web-screens',
          include: ['src/**/*.test.tsx', 'test/**/*.test.tsx', ...WITH_DOCUMENT],
          exclude: [...ISOLATED, ...LONG],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...onDocument, name: 'web-isolated', include: ISOLATED, exclude: LONG },
      },
    ],
  },
});
