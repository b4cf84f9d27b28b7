/** Groups whose alarms a caller sees; queries do not filter by group if the caller sees all. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Scope, seesWholeCustomer } from '../../caller.ts';
import type { Executor } from '../../storage/database.ts';

/** Returns the visible groups; undefined: all groups of the customer. */
export async function groupsSeen(
  db: Executor,
  scope: Scope,
): Promise<readonly number[] | undefined> {
  if (seesWholeCustomer(scope)) return undefined;
  const { rows } = await sql<{ groupId: number; inside: boolean }>`
    select group_id as "groupId", path @> array[${scope.groupId}::integer] as inside
    from user_group where customer_id = ${scope.customerId}`.execute(db);
  if (rows.length > 0 && rows.every(({ inside }) => inside)) return undefined;
  return rows.filter(({ inside }) => inside).map(({ groupId }) => groupId);
}

export function inGroups(
  column: RawBuilder<unknown>,
  groups: readonly number[] | undefined,
): RawBuilder<SqlBool> {
  return groups === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${column} = any(${[...groups]}::int4[])`;
}
