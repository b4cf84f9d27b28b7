/** Runs once per test run: starts a PostgreSQL with a migrated template database. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/storage/open-database.ts';
import { ensurePartitionsAround } from '../../src/storage/partitions.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { TEST_NOW } from './manual-clock.ts';
import {
  type PostgresCluster,
  startPostgresCluster,
  templateDatabase,
} from './programs/postgres-cluster.ts';
import { testLog } from './test-log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the cluster of this run, without a database name. */
    postgresUrl: string;
  }
}

let cluster: PostgresCluster | undefined;
let folder: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'busbar-tests-'));
  chmodSync(folder, 0o711);
  // The test processes inherit this folder, so that files left by tests are deleted with the run.
  process.env['TEST_FOLDER'] = folder;
  // The databases of all files remain until the end of the run, and visiting each every minute would
  // use a tenth of a core.
  cluster = await startPostgresCluster(undefined, { autovacuum: 'off' });
  console.log(`PostgreSQL ${cluster.version}`);
  project.provide('postgresUrl', cluster.url);
  await createTemplate(cluster.url);
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

async function createTemplate(url: string): Promise<void> {
  const admin = new Client({ connectionString: `${url}/postgres` });
  await admin.connect();
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const template = await openDatabase({
    databaseUrl: `${url}/${templateDatabase}`,
    dataDir: '',
    unsafeDatabase: false,
    log: testLog,
  });
  await prepareDatabase(template, Date.now());
  await ensurePartitionsAround(template, TEST_NOW);
  await template.close();
}
