/**
 * Migrates the tables to the version of this program: numbered SQL files, each run once, in order,
 * and recorded with its checksum. Forward only. Other processes continue to work during it
 * (docs/adr/0063).
 */
import { sql } from 'kysely';
import type { Database, Executor } from './database.ts';
import type { LockPatience } from './migrating/lock-retries.ts';
import { type Migration, readFolder } from './migrating/migration-files.ts';
import { serialized } from './migrating/migration-lock.ts';
import { compareMigrations, readAppliedIfAny } from './migrating/oldest-program.ts';
import { runMissing } from './migrating/run-migration.ts';

/** The folder is next to this file in the sources, and next to the program in the bundle. */
const shippedFolder = new URL('./migrations/', import.meta.url);

export interface MigrateOptions {
  /** Ends it between two migrations; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Receives sentences for the operator: waits, and a database that is newer than the program. */
  readonly report?: ((sentence: string) => void) | undefined;
  readonly patience?: LockPatience;
}

/**
 * Runs the missing migrations and returns their names. Two processes may call it at the same time:
 * one migrates, the other waits and finds no migration left. Throws StartError if a migration fails,
 * if a file was changed after it ran, or if this program is too old for the tables.
 */
export async function migrate(
  database: Database,
  folder = shippedFolder,
  { signal, report = () => undefined, patience }: MigrateOptions = {},
): Promise<string[]> {
  const shipped = readMigrations(folder);
  // Without the lock: a process that has nothing to migrate starts while another one migrates.
  const applied = await readAppliedIfAny(database.db);
  if (applied.length === 0) await serialized(database, makeMigrationTable, { signal, report });
  const newer = await compareMigrations(database.db, shipped, applied);
  if (newer.length > 0) {
    report(
      `The database has ${newer.length} migrations of a newer version, the last one is ${newer.at(-1)}; this version still works with it.`,
    );
  }

  const missing = shipped.filter(
    (migration) => !applied.some(({ number }) => number === migration.number),
  );
  const done: string[] = [];
  const isUpgrade = missing.length > 0 && applied.length > 0;
  const freeDisk = isUpgrade ? database.reserveDisk() : undefined;
  try {
    for (const migration of missing) {
      signal?.throwIfAborted();
      if (await runMissing(database, migration, { signal, report, patience })) {
        done.push(migration.name);
      }
    }
  } finally {
    freeDisk?.();
  }
  if (done.length > 0)
    await compareMigrations(database.db, shipped, await readAppliedIfAny(database.db));
  return done;
}

export async function makeMigrationTable(trx: Executor): Promise<void> {
  await sql`create table if not exists schema_migration (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`.execute(trx);
}

/** The migrations shipped with this program, in order; number 1 first. */
export function readMigrations(folder = shippedFolder): Migration[] {
  return readFolder(folder);
}
