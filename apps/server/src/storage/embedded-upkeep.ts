/**
 * What the background processes of a PostgreSQL server do, for the embedded database, which has
 * none: without checkpoints its write-ahead log grows for ever and a start after a kill replays
 * all of it; without vacuum a row that changes every minute leaves a dead one each time, and the
 * planner never learns how large a table is. A job calls this about once a minute.
 */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Replaying this much takes about a second at the next start. */
const checkpointAfterBytes = 64 * 1024 * 1024;
/** As autovacuum by default: a base number of rows, and a share of the table. */
const baseRows = 50;
const deadShare = 0.2;
const changedShare = 0.1;
/** One pass works for at most so many tables; each is a short statement that others wait for. */
const tablesPerPass = 4;

export interface UpkeepDone {
  readonly checkpoint: boolean;
  readonly vacuumed: readonly string[];
}

/** One pass. Does nothing on a server. */
export async function upkeep(database: Database): Promise<UpkeepDone> {
  if (database.engine !== 'pglite') return { checkpoint: false, vacuumed: [] };
  const { db } = database.as('owner');
  // The session counts for itself and writes its counts down about once a second, or when told to.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const tables = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where n_dead_tup > ${baseRows}::float8 + ${deadShare}::float8 * n_live_tup
      or n_mod_since_analyze > ${baseRows}::float8 + ${changedShare}::float8 * n_live_tup
    order by n_dead_tup + n_mod_since_analyze desc
    limit ${tablesPerPass}`.execute(db);
  for (const { name } of tables.rows) {
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
  }
  const log = await sql<{ bytes: string }>`
    select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()`.execute(db);
  const checkpoint = Number(log.rows[0]?.bytes ?? 0) > checkpointAfterBytes;
  if (checkpoint) await sql`checkpoint`.execute(db);
  return { checkpoint, vacuumed: tables.rows.map(({ name }) => name) };
}
