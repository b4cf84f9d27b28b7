/**
 * Group tree of a customer. A user sees the group of the account and its subgroups
 * (docs/decisions.md 1). A deleted group is never returned; its history is still found by its path.
 */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';

export interface Group {
  readonly groupId: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly path: readonly number[];
}

function groupsOf(db: Executor, scope: Scope) {
  return db
    .selectFrom('user_group')
    .where('customer_id', '=', scope.customerId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`path @> array[${scope.groupId}::integer]`)
    .select(['group_id as groupId', 'parent_id as parentId', 'name', 'path']);
}

/** Returns the caller's own group first, then its subgroups, parents before children. */
export async function listGroups(db: Executor, scope: Scope): Promise<Group[]> {
  return groupsOf(db, scope)
    .orderBy(sql`cardinality(path)`)
    .orderBy('name')
    .orderBy('group_id')
    .execute();
}

/** Returns undefined for a group outside the scope, as for an unknown id. */
export async function findGroup(
  db: Executor,
  scope: Scope,
  id: string | number,
): Promise<Group | undefined> {
  const groupId = parseId(id);
  if (groupId === undefined) return undefined;
  return groupsOf(db, scope).where('group_id', '=', groupId).executeTakeFirst();
}

/** Finds a group and locks it until the end of a transaction that adds an object to it. */
export async function lockGroupRow(
  trx: Executor,
  scope: Scope,
  id: string | number,
): Promise<Group | undefined> {
  const groupId = parseId(id);
  if (groupId === undefined) return undefined;
  return groupsOf(trx, scope).where('group_id', '=', groupId).forShare().executeTakeFirst();
}

export async function insertRootGroup(
  trx: Executor,
  customerId: number,
  groupId: number,
  name: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto('user_group')
    .values({
      customer_id: customerId,
      group_id: groupId,
      parent_id: null,
      name,
      path: [groupId],
      created_at: instant(now),
    })
    .execute();
}

export interface GroupInfo {
  readonly groupId: number;
  readonly name: string;
  readonly mapType: 'baidu' | 'google';
  readonly zone: string;
  readonly currencyId: number;
  readonly currencyCode: string;
  readonly currencyEnglish: string;
  readonly currencyChinese: string;
  readonly currencySymbol: string;
}

/** Returns the caller's own group with the settings the customer chose at registration. */
export async function findGroupInfo(db: Executor, scope: Scope): Promise<GroupInfo> {
  return db
    .selectFrom('user_group')
    .innerJoin('customer', 'customer.customer_id', 'user_group.customer_id')
    .innerJoin('zone', 'zone.zone_id', 'customer.zone_id')
    .innerJoin('currency', 'currency.currency_id', 'customer.currency_id')
    .where('user_group.customer_id', '=', scope.customerId)
    .where('user_group.group_id', '=', scope.groupId)
    .select([
      'user_group.group_id as groupId',
      'user_group.name',
      'customer.map_type as mapType',
      'zone.iana_name as zone',
      'currency.currency_id as currencyId',
      'currency.code as currencyCode',
      'currency.english_name as currencyEnglish',
      'currency.chinese_name as currencyChinese',
      'currency.symbol as currencySymbol',
    ])
    .executeTakeFirstOrThrow();
}
