/**
 * Counts the contents and dependents of a group and marks it as deleted; the row is retained for
 * the history that refers to its path.
 */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface GroupContents {
  /** Active direct subgroups. */
  readonly groups: number;
  /** Active devices directly in the group. */
  readonly devices: number;
  /** Accounts directly in the group, including disabled ones. */
  readonly users: number;
  readonly projects: number;
  /** API keys that are neither revoked nor expired. */
  readonly keys: number;
  /** Enabled scheduled reports of the group. */
  readonly schedules: number;
  /** Alarm rules of the group, which are deleted with it. */
  readonly rules: number;
  /** Maintenance windows of the group that have not ended; they end when it is deleted. */
  readonly windows: number;
}

export async function countContents(
  db: Executor,
  customerId: number,
  groupId: number,
  now: number,
): Promise<GroupContents> {
  const own = sql`customer_id = ${customerId} and group_id = ${groupId}`;
  const { rows } = await sql<GroupContents>`select
    (select count(*) from user_group where customer_id = ${customerId}
      and parent_id = ${groupId} and deleted_at is null) as groups,
    (select count(*) from device where ${own} and deleted_at is null) as devices,
    (select count(*) from user_account where ${own}) as users,
    (select count(*) from project where ${own} and deleted_at is null) as projects,
    (select count(*) from api_key where ${own} and revoked_at is null
      and expires_at > ${instant(now)}::timestamptz) as keys,
    (select count(*) from report_schedule where ${own} and enabled) as schedules,
    (select count(*) from alarm_rule where ${own}) as rules,
    (select count(*) from alarm_window where ${own} and cancelled_at is null
      and ends_at > ${instant(now)}::timestamptz) as windows`.execute(db);
  return rows[0]!;
}

/**
 * Locks the group: waits for transactions that add objects to it; later ones see the group only
 * after this transaction.
 */
export async function lockGroup(trx: Executor, customerId: number, groupId: number): Promise<void> {
  await trx
    .selectFrom('user_group')
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .select('group_id')
    .forUpdate()
    .execute();
}

export async function markGroupDeleted(
  trx: Executor,
  customerId: number,
  groupId: number,
  { now, userName }: { readonly now: number; readonly userName: string },
): Promise<void> {
  await trx
    .updateTable('user_group')
    .set({ deleted_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .execute();
  await trx
    .deleteFrom('group_default')
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .execute();
  await trx
    .deleteFrom('alarm_rule')
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .execute();
  await trx
    .updateTable('alarm_window')
    .set({ cancelled_at: instant(now), cancelled_by_name: userName })
    .where('customer_id', '=', customerId)
    .where('group_id', '=', groupId)
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', instant(now))
    .execute();
}
