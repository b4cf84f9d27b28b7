/**
 * Rights administrators of a customer: enabled accounts of its root group that may manage users and
 * roles. Without one, no user could grant permissions, so the last one cannot be removed. Accounts
 * that a provider created do not count, because the provider can take their role at any time.
 */
import { isRightsAdministrator } from '@busbar/domain/access/own-role';
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { sql } from 'kysely';
import { PAIR_LOCKS } from '../../../storage/advisory-locks.ts';
import type { Executor } from '../../../storage/database.ts';
import { permissionsOfUser } from './permission-queries.ts';

/** Serializes changes of permissions within a customer until the transaction ends. */
export async function lockRights(trx: Executor, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(PAIR_LOCKS.rights)}, ${customerId}::integer)`.execute(
    trx,
  );
}

/**
 * Must be called after a change, in its transaction and under `lockRights`; if it returns false,
 * the change must be rolled back. `but` contains users to leave out because they are about to be
 * removed.
 */
export async function hasRightsAdministrator(
  trx: Executor,
  customerId: number,
  but: readonly number[] = [],
): Promise<boolean> {
  const { rows } = await sql<{ role: Role; permissions: Permission[] | null }>`
    select distinct u.role, ${permissionsOfUser()} as permissions
    from user_account u
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
    where u.customer_id = ${customerId} and not u.disabled and u.has_password and g.parent_id is null
      and u.user_id <> all(${[...but]}::integer[])`.execute(trx);
  return rows.some(isRightsAdministrator);
}
