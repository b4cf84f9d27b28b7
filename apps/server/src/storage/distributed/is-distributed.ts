/** Which tables of a database are on the nodes of Citus. */
import { sql } from 'kysely';
import type { Executor } from '../database.ts';

/** The table that is distributed first, and whose shards the others follow. */
export const FIRST_TABLE = 'customer';

/** Returns whether the tables of this database are on the worker nodes of Citus. */
export async function isDistributed(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ isInstalled: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "isInstalled"`.execute(
    executor,
  );
  return rows[0]!.isInstalled && (await distributedTables(executor)).has(FIRST_TABLE);
}

/** Tables by customer and reference tables, without partitions. */
export async function distributedTables(executor: Executor): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_catalog.pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition`.execute(executor);
  return new Set(rows.map(({ name }) => name));
}
