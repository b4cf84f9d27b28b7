/** Reads from the database's catalogue which tables exist and which of their columns are copied. */
import { sql } from 'kysely';
import type { Executor } from '../storage/database.ts';
import { isOnNodes } from '../storage/distributed/nodes-dialect.ts';
import { partitionOf } from '../storage/partitions.ts';
import { shardSizes } from './shard-sizes.ts';

export interface StoredTable {
  readonly name: string;
  /** Column names in the table's order, without generated columns. */
  readonly columns: readonly string[];
  /** Number of pages of the main relation only; of its largest shard if it is distributed. */
  readonly pages: number;
  /** Size of the table, including data stored outside the rows: long texts, photographs. */
  readonly bytes: number;
}

/**
 * Every table that holds rows, sorted by name; each month of a partitioned table is listed
 * separately. Excludes months that were detached from their table and are about to be dropped.
 */
export async function storedTables(executor: Executor): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select c.relname as name, pg_relation_size(c.oid) / current_setting('block_size')::int8 as pages,
      pg_table_size(c.oid) as bytes,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and not coalesce(i.inhdetachpending, false)
      and (c.relispartition or not exists (
        select 1 from pg_class p where p.relnamespace = c.relnamespace and p.relkind = 'p'
          and c.relname ~ ('^' || p.relname || '_[0-9]{4}_[0-9]{2}$')))
    order by c.relname collate "C"`.execute(executor);
  if (!isOnNodes(executor)) return rows;
  const sizes = await shardSizes(executor);
  return rows.map((table) => ({ ...table, ...sizes.get(table.name) }));
}

/** True for a monthly partition. Migrations create all other tables; months depend on the date. */
export const isMonth = (name: string): boolean => partitionOf(name) !== undefined;

export interface Sequence {
  readonly name: string;
  readonly last: string | null;
}

export async function sequences(executor: Executor): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' order by sequencename collate "C"`.execute(executor);
  return rows;
}
