/** A custom role of a customer, which no user has. */
import type { Database } from '../../../src/storage/database.ts';
import type { Owner } from './owner.ts';

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
