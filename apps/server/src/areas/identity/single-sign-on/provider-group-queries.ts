/** Queries for what a row of the table of groups gives. */
import type { CustomerRole } from '@busbar/domain/access/own-role';
import type { Executor } from '../../../storage/database.ts';
import type { GroupRow } from './provider-queries.ts';

/** A role and a group that exist. */
export interface Target {
  readonly role: CustomerRole;
  readonly ownRoleId: number | null;
  /** Name of the role as shown in the log. */
  readonly roleName: string;
  readonly groupId: number;
  readonly groupName: string;
}

/** The rows are locked until the transaction ends. Returns undefined if one of them was deleted. */
export async function findTarget(
  trx: Executor,
  customerId: number,
  { role, ownRoleId, groupId }: Omit<GroupRow, 'providerGroup'>,
): Promise<Target | undefined> {
  const group = await trx
    .selectFrom('user_group')
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .select('name')
    .forShare()
    .executeTakeFirst();
  if (group === undefined) return undefined;
  const target = { role, ownRoleId, roleName: role, groupId, groupName: group.name };
  if (ownRoleId === null) return target;
  const own = await trx
    .selectFrom('custom_role')
    .where('customer_id', '=', customerId)
    .where('custom_role_id', '=', ownRoleId)
    .select(['name', 'copied_from as copiedFrom'])
    .forShare()
    .executeTakeFirst();
  return own && { ...target, role: own.copiedFrom, roleName: own.name };
}

export async function findRootGroup(db: Executor, customerId: number): Promise<number> {
  const groupId = await findRootGroupIfAny(db, customerId);
  if (groupId === undefined) throw new Error(`customer ${customerId} has no topmost group`);
  return groupId;
}

/** Returns undefined for an unknown customer. */
export async function findRootGroupIfAny(
  db: Executor,
  customerId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('user_group')
    .where('customer_id', '=', customerId)
    .where('parent_id', 'is', null)
    .select('group_id as groupId')
    .executeTakeFirst();
  return row?.groupId;
}

/** Returns undefined if the customer is not active or has expired. */
export async function findActiveCustomer(
  db: Executor,
  customerId: number,
): Promise<{ readonly expiresAt: number | null } | undefined> {
  return db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'active')
    .select('expires_at as expiresAt')
    .executeTakeFirst();
}
