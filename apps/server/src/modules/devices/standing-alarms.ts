/**
 * Alarms that stand: those a device told the beginning of and not yet the end, with the platform's
 * own about it (its clock, an order without an outcome, its group held for some minutes). The newest word of each kind counts, by
 * the time it speaks of, so that a late message changes nothing.
 */
import { PAUSE_ALARM, type StandingAlarm } from '@busbar/domain/alarm/standing-alarm';
import { GROUP_SHARE_WINDOW_MS } from '@busbar/domain/switch/control-pace';
import { sql } from 'kysely';
import type { BusMessage, DeviceRef } from '../../bus.ts';
import type { Context } from '../../context.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { deviceNews } from './device-news.ts';

type Key = Pick<DeviceRef, 'customerId' | 'deviceId'>;

/**
 * How many events are looked back upon: there are a dozen kinds, and a device that tells an alarm
 * a minute for years must not make every further one dearer.
 */
const LOOKED_BACK = 500;

/** Of each device, newest first; one query for any number of them. */
export async function standingAlarms(
  executor: Executor,
  keys: readonly Key[],
  now: number,
): Promise<Map<number, StandingAlarm[]>> {
  const found = new Map<number, StandingAlarm[]>(keys.map(({ deviceId }) => [deviceId, []]));
  if (keys.length === 0) return found;
  const { rows } = await sql<StandingAlarm & { deviceId: number }>`
    select asked.device_id as "deviceId", newest.alarm_type as type, newest.kind,
      newest.occurred_at as since, newest.value, newest.limit_value as "limit", newest.phase
    from unnest(${keys.map(({ customerId }) => customerId)}::int4[],
      ${keys.map(({ deviceId }) => deviceId)}::int4[]) as asked (customer_id, device_id)
    cross join lateral (
      select distinct on (alarm_type) * from (
        select * from device_alarm_event event
        where event.customer_id = asked.customer_id and event.device_id = asked.device_id
        order by occurred_at desc, device_alarm_event_id desc
        limit ${sql.lit(LOOKED_BACK)}
      ) recent
      order by alarm_type, occurred_at desc, device_alarm_event_id desc
    ) newest
    where newest.active
      and (newest.alarm_type <> ${PAUSE_ALARM}
        or newest.occurred_at > ${instant(now - GROUP_SHARE_WINDOW_MS)})
    order by newest.occurred_at desc, newest.alarm_type`.execute(executor);
  for (const { deviceId, ...alarm } of rows) found.get(deviceId)?.push(alarm);
  return found;
}

/** What to publish after alarms of these devices were written. */
export async function alarmMessages(
  executor: Executor,
  refs: readonly DeviceRef[],
  now: number,
): Promise<BusMessage[]> {
  const unique = [...new Map(refs.map((ref) => [ref.deviceId, ref])).values()];
  const standing = await standingAlarms(executor, unique, now);
  return unique.map((ref) => ({
    name: 'alarms.changed',
    event: { ...ref, alarms: standing.get(ref.deviceId) ?? [], at: now },
  }));
}

/** The same by ids, for those who know no more of the device. */
export async function alarmsAnew(
  ctx: Context,
  { customerId, deviceId }: Key,
): Promise<BusMessage[]> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const news = await deviceNews(db, customerId, deviceId, now);
  return news === undefined ? [] : alarmMessages(db, [news.ref], now);
}
