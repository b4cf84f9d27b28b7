/** Once a test run: a PostgreSQL with a migrated template, and a snapshot of a migrated PGlite. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { embeddedDatabase, openDatabase } from '../../src/storage/open-database.ts';
import { startPglite } from '../../src/storage/pglite-thread.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import {
  findPostgresBinaries,
  type PostgresCluster,
  startPostgresCluster,
  templateDatabase,
} from './postgres-cluster.ts';
import { testLog } from './test-log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the private cluster without a database name, or '' when there is none. */
    postgresUrl: string;
    /** File with the tar of a prepared embedded database, or '' when it is not wanted. */
    pgliteSnapshot: string;
  }
}

let cluster: PostgresCluster | undefined;
let folder: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'busbar-tests-'));
  // Their processes take it over: what tests leave is gone with the run.
  process.env['TEST_FOLDER'] = folder;
  const only = process.env.TEST_ENGINES ?? 'pglite,postgres';
  project.provide('postgresUrl', only.includes('postgres') ? await preparePostgres() : '');
  project.provide('pgliteSnapshot', only.includes('pglite') ? await preparePglite(folder) : '');
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

async function preparePostgres(): Promise<string> {
  const binaries = findPostgresBinaries();
  if (binaries === undefined) {
    const lines = [
      'NO POSTGRESQL FOUND: every test on PostgreSQL is SKIPPED.',
      'Install it with: apt-get install postgresql',
    ];
    const bar = '!'.repeat(Math.max(...lines.map((line) => line.length)));
    console.error(`\n${[bar, ...lines, bar].join('\n')}\n`);
    return '';
  }
  cluster = await startPostgresCluster(binaries);
  const admin = new Client({ connectionString: `${cluster.url}/postgres` });
  await admin.connect();
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const template = await openDatabase({
    databaseUrl: `${cluster.url}/${templateDatabase}`,
    dataDir: '',
    unsafeDatabase: false,
    log: testLog,
  });
  await prepareDatabase(template, Date.now());
  await template.close();
  return cluster.url;
}

async function preparePglite(folder: string): Promise<string> {
  const thread = await startPglite({}, testLog);
  const database = embeddedDatabase(thread, testLog, () => Promise.resolve());
  await prepareDatabase(database, Date.now());
  const snapshot = join(folder, 'prepared.tar');
  writeFileSync(snapshot, await thread.dump());
  await database.close();
  return snapshot;
}
