/**
 * Removal of old monthly partitions of readings. A partition that still has rows is dropped only if
 * its rows are to be deleted too.
 */
import { sql } from 'kysely';
import type { Database, Executor } from './database.ts';
import { monthOf, type Partition, partitionedTables, readPartitions } from './partitions.ts';

/** Max wait for a lock; other sessions queue behind the waiting request for no longer than this. */
const LOCK_WAIT = '200ms';
/**
 * Time limit of the check for rows: right after a month was emptied, its index is full of dead
 * entries until it is vacuumed.
 */
const LOOK_WAIT = '2s';
/** Max size of an empty month with its index. */
const EMPTY_BYTES = 256 * 1024;

/**
 * Drops monthly partitions; each is detached first, so that no query waits. Returns their names.
 * Also completes interrupted work: a month that was being detached, or that was detached but not
 * dropped.
 */
export async function dropPartitions(
  database: Database,
  isOver: (partition: Partition) => boolean,
): Promise<string[]> {
  const { db } = database.as('owner');
  const dropped: string[] = [];
  for (const partition of await readPartitions(db)) {
    const { table, name, detaching } = partition;
    if (!detaching && !isOver(partition)) continue;
    // CONCURRENTLY does not block readers or writers. An interrupted detach must be finalized.
    // Citus has only the detach that waits for statements under way.
    const how = detaching ? sql`finalize` : database.isDistributed ? sql`` : sql`concurrently`;
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)} ${how}`.execute(
      db,
    );
    await sql`drop table if exists ${sql.table(name)}`.execute(db);
    dropped.push(name);
  }
  for (const name of await detachedMonths(db)) {
    await sql`drop table if exists ${sql.table(name)}`.execute(db);
    dropped.push(name);
  }
  return dropped;
}

/** Partitions detached by a process that ended before it could drop them. */
async function detachedMonths(db: Executor): Promise<string[]> {
  const pattern = `^(${partitionedTables.join('|')})_[0-9]{4}_[0-9]{2}$`;
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and not relispartition and relname ~ ${pattern}
      and relnamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Searches the primary key: unlike the table, it soon loses the entries of deleted rows. */
export function isEmpty(database: Database, name: string): Promise<boolean> {
  return database.as('owner').transaction((trx) => isEmptyIn(trx, name));
}

async function isEmptyIn(executor: Executor, name: string): Promise<boolean> {
  await sql`select set_config('enable_seqscan', 'off', true),
    set_config('statement_timeout', ${LOOK_WAIT}, true)`.execute(executor);
  const { rows } = await sql`select 1 from ${sql.table(name)}
    order by customer_id, device_id, ts limit 1`.execute(executor);
  return rows.length === 0;
}

/** Releases the disk space of a month without rows, but retains the partition for late readings. */
export async function truncateEmpty(database: Database, name: string): Promise<boolean> {
  return database.as('owner').transaction(async (trx) => {
    const { rows } = await sql<{ bytes: number }>`
      select pg_total_relation_size(${name}::regclass) as bytes`.execute(trx);
    if (rows[0]!.bytes < EMPTY_BYTES || !(await isEmptyIn(trx, name))) return false;
    await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(trx);
    await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(trx);
    // A late reading may have arrived in the meantime.
    if (!(await isEmptyIn(trx, name))) return false;
    await sql`truncate ${sql.table(name)}`.execute(trx);
    return true;
  });
}

/** Selects the partitions of the table that end at or before the instant. */
export const endsBy =
  (table: Partition['table'], beforeMs: number) =>
  (partition: Partition): boolean =>
    partition.table === table && monthOf(partition.name).end <= beforeMs;
