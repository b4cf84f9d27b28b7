/**
 * Databases of the tests. Each test file gets one of its own, cloned from a prepared one; nothing in
 * it but reference data and partitions.
 */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { describe, inject } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { templateDatabase } from './postgres-cluster.ts';
import { testLog } from './test-log.ts';

export interface TestDatabase extends Database {
  /** Address to open it a second time, as another process would. */
  readonly databaseUrl: string;
}

/** The file's database; the same one at every call, closed after the file. */
export type OpenDatabase = () => Promise<TestDatabase>;

let shared: Promise<TestDatabase> | undefined;
const opened: TestDatabase[] = [];

/** The tests get the file's shared database. */
export function describeWithDatabase(name: string, tests: (open: OpenDatabase) => void): void {
  describe(name, () => tests(sharedDatabase));
}

/** The file's shared database. */
export function sharedDatabase(): Promise<TestDatabase> {
  shared ??= freshDatabase();
  return shared;
}

/** A further database; `empty`: without any table. Closed after the file. */
export async function freshDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: `${cluster}/postgres` });
  await admin.connect();
  await admin.query(`create database ${name} template ${empty ? 'template0' : templateDatabase}`);
  await admin.end();
  const databaseUrl = `${cluster}/${name}`;
  const database = await openDatabase({
    databaseUrl,
    dataDir: '',
    unsafeDatabase: false,
    log: testLog,
  });
  const test = { ...database, databaseUrl };
  opened.push(test);
  return test;
}

/** The same database, as the embedded one presents itself: no other process can use it. */
export function exclusive(database: Database): Database {
  return {
    ...database,
    isExclusive: true,
    as: (standing) => exclusive(database.as(standing)),
  };
}

/** After each file (`after-each-file.ts`): files that share a process share this module too. */
export async function closeDatabases(): Promise<void> {
  shared = undefined;
  for (const database of opened.splice(0)) await database.close();
}
