// The server's tests on Citus, a coordinator with two workers (docs/adr/0065). `CITUS_BIN` names the
// folder of the programs of PostgreSQL with Citus.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { citusTests, nightlyCitusTests } from './citus-tests.mjs';
import { record } from './run-step.mjs';
import { runSuite } from './test-suites.mjs';

/** Runs the files of `citus-tests.mjs`; `isWhole` adds those that run by night. */
export async function runOnCitus(environment, isWhole = environment.TEST_SIZE === 'nightly') {
  const programs = citusPrograms();
  if (!programs) return [];
  const filters = isWhole ? [...citusTests, ...nightlyCitusTests] : citusTests;
  const options = { environment: { ...environment, TEST_CITUS: programs }, filters };
  return [await record('citus', () => runSuite('server', options))];
}

/**
 * Runs the server's suite on PostgreSQL, and has Citus plan each statement that it sent. The folder
 * with the statements remains: `refused.json` in it lists those that Citus refuses.
 */
export async function planStatements() {
  const programs = citusPrograms();
  if (!programs) return [];
  const folder = mkdtempSync(join(tmpdir(), 'busbar-statements-'));
  process.stdout.write(`The statements are recorded in ${folder}.\n`);
  const environment = { TEST_TIER: 'full', RECORD_STATEMENTS: folder };
  return [
    await record('server', () => runSuite('server', { environment })),
    await record('statements on citus', () =>
      runSuite('server', {
        environment: { ...environment, TEST_CITUS: programs },
        filters: ['test/storage/distributed/statements'],
      }),
    ),
  ];
}

/** Returns the folder with the programs of PostgreSQL with Citus; without one, prints a sentence. */
function citusPrograms() {
  const programs = process.env.CITUS_BIN;
  if (!programs) {
    process.stdout.write(
      '\nThe tests on Citus are skipped: CITUS_BIN names no folder with its programs.\n',
    );
  }
  return programs;
}
