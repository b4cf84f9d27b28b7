/**
 * Restores the tables of an archive into a database, in one transaction: after any failure the
 * database is unchanged. The tables are created by the migrations of the archive, filled, and
 * upgraded to this version by the later migrations.
 */
import { sql } from 'kysely';
import { createSecrets } from '../areas/shared/installation/sealed-secrets.ts';
import {
  countUnreadable,
  unreadableSentence,
} from '../areas/shared/installation/stored-secrets.ts';
import { LOCKS } from '../storage/advisory-locks.ts';
import type { Database, Executor } from '../storage/database.ts';
import { makeMigrationTable } from '../storage/migrate.ts';
import type { Migration } from '../storage/migrating/migration-files.ts';
import { runMigration } from '../storage/migrating/run-migration.ts';
import { beginPartition } from '../storage/partitions.ts';
import { StartError } from '../storage/start-error.ts';
import { unusable } from './archive-format.ts';
import { dropEverything } from './drop-everything.ts';
import { fillTable } from './fill-table.ts';
import { holdStill } from './hold-still.ts';
import { noteRestore } from './note-restore.ts';
import { purgeOtherKey } from './purge-other-key.ts';
import type { Archive } from './read-archive.ts';
import { isMonth, type StoredTable, storedTables } from './table-catalogue.ts';

export interface RestoredDatabase {
  readonly tables: number;
  readonly rows: number;
  /** Migrations of this version that the archive did not have. */
  readonly migrated: readonly string[];
  /** Number of commands that were in progress. */
  readonly commands: number;
  /** Secrets that must be entered again; undefined if there are none. */
  readonly unreadable: string | undefined;
}

/** With `replace`, the existing tables are dropped in the same transaction. */
export async function restoreDatabase(
  database: Database,
  archive: Archive,
  shipped: readonly Migration[],
  replace: boolean,
  [key, formerKey]: readonly Buffer[],
): Promise<RestoredDatabase> {
  return database.transaction(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`set local maintenance_work_mem = '256MB'`.execute(trx);
    await sql`set local row_security = off`.execute(trx);
    await sql`set local busbar.restoring = 'on'`.execute(trx);
    await sql`select pg_advisory_xact_lock(${LOCKS.migrations}::bigint)`.execute(trx);
    if (replace) await dropEverything(trx);

    const { migrations } = archive.manifest;
    await makeMigrationTable(trx);
    for (const migration of shipped.slice(0, migrations.length)) {
      await runMigration(trx, migration);
    }
    await fillTables(trx, archive);
    await continueSequences(trx, archive);
    const missing = shipped.slice(migrations.length);
    for (const migration of missing) await runMigration(trx, migration);
    const commands = await holdStill(trx);
    const secrets = key === undefined ? undefined : createSecrets(key, formerKey);
    const unreadable = await countUnreadable(trx, secrets);
    // If the archive belongs to another installation, the first start adopts this installation's
    // key.
    await purgeOtherKey(trx, secrets?.keyIds ?? []);
    await noteRestore(trx, archive.manifest.createdAt);
    for (const { name } of await storedTables(trx)) {
      await sql`analyze ${sql.table(name)}`.execute(trx);
    }
    const { tables } = archive.contents;
    return {
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      migrated: missing.map(({ name }) => name),
      commands,
      unreadable: unreadableSentence(unreadable),
    };
  });
}

async function fillTables(trx: Executor, archive: Archive): Promise<void> {
  const tables = await emptiedTables(trx);
  const columns = new Map(archive.manifest.tables.map((table) => [table.name, table.columns]));
  refuseOtherTables(archive, tables, columns);
  const parts = archive.parts();
  // Skips the manifest, which has already been read.
  await parts.next();
  for (const table of archive.contents.tables) {
    const attach = isMonth(table.name) ? await beginPartition(trx, table.name) : undefined;
    const stored = { ...table, columns: columns.get(table.name)! };
    await fillTable(trx, archive, stored, parts);
    await attach?.();
  }
  await parts.return(undefined);
}

/** Empties the tables, because the archive also contains the rows that migrations inserted. */
async function emptiedTables(trx: Executor): Promise<ReadonlyMap<string, StoredTable>> {
  const tables = await storedTables(trx);
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx);
    if (rows.length > 0) await sql`truncate ${sql.table(name)}`.execute(trx);
  }
  return new Map(tables.map((table) => [table.name, table]));
}

/**
 * A correct hash only proves that the archive is as its author wrote it, so every table name is
 * checked before it is used in SQL.
 */
function refuseOtherTables(
  { file, contents }: Archive,
  tables: ReadonlyMap<string, StoredTable>,
  columns: ReadonlyMap<string, readonly string[]>,
): void {
  const named = new Set(contents.tables.map(({ name }) => name));
  const lacking = [...tables.keys()].find((name) => !named.has(name));
  if (lacking !== undefined) throw unusable(file, `lacks the table ${lacking}.`);
  for (const { name } of contents.tables) {
    const listed = [...(columns.get(name) ?? [])].sort();
    if (isMonth(name) && listed.length > 0) continue;
    const known = [...(tables.get(name)?.columns ?? [])].sort();
    if (known.length === 0 || known.join() !== listed.join()) {
      throw unusable(file, `holds a table this version does not know as it is: ${name}.`);
    }
  }
}

/**
 * Ids that the former server gave after the backup have left the platform, with records that were
 * forwarded and with mails: they are not given again.
 */
const LEAVING_IDS: ReadonlySet<string> = new Set([
  'alarm_alarm_id_seq',
  'alarm_news_news_id_seq',
  'outbox_outbox_id_seq',
  'switch_event_switch_event_id_seq',
]);
/** More ids than a server gives in the time between two backups. */
const ID_GAP = 1_000_000_000;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function continueSequences(trx: Executor, { file, contents }: Archive): Promise<void> {
  for (const { name, last } of contents.sequences) {
    if (last === null && !LEAVING_IDS.has(name)) continue;
    const { rows } = await sql<{ there: boolean }>`
      select exists (select 1 from pg_sequences
        where schemaname = 'public' and sequencename = ${name}) as there`.execute(trx);
    if (rows[0]?.there !== true) throw unusable(file, `counts something unknown: ${name}.`);
    const next = LEAVING_IDS.has(name) ? Number(last ?? 0) + ID_GAP : last;
    await sql`select setval(${`public.${quoted(name)}`}::regclass, ${next}::bigint)`.execute(trx);
  }
}

/** Returns true if the database is empty; throws if a Busbar server is connected to it. */
export async function isEmptyDatabase(database: Database): Promise<boolean> {
  const { db } = database;
  if (!database.isExclusive) {
    // Renames the only connection that is open so far, so that the query below does not count it.
    await sql`set application_name = 'busbar restore'`.execute(db);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int4 as count from pg_stat_activity
      where datname = current_database() and application_name = 'busbar'`.execute(db);
    if (rows[0]!.count > 0) {
      throw new StartError('A Busbar is running on this database: stop it first.');
    }
  }
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select 1 from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`.execute(
    db,
  );
  if (rows.length > 0 && !rows.some(({ name }) => name === 'schema_migration')) {
    throw new StartError(
      'The database holds tables that are not of Busbar: give it a database of its own.',
    );
  }
  return rows.length === 0;
}
