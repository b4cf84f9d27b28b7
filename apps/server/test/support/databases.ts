/**
 * Tests that run on both engines. Each test file gets one database of its own per engine, cloned
 * from a prepared one; nothing in it but reference data and partitions around today.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, describe, inject } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { embeddedDatabase, openDatabase } from '../../src/storage/open-database.ts';
import { startPglite } from '../../src/storage/pglite-thread.ts';
import { templateDatabase } from './postgres-cluster.ts';
import { testLog } from './test-log.ts';

export interface TestDatabase extends Database {
  /** Address to open it a second time, as another process would; PostgreSQL only. */
  readonly databaseUrl?: string;
}

export type Engine = Database['engine'];

/** The file's database on this engine; the same one at every call, closed after the file. */
export type OpenDatabase = () => Promise<TestDatabase>;

const opened = new Map<Engine, Promise<TestDatabase>>();
const extra: TestDatabase[] = [];

/** The engines of this run: both, less what `TEST_ENGINES` leaves out or what is not installed. */
export function presentEngines(): Engine[] {
  const engines: Engine[] = [];
  if (inject('pgliteSnapshot') !== '') engines.push('pglite');
  if (inject('postgresUrl') !== '') engines.push('postgres');
  return engines;
}

export function describeOnEachDatabase(
  name: string,
  tests: (open: OpenDatabase, engine: Engine) => void,
): void {
  const present = presentEngines();
  for (const engine of ['pglite', 'postgres'] as const) {
    const title = `${name} (on ${engine === 'pglite' ? 'PGlite' : 'PostgreSQL'})`;
    describe.skipIf(!present.includes(engine))(title, () => {
      tests(() => sharedDatabase(engine), engine);
    });
  }
}

/** The file's shared database. */
export function sharedDatabase(engine: Engine): Promise<TestDatabase> {
  const database = opened.get(engine) ?? freshDatabase(engine);
  opened.set(engine, database);
  return database;
}

/** A further database of its own; `empty`: without any table. Closed after the file. */
export async function freshDatabase(engine: Engine, empty = false): Promise<TestDatabase> {
  const database = engine === 'pglite' ? await openPglite(empty) : await openPostgres(empty);
  extra.push(database);
  return database;
}

afterAll(async () => {
  for (const database of extra.splice(0)) await database.close();
});

async function openPglite(empty: boolean): Promise<TestDatabase> {
  const snapshot = empty
    ? {}
    : { snapshot: new Uint8Array(readFileSync(inject('pgliteSnapshot'))) };
  const thread = await startPglite(snapshot, testLog);
  return embeddedDatabase(thread, testLog, () => Promise.resolve());
}

async function openPostgres(empty: boolean): Promise<TestDatabase> {
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
  return { ...database, databaseUrl };
}
