/**
 * Active alarms: the open rows of `alarm`, as displayed on cards and sent on the real-time channel.
 * A control pause of a group is active only for its time window and needs no end event.
 */
import { type OpenAlarm, PAUSE_ALARM } from '@busbar/domain/alarm/active-alarm';
import { GROUP_SHARE_WINDOW_MS } from '@busbar/domain/switch/control-pace';
import { type RawBuilder, sql } from 'kysely';
import type { BusMessage, DeviceRef } from '../../../bus.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

type Key = Pick<DeviceRef, 'customerId' | 'deviceId'>;

const isOpen = (now: number) => sql`a.ended_at is null and a.deleted_at is null
  and (a.alarm_type <> ${PAUSE_ALARM} or a.last_at > ${instant(now - GROUP_SHARE_WINDOW_MS)})`;

/**
 * Number of open alarms and most serious type of each device that has one. Open alarms are few, so
 * counting all of a customer is cheaper than a probe for each device of a list.
 */
export function openAlarmCounts(
  { customerId }: Pick<Key, 'customerId'>,
  now: number,
): RawBuilder<unknown> {
  return sql`select a.customer_id, a.device_id, count(*)::int4 as alarms,
      (array_agg(a.alarm_type order by a.priority, a.opened_at desc))[1] as alarm_type
    from alarm a
    where a.customer_id = ${customerId} and ${isOpen(now)}
    group by a.customer_id, a.device_id`;
}

/** Returns the active alarms per device, newest first, in one query for any number of devices. */
export async function openAlarms(
  executor: Executor,
  keys: readonly Key[],
  now: number,
): Promise<Map<number, OpenAlarm[]>> {
  const found = new Map<number, OpenAlarm[]>(keys.map(({ deviceId }) => [deviceId, []]));
  if (keys.length === 0) return found;
  const { rows } = await sql<OpenAlarm & { deviceId: number }>`
    select a.device_id as "deviceId", a.alarm_type as type, a.kind, a.opened_at as since,
      a.last_value as value, a.peak_value as peak, a.limit_value as "limit", nullif(a.phase, '') as phase,
      a.log_detail as detail, coalesce(a.facts, '{}') as facts
    from alarm a
    where a.customer_id = any(${[...new Set(keys.map(({ customerId }) => customerId))]}::int4[])
      and a.device_id = any(${keys.map(({ deviceId }) => deviceId)}::int4[])
      and ${isOpen(now)}
    order by a.opened_at desc, a.alarm_type, a.phase`.execute(executor);
  for (const { deviceId, ...alarm } of rows) found.get(deviceId)?.push(alarm);
  return found;
}

/** Returns the events to publish after alarms of these devices were written. */
export async function alarmMessages(
  executor: Executor,
  refs: readonly DeviceRef[],
  now: number,
): Promise<BusMessage[]> {
  const unique = [...new Map(refs.map((ref) => [ref.deviceId, ref])).values()];
  const standing = await openAlarms(executor, unique, now);
  return unique.map((ref) => ({
    name: 'alarms.changed',
    event: { ...ref, alarms: standing.get(ref.deviceId) ?? [], at: now },
  }));
}
