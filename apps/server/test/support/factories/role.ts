/** Custom roles of a customer. */
import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

/** A role of a tenant, which no user has. */
export async function buildRole({ db }: Database, { label, customerId, at }: Owner) {
  return db
    .insertInto('custom_role')
    .values({
      customer_id: customerId,
      name: `${label}-role`,
      copied_from: 'viewer',
      permissions: ['data.read'],
      created_at: at,
      changed_at: at,
    })
    .returning('custom_role_id as roleId')
    .executeTakeFirstOrThrow();
}

let count = 0;

/** Returns the id of a new role with these permissions. */
export async function buildCustomRole(
  { db }: Database,
  customerId: number,
  permissions: readonly string[],
  copiedFrom = 'viewer',
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into custom_role (customer_id, name, copied_from, permissions, created_at, changed_at)
    values (${customerId}, ${`role ${++count}`}, ${copiedFrom}, ${permissions}::text[], now(), now())
    returning custom_role_id as id`.execute(db);
  return rows[0]!.id;
}

/** Gives the user a new role with these permissions. */
export async function assignCustomRole(
  database: Database,
  { customerId, userId }: { readonly customerId: number; readonly userId: number },
  permissions: readonly string[],
  copiedFrom = 'viewer',
): Promise<void> {
  const id = await buildCustomRole(database, customerId, permissions, copiedFrom);
  await sql`update user_account set custom_role_id = ${id}
    where customer_id = ${customerId} and user_id = ${userId}`.execute(database.db);
}
