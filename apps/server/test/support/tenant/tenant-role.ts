/** A custom role of a customer, which no user has. */
import type { Database } from '../../../src/storage/database.ts';

export async function giveRole(
  { db }: Database,
  { label, customerId, at }: { label: string; customerId: number; at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('custom_role')
    .values({
      customer_id: customerId,
      name: `${label}-role`,
      copied_from: 'viewer',
      permissions: ['data.read'],
      created_at: at,
      changed_at: at,
    })
    .returning('custom_role_id as id')
    .executeTakeFirstOrThrow();
  return id;
}
