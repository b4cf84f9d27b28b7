/**
 * Migrates the tables to the version of this program: numbered SQL files, each run once, in order,
 * in its own transaction, and recorded with its checksum. Forward only.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { CompiledQuery, sql } from 'kysely';
import { LOCKS } from './advisory-locks.ts';
import type { Database, Executor } from './database.ts';
import { StartError } from './start-error.ts';

/** The folder is next to this file in the sources, and next to the program in the bundle. */
const shippedFolder = new URL('./migrations/', import.meta.url);

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/**
 * Runs the missing migrations and returns their names. Two processes may call it at the same time:
 * one migrates, the other waits and finds no migration left. Throws StartError if a file was
 * changed after it ran, or if the database was migrated by a newer program. `signal` ends it between
 * two migrations; its reason is thrown.
 */
export async function migrate(
  database: Database,
  folder = shippedFolder,
  signal?: AbortSignal,
): Promise<string[]> {
  const shipped = readMigrations(folder);
  await serialized(database, async (trx) => {
    await makeMigrationTable(trx);
    compare(shipped, await readApplied(trx));
  });

  const done: string[] = [];
  for (const migration of shipped) {
    signal?.throwIfAborted();
    const ran = await serialized(database, async (trx) => {
      const applied = await readApplied(trx);
      if (applied.some(({ number }) => number === migration.number)) return false;
      await runMigration(trx, migration);
      return true;
    });
    if (ran) done.push(migration.name);
  }
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

/**
 * Runs in the caller's transaction, which holds `LOCKS.migrations`. A new table gets its row-level
 * security policies immediately.
 */
export async function runMigration(trx: Executor, migration: Migration): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(migration.text));
  await sql`do $$ begin
    if to_regproc('public.raise_walls') is not null then perform public.raise_walls(); end if;
  end $$`.execute(trx);
  await sql`insert into schema_migration (number, name, checksum)
    values (${migration.number}, ${migration.name}, ${migration.checksum})`.execute(trx);
}

/** Runs `work` while no other process can change tables. */
export function serialized<T>(database: Database, work: (trx: Executor) => Promise<T>): Promise<T> {
  return database.transaction(async (trx) => {
    // Building an index over years of readings may exceed the statement timeout.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${LOCKS.migrations}::bigint)`.execute(trx);
    return work(trx);
  });
}

/** The migrations shipped with this program, in order; number 1 first. */
export function readMigrations(folder = shippedFolder): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      // A checkout may have converted the line ends, which is not a change.
      const text = readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n');
      return {
        number: Number(file.slice(0, 4)),
        name: file.slice(0, -'.sql'.length),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      };
    });
  migrations.forEach(({ number, name }, index) => {
    if (number !== index + 1) throw new Error(`migration ${name} is out of order in ${folder}`);
  });
  return migrations;
}

export async function readApplied(executor: Executor): Promise<AppliedMigration[]> {
  const { rows } = await sql<AppliedMigration>`
    select number, name, checksum from schema_migration order by number`.execute(executor);
  return rows;
}

function compare(shipped: readonly Migration[], applied: readonly AppliedMigration[]): void {
  for (const past of applied) {
    const ours = shipped[past.number - 1];
    if (ours === undefined) {
      throw new StartError(
        `The database was made by a newer Busbar (it has migration ${past.name}): start that version, or restore a backup made before it.`,
      );
    }
    if (ours.checksum !== past.checksum) {
      throw new StartError(
        `Migration ${past.name} was changed after it had run on this database: put the old file back and write the change as a new migration.`,
      );
    }
  }
}
