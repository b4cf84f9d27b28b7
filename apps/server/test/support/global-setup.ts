/** Runs once per test run: starts a PostgreSQL with a migrated template database. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { distribute } from '../../src/storage/distributed/distribute.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { ensurePartitionsAround } from '../../src/storage/partitions.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { TEST_NOW } from './manual-clock.ts';
import { createOnNodes, makeTemplate, startCitusCluster } from './programs/citus-cluster.ts';
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
    /** URLs of the nodes if the run is on Citus, the coordinator first; otherwise empty. */
    citusNodes: readonly string[];
  }
}

/** Of each table, on Citus. */
const SHARDS = 4;

let cluster: PostgresCluster | undefined;
let folder: string | undefined;

export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'busbar-tests-'));
  chmodSync(folder, 0o711);
  // The test processes inherit this folder, so that files left by tests are deleted with the run.
  process.env['TEST_FOLDER'] = folder;
  // The databases of all files remain until the end of the run, and visiting each every minute would
  // use a tenth of a core.
  const citus = await startCitusCluster();
  cluster = citus ?? (await startPostgresCluster(undefined, { autovacuum: 'off' }));
  console.log(`PostgreSQL ${cluster.version}`);
  project.provide('postgresUrl', cluster.url);
  project.provide('citusNodes', citus?.nodes ?? []);
  await createTemplate(cluster.url, citus?.nodes ?? []);
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

async function createTemplate(url: string, nodes: readonly string[]): Promise<void> {
  if (nodes.length > 0) await createOnNodes(nodes, templateDatabase);
  else await createDatabase(url);
  const template = await openDatabase({
    databaseUrl: `${url}/${templateDatabase}`,
    dataDir: '',
    unsafeDatabase: false,
    log: testLog,
  });
  await prepareDatabase(template, Date.now());
  await ensurePartitionsAround(template, TEST_NOW);
  if (nodes.length > 0) await distribute(template, SHARDS);
  await template.close();
  if (nodes.length > 0) await makeTemplate(nodes, templateDatabase);
}

async function createDatabase(url: string): Promise<void> {
  const admin = new Client({ connectionString: `${url}/postgres` });
  await admin.connect();
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
}
