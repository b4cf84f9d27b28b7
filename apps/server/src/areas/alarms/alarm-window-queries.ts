/** Maintenance windows: alarms that begin in one are recorded without notifications. */

import { sql } from 'kysely';
import type { Caller, Scope } from '../../caller.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import type { AlarmedDevice } from './active-alarm-queries.ts';

interface Window {
  readonly customerId: number;
  readonly deviceId: number | null;
  readonly groupId: number | null;
  readonly from: number;
  readonly to: number;
}

interface Opened {
  readonly device: AlarmedDevice;
  readonly alarm: { readonly openedAt: number };
  readonly isHistory: boolean;
}

/** Reads the windows of the alarms' customers that overlap the time span of the opened alarms. */
export async function readWindows(trx: Executor, opened: readonly Opened[]): Promise<Window[]> {
  if (opened.length === 0) return [];
  const customers = [...new Set(opened.map(({ device }) => device.customerId))];
  const instants = opened.map(({ alarm }) => alarm.openedAt);
  const { rows } = await sql<Window>`
    select customer_id as "customerId", device_id as "deviceId", group_id as "groupId",
      starts_at as "from", coalesce(cancelled_at, ends_at) as "to"
    from alarm_window
    where customer_id = any(${customers}::int4[])
      and ends_at > ${new Date(Math.min(...instants))}::timestamptz
      and starts_at <= ${new Date(Math.max(...instants))}::timestamptz`.execute(trx);
  return rows;
}

/** Returns true for an alarm in a maintenance window, and for history, which has already ended. */
export function isQuiet(windows: readonly Window[], { device, alarm, isHistory }: Opened): boolean {
  const at = alarm.openedAt;
  return (
    isHistory ||
    windows.some(
      (window) =>
        window.customerId === device.customerId &&
        window.from <= at &&
        at < window.to &&
        (window.deviceId === device.deviceId ||
          (window.groupId !== null && device.groupPath.includes(window.groupId))),
    )
  );
}

export interface WindowRow {
  readonly id: number;
  readonly deviceCode: string | null;
  readonly deviceName: string | null;
  readonly groupId: number | null;
  readonly groupName: string | null;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly createdByName: string;
  readonly createdAt: number;
  readonly cancelledAt: number | null;
  readonly cancelledByName: string;
}

/** Windows of devices and groups in the scope. */
function windowsOf(scope: Scope) {
  return sql`from alarm_window w
    left join device d on d.customer_id = w.customer_id and d.device_id = w.device_id
    join user_group g on g.customer_id = w.customer_id
      and g.group_id = coalesce(w.group_id, d.group_id)
    where w.customer_id = ${scope.customerId} and g.path @> array[${scope.groupId}::integer]`;
}

const COLUMNS = sql`
  w.alarm_window_id as id, d.device_code as "deviceCode", d.name as "deviceName",
  w.group_id as "groupId", case when w.group_id is null then null else g.name end as "groupName",
  w.starts_at as "from", w.ends_at as "to", w.reason, w.created_by_name as "createdByName",
  w.created_at as "createdAt", w.cancelled_at as "cancelledAt",
  w.cancelled_by_name as "cancelledByName"`;

export async function listWindows(
  db: Executor,
  scope: Scope,
  limit: number,
  offset: number,
): Promise<{ windows: WindowRow[]; total: number }> {
  const { rows: windows } = await sql<WindowRow>`
    select ${COLUMNS} ${windowsOf(scope)}
    order by w.ends_at desc, w.alarm_window_id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${windowsOf(scope)}`.execute(db);
  return { windows, total: rows[0]?.total ?? 0 };
}

export async function lockWindow(
  trx: Executor,
  scope: Scope,
  id: number,
): Promise<WindowRow | undefined> {
  const { rows } = await sql<WindowRow>`
    select ${COLUMNS} ${windowsOf(scope)} and w.alarm_window_id = ${id} for update of w`.execute(
    trx,
  );
  return rows[0];
}

export interface NewWindow {
  readonly deviceId: number | null;
  readonly groupId: number | null;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly now: number;
}

/** Returns the id of the window. */
export async function insertWindow(
  trx: Executor,
  caller: Caller,
  { deviceId, groupId, from, to, reason, now }: NewWindow,
): Promise<number> {
  const { id } = await trx
    .insertInto('alarm_window')
    .values({
      customer_id: caller.customerId,
      device_id: deviceId,
      group_id: groupId,
      starts_at: instant(from),
      ends_at: instant(to),
      reason,
      created_by: caller.userId,
      created_by_name: caller.userName,
      created_at: instant(now),
    })
    .returning('alarm_window_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function endWindow(
  trx: Executor,
  caller: Caller,
  windowId: number,
  now: number,
): Promise<void> {
  await trx
    .updateTable('alarm_window')
    .set({ cancelled_at: instant(now), cancelled_by_name: caller.userName })
    .where('customer_id', '=', caller.customerId)
    .where('alarm_window_id', '=', windowId)
    .execute();
}
