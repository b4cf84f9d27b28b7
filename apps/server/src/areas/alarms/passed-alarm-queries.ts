/** Queries for alarms that end by themselves. */

import { CLONED_ALARM, PAUSE_ALARM } from '@busbar/domain/alarm/active-alarm';
import { GROUP_SHARE_WINDOW_MS } from '@busbar/domain/switch/control-pace';
import { sql } from 'kysely';
import type { Executor } from '../../storage/database.ts';
import { customersOf, overCustomers } from '../../storage/distributed/over-customers.ts';
import { sharePairs } from '../shared/lock-queries.ts';
import type { AlarmEvent } from './alarm-event.ts';

/** Time for which each type stays active after its last occurrence, ms. */
export const ACTIVE_MS = {
  [PAUSE_ALARM]: GROUP_SHARE_WINDOW_MS,
  impossibleEnergy: 600_000,
  [CLONED_ALARM]: 600_000,
} as const;

export type PassingType = keyof typeof ACTIVE_MS;

export const PASSING_TYPES = Object.keys(ACTIVE_MS) as PassingType[];

/** Returns the time at which the next of these alarms ends, epoch ms; null if none is active. */
export async function nextPassed(executor: Executor): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(a.last_at + passing.stands_ms * interval '1 millisecond') as at
    from alarm a
    join unnest(${PASSING_TYPES}::text[], ${PASSING_TYPES.map((type) => ACTIVE_MS[type])}::int4[])
      as passing (alarm_type, stands_ms) using (alarm_type)
    where a.ended_at is null`.execute(executor);
  return rows[0]?.at ?? null;
}

export interface PassedAlarm extends Key {
  readonly type: PassingType;
  readonly lastAt: number;
}

/** Locks the alarms whose active time has elapsed, after the lock under which alarms are written. */
export async function lockPassed(
  trx: Executor,
  now: number,
  types: readonly PassingType[],
): Promise<PassedAlarm[]> {
  const passed = sql`from alarm a
    join unnest(${[...types]}::text[],
      ${types.map((type) => new Date(now - ACTIVE_MS[type]))}::timestamptz[])
      as passed (alarm_type, before) using (alarm_type)
    where a.ended_at is null and a.last_at <= passed.before`;
  const { rows: customers } = await sql<{ customerId: number }>`
    select distinct a.customer_id as "customerId" ${passed}`.execute(trx);
  if (customers.length === 0) return [];
  const ids = customers.map(({ customerId }) => customerId);
  await sharePairs(trx, 'alarmPlaces', ids);
  return overCustomers(
    trx,
    customersOf(customers),
    (within) => sql<PassedAlarm>`
    select a.customer_id as "customerId", a.device_id as "deviceId", a.alarm_type as type,
      a.last_at as "lastAt"
    ${passed} and a.customer_id = any(${ids}::int4[]) and ${within('a')}
    order by a.customer_id, a.alarm_id for update of a skip locked`,
  );
}

export type Key = Pick<AlarmEvent, 'customerId' | 'deviceId'>;
