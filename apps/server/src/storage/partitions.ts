/**
 * Monthly partitions of readings. A partition is created before its readings arrive: there is no
 * default partition for other rows, because it would prevent detaching a month while the platform
 * is running.
 */
import { sql } from 'kysely';
import { LOCKS } from './advisory-locks.ts';
import type { Database, Executor } from './database.ts';

export const rawTables = ['measurement', 'energy_register'] as const;
export type RawTable = (typeof rawTables)[number];
/** Tables of downsampled readings; their monthly partitions are created when they are needed. */
export const quarterTables = {
  measurement: 'measurement_quarter',
  energy_register: 'energy_register_quarter',
} as const satisfies Record<RawTable, string>;
/** Hourly measurements, for charts; their monthly partitions are created as they are aggregated. */
export const hourTable = 'measurement_hour';
/** Raw answers of meters; a recent month is created with those of the raw tables. */
export const answerTable = 'meter_answer';
export const partitionedTables = [
  ...rawTables,
  ...Object.values(quarterTables),
  hourTable,
  answerTable,
] as const;
export type PartitionedTable = (typeof partitionedTables)[number];

const dayMs = 86_400_000;
/** Late readings are accepted for 400 days (device protocol, "Time"). */
export const retainedMs = 400 * dayMs;
export const createdAheadMs = 60 * dayMs;
/** Answers are stored as they arrive: a batch may have waited since yesterday. */
const answersBehindMs = 2 * dayMs;

interface Month {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
}

/**
 * Creates the partitions of every UTC month in [fromMs, toMs] and returns the new names. Safe to
 * repeat and to call from several processes concurrently.
 */
export async function ensurePartitions(
  database: Database,
  fromMs: number,
  toMs: number,
  tables: readonly PartitionedTable[] = rawTables,
): Promise<string[]> {
  const wanted = monthsBetween(fromMs, toMs).flatMap((month) =>
    tables.map((table) => ({ table, month, name: partitionName(table, month) })),
  );
  const present = new Set((await readPartitions(database.db)).map(({ name }) => name));
  if (wanted.every(({ name }) => present.has(name))) return [];

  return database.as('owner').transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.partitions}::bigint)`.execute(trx);
    const taken = new Set((await readPartitions(trx)).map(({ name }) => name));
    const missing = wanted.filter(({ name }) => !taken.has(name));
    for (const { table, month, name } of missing) await createPartition(trx, table, month, name);
    return missing.map(({ name }) => name);
  });
}

/**
 * Creates the partitions a start and the scheduled job need: 400 days back and 60 days ahead. Older
 * months of answers are not created again after they were dropped.
 */
export async function ensurePartitionsAround(database: Database, nowMs: number): Promise<string[]> {
  const until = nowMs + createdAheadMs;
  const created = await ensurePartitions(database, nowMs - retainedMs, until);
  const ofAnswers = await ensurePartitions(database, nowMs - answersBehindMs, until, [answerTable]);
  return [...created, ...ofAnswers];
}

async function createPartition(
  trx: Executor,
  table: PartitionedTable,
  month: Month,
  name: string,
): Promise<void> {
  // The partition is created separately and attached: CREATE … PARTITION OF would lock out every
  // reader.
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all)`.execute(trx);
  await attachPartition(trx, table, month, name);
}

async function attachPartition(
  trx: Executor,
  table: PartitionedTable,
  month: Month,
  name: string,
): Promise<void> {
  const from = sql.lit(monthStart(month));
  const to = sql.lit(monthStart({ year: month.year, month: month.month + 1 }));
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${from}) to (${to})`.execute(trx);
}

/** The table and month in a partition's name; undefined if it is not the name of a partition. */
export function partitionOf(
  name: string,
): { readonly table: PartitionedTable; readonly month: Month } | undefined {
  const [, parent, year, month] = /^(.+)_(\d{4})_(0[1-9]|1[0-2])$/.exec(name) ?? [];
  const table = partitionedTables.find((known) => known === parent);
  return table && { table, month: { year: Number(year), month: Number(month) - 1 } };
}

/**
 * Creates a monthly partition that is filled in one pass, without indexes: the returned function
 * creates them in one pass over all rows when it attaches the partition.
 */
export async function beginPartition(trx: Executor, name: string): Promise<() => Promise<void>> {
  const parsed = partitionOf(name);
  if (parsed === undefined) throw new Error(`${name} is no partition`);
  const { table, month } = parsed;
  await sql`create table ${sql.table(name)}
    (like ${sql.table(table)} including all excluding indexes)`.execute(trx);
  return () => attachPartition(trx, table, month, name);
}

export interface Partition {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly detaching: boolean;
}

/** Partitions of all tables, each table's oldest first. */
export async function readPartitions(executor: Executor): Promise<Partition[]> {
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

/** The month in a partition's name, [start, end) in epoch ms. */
export function monthOf(name: string): { readonly start: number; readonly end: number } {
  const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
  if (year === undefined || month === undefined) throw new Error(`${name} names no month`);
  return {
    start: Date.UTC(Number(year), Number(month) - 1),
    end: Date.UTC(Number(year), Number(month)),
  };
}

/** Start of the UTC month that contains the instant. */
export function startOfMonth(ms: number): number {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth());
}
