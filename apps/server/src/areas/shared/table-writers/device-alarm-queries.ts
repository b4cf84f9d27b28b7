/** Updates the alarms of a device when the device is moved or deleted. */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { notification } from '../../../wake-job.ts';
import { isOfCounted } from '../../shared/counted-device-queries.ts';
import { lockPair } from '../lock-queries.ts';
import { addToSums } from './alarm-sum-queries.ts';

interface Part {
  readonly day: string;
  /** The former group. */
  readonly groupId: number;
  readonly type: string;
  readonly kind: 'alarm' | 'warning';
  readonly alarms: number;
  readonly handled: number;
}

/**
 * Devices move with their history: users who can see a device also see its previous alarms. Must be
 * called after the move is written and the energy is marked, as the last lock of the transaction:
 * transactions that write energy lock it before alarms.
 */
export async function moveAlarms(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
  to: number,
): Promise<void> {
  await lockPair(trx, 'alarmPlaces', customerId);
  const { rows } = await sql<Part>`
    with before as materialized (
      select alarm_id, group_id from alarm
      where customer_id = ${customerId} and device_id = any(${[...deviceIds]}::int4[])
        and group_id <> ${to}
      order by alarm_id for update
    ), moved as (
      update alarm a set group_id = ${to} from before
      where a.customer_id = ${customerId} and a.alarm_id = before.alarm_id
      returning a.device_id, a.day, a.alarm_type, a.kind, a.handled_at, a.deleted_at,
        before.group_id
    )
    select day, group_id as "groupId", alarm_type as type, kind, count(*) as alarms,
      count(handled_at) as handled
    from moved where deleted_at is null
      and ${isOfCounted(sql`${customerId}`, sql`moved.device_id`)}
    group by 1, 2, 3, 4`.execute(trx);
  // The counts move from one group to the other. The counts per device do not change, so all of
  // them can use device 0.
  const of = { customerId, deviceId: 0, deviceSimulated: false };
  await addToSums(
    trx,
    rows.flatMap(({ alarms, handled, ...part }) => [
      { ...of, ...part, alarms: -alarms, handled: -handled },
      { ...of, ...part, groupId: to, alarms, handled },
    ]),
  );
}

/**
 * Ends the active alarms of a deleted device; all of them still count. Must be called after the
 * deletion is written: alarms of deleted devices are not opened.
 */
export async function endAlarmsOfDeleted(
  trx: Executor,
  customerId: number,
  deviceId: number,
  now: number,
): Promise<void> {
  await lockPair(trx, 'alarmPlaces', customerId);
  await sql`
    with ended as (
      update alarm set ended_at = greatest(last_at, ${instant(now)}), end_reason = 'removed'
      where customer_id = ${customerId} and device_id = ${deviceId} and ended_at is null
      returning customer_id, alarm_id, quiet
    )
    insert into alarm_news (customer_id, alarm_id, what, at, quiet)
    select customer_id, alarm_id, 'ended', ${instant(now)}, quiet from ended
    returning ${notification('notifications')}`.execute(trx);
}
