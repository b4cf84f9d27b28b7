/** Queries for the API keys that users of a provider have created. */
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { holdsPermission } from '../../shared/rights/permission-queries.ts';

export type KeyOwners =
  /** All keys of a user. */
  | { readonly userId: number }
  /** The keys of a user that the role and the group of the user no longer permit. */
  | { readonly beyondRightsOf: number }
  /** The keys of all users without a password. */
  | 'without-password';

export interface OwnedKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
}

export async function listKeysOf(
  trx: Executor,
  customerId: number,
  owners: KeyOwners,
  now: number,
): Promise<OwnedKey[]> {
  const { rows } = await sql<OwnedKey>`
    select k.api_key_id as id, k.name, k.prefix from api_key k
    join user_account u on u.customer_id = k.customer_id and u.user_id = k.created_by
    where k.customer_id = ${customerId} and u.customer_id = ${customerId}
      and k.revoked_at is null and k.expires_at > ${instant(now)} and ${isOwned(customerId, owners)}
    order by k.api_key_id`.execute(trx);
  return rows;
}

function isOwned(customerId: number, owners: KeyOwners): RawBuilder<unknown> {
  if (owners === 'without-password') return sql`not u.has_password`;
  if ('userId' in owners) return sql`u.user_id = ${owners.userId}`;
  return sql`u.user_id = ${owners.beyondRightsOf}
    and not (${holdsPermission('key.manage', customerId)} and exists (
      select 1 from user_group g where g.customer_id = ${customerId} and g.group_id = k.group_id
        and g.path @> array[u.group_id]))`;
}

export async function revokeKeys(
  trx: Executor,
  customerId: number,
  ids: readonly number[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('api_key')
    .set({ revoked_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('api_key_id', 'in', [...ids])
    .execute();
}
