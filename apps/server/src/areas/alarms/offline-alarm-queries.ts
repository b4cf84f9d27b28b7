/** Queries for the alarm about an offline device. */

import { MISSED_INTERVALS, OFFLINE_AFTER_MS } from '@busbar/domain/device/presence';
import { sql } from 'kysely';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { customersOf, overCustomers } from '../../storage/distributed/over-customers.ts';
import { sharePairs } from '../shared/lock-queries.ts';

export const MAX_AT_ONCE = 1_000;

export const PATIENCE = sql`interval '1 second' * greatest(
  ${sql.lit(MISSED_INTERVALS)} * d.expected_interval_s, ${sql.lit(OFFLINE_AFTER_MS / 1000)})`;

export const BEGUN = 1;

export const ENDED = 0;

export interface OfflineChange {
  readonly customerId: number;
  readonly deviceId: number;
  /** Time at which the device's offline timeout elapsed, or at which the device was seen again. */
  readonly at: number;
  /** Reporting interval of a device that went offline. */
  readonly intervalS?: number;
}

/**
 * End of the offline timeout of a device. A process cannot know what a device sent before the
 * process started at `since`, so it waits for a timeout after the start too; at most three hours,
 * so that devices that report rarely have an alarm although the server is restarted daily.
 */
const timeoutEnd = (since: number) =>
  sql`greatest(s.heard_at + ${PATIENCE},
    ${instant(since)}::timestamptz + least(${PATIENCE}, interval '3 hours'))`;

/** Returns offline devices without an alarm, most recently seen first, to report new ones first. */
export async function findNewlyOffline(
  trx: Executor,
  since: number,
  now: number,
): Promise<OfflineChange[]> {
  const { rows } = await sql<OfflineChange>`
    select s.customer_id as "customerId", s.device_id as "deviceId", s.heard_at + ${PATIENCE} as at,
      d.expected_interval_s as "intervalS"
    from device_state s
    join device d on d.customer_id = s.customer_id and d.device_id = s.device_id
      and d.deleted_at is null
    where s.heard_at <= ${instant(now - OFFLINE_AFTER_MS)}
      and ${timeoutEnd(since)} <= ${instant(now)}
      and not exists (select 1 from alarm a
        where a.customer_id = s.customer_id and a.device_id = s.device_id
          and a.alarm_type = 'deviceOffline' and a.ended_at is null)
      -- An alarm that was deleted or ended while its device was offline is not raised again.
      and not exists (select 1 from device_alarm_event e
        where e.customer_id = s.customer_id and e.device_id = s.device_id
          and e.occurred_at = s.heard_at + ${PATIENCE} and e.alarm_type = 'deviceOffline'
          and e.content_hash = ${sql.lit(BEGUN)})
    order by s.heard_at desc limit ${sql.lit(MAX_AT_ONCE)}`.execute(trx);
  return rows;
}

/** Locks the alarms of these devices, after the lock under which alarms are written. */
export async function findBackOnline(trx: Executor): Promise<OfflineChange[]> {
  const back = sql`from alarm a
    join device_state s on s.customer_id = a.customer_id and s.device_id = a.device_id
    where a.alarm_type = 'deviceOffline' and a.ended_at is null and s.heard_at > a.last_at`;
  const { rows: customers } = await sql<{ customerId: number }>`
    select distinct a.customer_id as "customerId" ${back}`.execute(trx);
  if (customers.length === 0) return [];
  const ids = customers.map(({ customerId }) => customerId);
  await sharePairs(trx, 'alarmPlaces', ids);
  return overCustomers(
    trx,
    customersOf(customers),
    (within) => sql<OfflineChange>`
    select a.customer_id as "customerId", a.device_id as "deviceId", s.heard_at as at
    ${back} and a.customer_id = any(${ids}::int4[]) and ${within('a')} and ${within('s')}
    order by a.customer_id, a.alarm_id limit ${sql.lit(MAX_AT_ONCE)}
    for update of a skip locked`,
  );
}

export async function findNextOffline(
  db: Executor,
  since: number,
  now: number,
): Promise<{ silent: number | null; alarmed: number[] }> {
  const { rows } = await sql<{ silent: number | null; alarmed: number[] }>`
    select (select min(${timeoutEnd(since)}) from device_state s
        join device d on d.customer_id = s.customer_id and d.device_id = s.device_id
          and d.deleted_at is null
        where ${timeoutEnd(since)} > ${instant(now)}) as silent,
      array(select device_id from alarm
        where alarm_type = 'deviceOffline' and ended_at is null) as alarmed
  `.execute(db);
  return rows[0]!;
}
