/**
 * Databases of the tests. Each test file gets its own database, cloned from a template, that
 * contains only reference data and partitions.
 */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { describe, inject } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { closeAfterFile } from './close-after-file.ts';
import { fixture } from './fixture.ts';
import { copyOnNodes } from './programs/citus-cluster.ts';
import { templateDatabase } from './programs/postgres-cluster.ts';
import { testLog } from './test-log.ts';

export interface TestDatabase extends Database {
  /** URL to open the database a second time, as another process would. */
  readonly databaseUrl: string;
}

/** True if the run is on Citus, where a test cannot add triggers or change rows of many customers. */
export const isOnCitus = inject('citusNodes').length > 0;

let shared: Promise<TestDatabase> | undefined;

/** Passes the file's shared database to the tests; it is opened before the first of them runs. */
export function describeWithDatabase(name: string, tests: (database: TestDatabase) => void): void {
  describe(name, () => tests(fixture(sharedDatabase)));
}

/** Returns the file's shared database, which is closed after the file. */
export function sharedDatabase(): Promise<TestDatabase> {
  if (shared === undefined) {
    shared = freshDatabase();
    closeAfterFile(async () => {
      shared = undefined;
    });
  }
  return shared;
}

/** Creates a further database, without any table if `empty`. It is closed after the file. */
export async function freshDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const nodes = inject('citusNodes');
  if (nodes.length > 0) {
    await copyOnNodes(nodes, empty ? 'template0' : templateDatabase, name);
    return openTestDatabase(`${cluster}/${name}`);
  }
  const admin = new Client({ connectionString: `${cluster}/postgres` });
  await admin.connect();
  await admin.query(`create database ${name} template ${empty ? 'template0' : templateDatabase}`);
  await admin.end();
  return openTestDatabase(`${cluster}/${name}`);
}

/** Opens the database as another process would. It is closed after the file. */
export async function openTestDatabase(databaseUrl: string, log = testLog): Promise<TestDatabase> {
  const database = await openDatabase({
    databaseUrl,
    dataDir: '',
    unsafeDatabase: false,
    log,
  });
  return { ...database, databaseUrl, close: closeAfterFile(() => database.close()) };
}

/** Presents the database like the embedded one: no other process can use it. */
export function exclusive(database: Database): Database {
  return {
    ...database,
    isExclusive: true,
    as: (standing) => exclusive(database.as(standing)),
  };
}
