/**
 * The oldest program that works with the tables, by the number of its newest migration. A program
 * may run, and start, on a database with newer migrations as long as none of them removed something
 * that it uses (docs/adr/0063).
 */
import { sql } from 'kysely';
import type { Executor } from '../database.ts';
import { StartError } from '../start-error.ts';
import type { Migration } from './migration-files.ts';

const SETTING = 'oldest_program';
/** Up to this number migrations were not written for older programs that continue to run. */
const LAST_UNRESTRICTED = 57;

interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** Returns no migration if the database is empty. */
export async function readAppliedIfAny(executor: Executor): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('schema_migration') is not null as "isThere"`.execute(executor);
  return rows[0]?.isThere ? readApplied(executor) : [];
}

export async function readApplied(executor: Executor): Promise<AppliedMigration[]> {
  const { rows } = await sql<AppliedMigration>`
    select number, name, checksum from schema_migration order by number`.execute(executor);
  return rows;
}

/** Runs with the contract migration, in one transaction. */
export async function raiseOldestProgram(trx: Executor, { unusedSince }: Migration): Promise<void> {
  if (unusedSince === undefined) return;
  await sql`insert into installation as kept (name, value)
    values (${SETTING}, ${String(unusedSince)})
    on conflict (name) do update
      set value = greatest(kept.value::integer, excluded.value::integer)::text`.execute(trx);
}

/**
 * Compares the migrations of the database with those of this program. Returns the names of those
 * that this program does not know. Throws StartError if a file was changed after it ran, or if the
 * tables no longer suit this program.
 */
export async function compareMigrations(
  executor: Executor,
  shipped: readonly Migration[],
  applied: readonly AppliedMigration[],
): Promise<string[]> {
  const newer: string[] = [];
  for (const past of applied) {
    const ours = shipped[past.number - 1];
    if (ours === undefined) {
      newer.push(past.name);
    } else if (ours.checksum !== past.checksum) {
      throw new StartError(
        `Migration ${past.name} was changed after it had run on this database: put the old file back and write the change as a new migration.`,
      );
    }
  }
  if (newer.length > 0 && (await readOldestProgram(executor)) > shipped.length) {
    throw new StartError(
      `The database was made by a newer Busbar (it has migration ${newer[0]}): start that version, or restore a backup made before it.`,
    );
  }
  return newer;
}

async function readOldestProgram(executor: Executor): Promise<number> {
  const { rows } = await sql<{ value: string }>`
    select value from installation where name = ${SETTING}`.execute(executor);
  return Math.max(LAST_UNRESTRICTED, Number(rows[0]?.value ?? 0));
}
