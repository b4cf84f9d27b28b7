import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../../scripts/longest-first.mjs';
import { FULL_TIER_FILES, FULL_TIER_FOLDERS } from './full-tier.ts';

/** At its nightly size, a hundred devices and hundreds of kills, this needs the machine to itself. */
const ALONE =
  process.env['TEST_SIZE'] === 'nightly' ? ['test/reliability/faulted-commands.test.ts'] : [];

/** Files that replace modules or load them with another environment, look at memory and threads, or end processes: each in a process of its own. */
const ISOLATED = [
  'src/areas/identity/passwords/hash-threads.test.ts',
  'test/support/sizes.test.ts',
  'test/access/guessed-accounts.test.ts',
  'test/access/login.test.ts',
  'test/control/login-flood.test.ts',
  'test/realtime/slow-reader.test.ts',
  'test/backup/**/*.test.ts',
  'test/reliability/**/*.test.ts',
];

/** The soak runs by night. */
const LONG = [
  ...(process.env['TEST_TIER'] === 'full'
    ? []
    : [...FULL_TIER_FILES, ...FULL_TIER_FOLDERS.map((folder) => `${folder}/**`)]),
  ...(process.env['TEST_SIZE'] === 'nightly' ? [] : ['test/reliability/soak.test.ts']),
];

/** These need Citus: `npm test -- citus` starts it with the programs in `CITUS_BIN`. */
const ON_CITUS = process.env['TEST_CITUS'] ? [] : ['test/storage/distributed/**/*.test.ts'];

const shared = {
  setupFiles: [
    'test/support/after-each-file.ts',
    'test/support/watch-answers.ts',
    ...(process.env['RECORD_STATEMENTS'] ? ['test/support/record-statements.ts'] : []),
  ],
  pool: 'forks',
  maxWorkers: 3,
  // What a test leaves is collected less often.
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: 240_000,
  hookTimeout: 240_000,
} as const;

/**
 * The server on real databases and a real broker: of three files at a time some wait for the clock or
 * the database, and the others keep two cores busy.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    // One cluster for all projects.
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'server-isolated',
          include: ISOLATED,
          exclude: [...ALONE, ...LONG],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...ISOLATED, ...ALONE, ...LONG, ...ON_CITUS],
          isolate: false,
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
