/**
 * Months of readings. A partition is made ahead of its readings: there is no default partition to
 * catch the rest, because it would forbid taking one away while the platform runs.
 */
import { sql } from 'kysely';
import type { Database, Executor } from './database.ts';

export const partitionedTables = ['measurement', 'energy_register'] as const;
type PartitionedTable = (typeof partitionedTables)[number];

const dayMs = 86_400_000;
/** Late readings are accepted for 400 days (device protocol, "Time"). */
export const keptBackMs = 400 * dayMs;
export const madeAheadMs = 60 * dayMs;

const lockKey = 7_282_227_283;

interface Month {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
}

/**
 * Makes the partitions of every UTC month that [fromMs, toMs] touches and answers the new names.
 * Safe to repeat and from several processes at once.
 */
export async function ensurePartitions(
  database: Database,
  fromMs: number,
  toMs: number,
): Promise<string[]> {
  const wanted = monthsBetween(fromMs, toMs).flatMap((month) =>
    partitionedTables.map((table) => ({ table, month, name: partitionName(table, month) })),
  );
  const present = new Set((await readPartitions(database.db)).map(({ name }) => name));
  if (wanted.every(({ name }) => present.has(name))) return [];

  return database.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
    const taken = new Set((await readPartitions(trx)).map(({ name }) => name));
    const missing = wanted.filter(({ name }) => !taken.has(name));
    for (const { table, month, name } of missing) await createPartition(trx, table, month, name);
    return missing.map(({ name }) => name);
  });
}

/** What a start and the daily job ask for: 400 days back and 60 ahead. */
export function ensurePartitionsAround(database: Database, nowMs: number): Promise<string[]> {
  return ensurePartitions(database, nowMs - keptBackMs, nowMs + madeAheadMs);
}

/** Drops the months that ended at or before `beforeMs`, with all their readings; answers names. */
export async function dropPartitionsBefore(
  database: Database,
  beforeMs: number,
): Promise<string[]> {
  const old = (await readPartitions(database.db)).filter(({ name }) => monthEnd(name) <= beforeMs);
  for (const { table, name, detaching } of old) {
    // CONCURRENTLY, which waits for no reader and no writer, is refused inside a transaction, and
    // the embedded database has nobody to wait for. One that was interrupted has to be finished.
    const how = detaching
      ? sql`finalize`
      : database.engine === 'postgres'
        ? sql`concurrently`
        : sql``;
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)} ${how}`.execute(
      database.db,
    );
    await sql`drop table ${sql.table(name)}`.execute(database.db);
  }
  return old.map(({ name }) => name);
}

async function createPartition(
  trx: Executor,
  table: PartitionedTable,
  month: Month,
  name: string,
): Promise<void> {
  // Made beside its table and attached: CREATE … PARTITION OF would lock out every reader.
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all)`.execute(trx);
  const from = sql.lit(monthStart(month));
  const to = sql.lit(monthStart({ year: month.year, month: month.month + 1 }));
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${from}) to (${to})`.execute(trx);
}

interface Partition {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly detaching: boolean;
}

async function readPartitions(executor: Executor): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select parent.relname as table, child.relname as name, inhdetachpending as detaching
    from pg_inherits
    join pg_class parent on parent.oid = inhparent
    join pg_class child on child.oid = inhrelid
    where parent.relname in (${sql.join([...partitionedTables])})
      and parent.relkind = 'p' and pg_table_is_visible(parent.oid)
    order by child.relname`.execute(executor);
  return rows;
}

function partitionName(table: PartitionedTable, { year, month }: Month): string {
  return `${table}_${year}_${String(month + 1).padStart(2, '0')}`;
}

function monthsBetween(fromMs: number, toMs: number): Month[] {
  const months: Month[] = [];
  const first = new Date(fromMs);
  for (let month = first.getUTCMonth(); ; month += 1) {
    const start = Date.UTC(first.getUTCFullYear(), month);
    if (start > toMs) return months;
    const at = new Date(start);
    months.push({ year: at.getUTCFullYear(), month: at.getUTCMonth() });
  }
}

function monthStart({ year, month }: Month): string {
  return new Date(Date.UTC(year, month)).toISOString();
}

/** Epoch milliseconds at which the month in a partition's name is over. */
function monthEnd(name: string): number {
  const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
  if (year === undefined || month === undefined) return Number.POSITIVE_INFINITY;
  return Date.UTC(Number(year), Number(month));
}
