/** Queries for the custom roles of a customer and the number of users with each role. */
import type { CustomerRole } from '@busbar/domain/access/own-role';
import type { CustomerPermission } from '@busbar/domain/access/permission';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface OwnRole {
  readonly id: number;
  readonly name: string;
  /** The built-in role from which the custom role was derived. */
  readonly copiedFrom: CustomerRole;
  readonly permissions: readonly CustomerPermission[];
  readonly changedAt: number;
}

const COLUMNS = [
  'custom_role_id as id',
  'name',
  'copied_from as copiedFrom',
  'permissions',
  'changed_at as changedAt',
] as const;

/** Returns the custom roles, ordered by name. */
export async function listOwnRoles(db: Executor, customerId: number): Promise<OwnRole[]> {
  return db
    .selectFrom('custom_role')
    .where('customer_id', '=', customerId)
    .select(COLUMNS)
    .orderBy(sql`lower(name)`)
    .orderBy('custom_role_id')
    .execute();
}

export interface RoleHolders {
  /** Null if the user has a built-in role and no custom role derived from it. */
  readonly ownRoleId: number | null;
  readonly role: string;
  /** Accounts inside the scope, including disabled ones. */
  readonly inside: number;
  /** Accounts of the customer outside the scope. */
  readonly outside: number;
}

export async function countHolders(db: Executor, scope: Scope): Promise<RoleHolders[]> {
  const { rows } = await sql<RoleHolders>`
    select u.custom_role_id as "ownRoleId", u.role,
      (count(*) filter (where g.path @> array[${scope.groupId}::integer]))::integer as inside,
      (count(*) filter (where not g.path @> array[${scope.groupId}::integer]))::integer as outside
    from user_account u
    join user_group g on g.customer_id = u.customer_id and g.group_id = u.group_id
    where u.customer_id = ${scope.customerId}
    group by 1, 2`.execute(db);
  return rows;
}

export interface NewRole {
  readonly name: string;
  readonly copiedFrom: CustomerRole;
  readonly permissions: readonly CustomerPermission[];
}

export async function insertRole(
  trx: Executor,
  customerId: number,
  role: NewRole,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('custom_role')
    .values({
      customer_id: customerId,
      name: role.name,
      copied_from: role.copiedFrom,
      permissions: [...role.permissions],
      created_at: instant(now),
      changed_at: instant(now),
    })
    .returning('custom_role_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRole(
  trx: Executor,
  customerId: number,
  role: Pick<OwnRole, 'id' | 'name' | 'permissions' | 'changedAt'>,
): Promise<void> {
  await trx
    .updateTable('custom_role')
    .set({
      name: role.name,
      permissions: [...role.permissions],
      changed_at: instant(role.changedAt),
    })
    .where('customer_id', '=', customerId)
    .where('custom_role_id', '=', role.id)
    .execute();
}

export async function removeRole(trx: Executor, customerId: number, id: number): Promise<void> {
  await trx
    .deleteFrom('custom_role')
    .where('customer_id', '=', customerId)
    .where('custom_role_id', '=', id)
    .execute();
}
