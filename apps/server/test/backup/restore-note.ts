/** The audit entries that a restore writes into the restored database. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { NOW } from './backup-fixture.ts';

/**
 * Checks and removes the one unsealed entry that a restore adds per customer, to leave the database
 * as it was.
 */
export async function takeRestoreNote(restored: Database): Promise<void> {
  const { rows } = await sql<{ id: number; customers: number; detail: unknown }>`
    select min(e.audit_entry_id)::float8 as id, count(distinct e.customer_id)::int4 as customers,
      (array_agg(e.detail))[1] as detail
    from audit_entry e join audit_unsealed u using (customer_id, audit_entry_id)
    where e.command = 'restore'`.execute(restored.db);
  const all = await sql<{ customers: number; newest: number }>`
    select (select count(*) from customer)::int4 as customers,
      coalesce((select max(audit_entry_id) from audit_entry where command <> 'restore'), 0)::float8
        as newest`.execute(restored.db);
  expect(rows[0]).toMatchObject({
    customers: all.rows[0]!.customers,
    detail: { backup_of: new Date(NOW).toISOString() },
  });
  expect(rows[0]!.customers).toBeGreaterThan(0);
  expect(rows[0]!.id).toBeGreaterThan(all.rows[0]!.newest);
  await restored.transaction(async (trx) => {
    await sql`set local session_replication_role = 'replica'`.execute(trx);
    await sql`delete from audit_unsealed u using audit_entry e
      where e.command = 'restore' and e.customer_id = u.customer_id
        and e.audit_entry_id = u.audit_entry_id`.execute(trx);
    await sql`delete from audit_entry where command = 'restore'`.execute(trx);
  });
}
