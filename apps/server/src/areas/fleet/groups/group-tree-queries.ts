/** Changes a customer's group tree: it is read whole under one lock and written path by path. */
import type { GroupPath, PathMove, TreeGroup } from '@busbar/domain/access/group-tree';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';

/**
 * Returns every active group of the customer, including those above the caller's, because the tree
 * rules count all of them.
 */
export async function readTree(db: Executor, customerId: number): Promise<TreeGroup[]> {
  return db
    .selectFrom('user_group')
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .select(['group_id as groupId', 'parent_id as parentId', 'name', 'path'])
    .execute();
}

export interface CountedGroup extends TreeGroup {
  /** Active devices directly in the group, without a simulated one. */
  readonly devices: number;
  /** Accounts directly in the group, including disabled ones. */
  readonly users: number;
}

/** Returns the caller's group and its subgroups, ordered by level and name. */
export async function listCountedGroups(db: Executor, scope: Scope): Promise<CountedGroup[]> {
  const { rows } = await sql<CountedGroup>`
    select g.group_id as "groupId", g.parent_id as "parentId", g.name, g.path,
      coalesce(d.number, 0)::integer as devices, coalesce(u.number, 0)::integer as users
    from user_group g
    left join (select group_id, count(*) filter (where ${isCounted('device')}) as number from device
      where customer_id = ${scope.customerId} and deleted_at is null group by 1) d using (group_id)
    left join (select group_id, count(*) as number from user_account
      where customer_id = ${scope.customerId} and role <> 'platform' group by 1) u using (group_id)
    where g.customer_id = ${scope.customerId} and g.deleted_at is null
      and g.path @> array[${scope.groupId}::integer]
    order by cardinality(g.path), lower(g.name), g.group_id`.execute(db);
  return rows;
}

export interface NewGroup {
  readonly customerId: number;
  readonly groupId: number;
  readonly parentId: number;
  readonly name: string;
  readonly path: GroupPath;
  readonly now: number;
}

/** Returns false if another group already has the id. */
export async function insertGroup(trx: Executor, { now, ...group }: NewGroup): Promise<boolean> {
  const row = await trx
    .insertInto('user_group')
    .values({
      ...snakeCaseKeys(group),
      path: [...group.path],
      created_at: instant(now),
    })
    .onConflict((oc) => oc.doNothing())
    .returning('group_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function writeGroupName(
  trx: Executor,
  customerId: number,
  groupId: number,
  name: string,
): Promise<void> {
  await trx
    .updateTable('user_group')
    .set({ name })
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .execute();
}

/** Locks a group and its subgroups against changes, and against objects being added to them. */
export async function lockSubtree(
  trx: Executor,
  customerId: number,
  groupId: number,
): Promise<void> {
  await sql`
    select 1 from user_group
    where customer_id = ${customerId} and path @> array[${groupId}::integer]
    order by group_id for update`.execute(trx);
}

/** Moves the group below another parent and updates the paths of all its subgroups. */
export async function writeGroupMove(
  trx: Executor,
  customerId: number,
  { from, to }: PathMove,
): Promise<void> {
  const groupId = from.at(-1)!;
  await sql`
    update user_group set path = ${[...to]}::integer[] || path[${from.length + 1}::integer:]
    where customer_id = ${customerId} and path @> array[${groupId}::integer]`.execute(trx);
  await trx
    .updateTable('user_group')
    .set({ parent_id: to.at(-2)! })
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .execute();
}
