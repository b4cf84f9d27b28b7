/** The rows from before the distribution, which the coordinator still stores but no longer shows. */
import { sql } from 'kysely';
import type { Executor } from '../database.ts';

/**
 * Frees the disk of those rows, in all tables that are distributed, and returns whether nothing is
 * left. Safe to repeat. The triggers that protect the audit trail would refuse it: an owner that may
 * not set `session_replication_role` leaves the rows as they are.
 */
export async function freeLocalRows(trx: Executor): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_catalog.pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = 'public'::regnamespace and pg_relation_size(c.oid) > 0`.execute(trx);
  if (rows.length === 0) return true;
  const { rows: permissions } = await sql<{ isAllowed: boolean }>`
    select has_parameter_privilege('session_replication_role', 'set') as "isAllowed"`.execute(trx);
  if (!permissions[0]!.isAllowed) return false;
  await sql`set local session_replication_role = 'replica'`.execute(trx);
  for (const { name } of rows) {
    await sql`select truncate_local_data_after_distributing_table(${name})`.execute(trx);
  }
  return true;
}
