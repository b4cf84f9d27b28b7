/**
 * Active alarms: the open rows of `alarm`, as displayed on cards and sent on the real-time channel.
 * A control pause of a group is active only for its time window and needs no end event.
 */
import { type OpenAlarm, PAUSE_ALARM } from '@busbar/domain/alarm/active-alarm';
import { GROUP_SHARE_WINDOW_MS } from '@busbar/domain/switch/control-pace';
import { type RawBuilder, sql } from 'kysely';
import type { BusMessage, DeviceRef } from '../../../bus.ts';
import { instant } from '../../../storage/column-types.ts';
import { type Executor, type Read, read } from '../../../storage/database.ts';

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

/**
 * The same for the row of `device`, with zero alarms if none is open: for a list of few devices. The
 * customer is a value, because Citus does not derive it inside a lateral subquery.
 */
export function openAlarmCount(
  { customerId }: Pick<Key, 'customerId'>,
  now: number,
): RawBuilder<unknown> {
  return sql`select count(*)::int4 as alarms,
      (array_agg(a.alarm_type order by a.priority, a.opened_at desc))[1] as alarm_type
    from alarm a
    where a.customer_id = ${customerId} and a.device_id = device.device_id and ${isOpen(now)}`;
}

const OPEN_COLUMNS = sql`
  a.device_id as "deviceId", a.alarm_type as type, a.kind, a.opened_at as since,
  a.last_value as value, a.peak_value as peak, a.limit_value as "limit", nullif(a.phase, '') as phase,
  a.log_detail as detail, coalesce(a.facts, '{}') as facts`;
const OPEN_ORDER = sql`order by a.opened_at desc, a.alarm_type, a.phase`;

type OpenRow = OpenAlarm & { readonly deviceId: number };

/** Returns the active alarms per device, newest first, in one query for any number of devices. */
export async function openAlarms(
  executor: Executor,
  keys: readonly Key[],
  now: number,
): Promise<Map<number, OpenAlarm[]>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<OpenRow>`
    select ${OPEN_COLUMNS} from alarm a
    where a.customer_id = any(${[...new Set(keys.map(({ customerId }) => customerId))]}::int4[])
      and a.device_id = any(${keys.map(({ deviceId }) => deviceId)}::int4[])
      and ${isOpen(now)}
    ${OPEN_ORDER}`.execute(executor);
  const found = byDevice(rows);
  for (const { deviceId } of keys) if (!found.has(deviceId)) found.set(deviceId, []);
  return found;
}

/** The active alarms, newest first, per device of the rows `d (device_id)` that has one. */
export function openAlarmsOf(
  customerId: number,
  devices: RawBuilder<unknown>,
  now: number,
): Read<Map<number, OpenAlarm[]>> {
  const query = sql<OpenRow>`
    select ${OPEN_COLUMNS} from ${devices}
    join alarm a on a.customer_id = ${customerId} and a.device_id = d.device_id
    where ${isOpen(now)}
    ${OPEN_ORDER}`;
  return read(query, byDevice);
}

function byDevice(rows: readonly OpenRow[]): Map<number, OpenAlarm[]> {
  const found = new Map<number, OpenAlarm[]>();
  for (const { deviceId, ...alarm } of rows) {
    found.set(deviceId, [...(found.get(deviceId) ?? []), alarm]);
  }
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
