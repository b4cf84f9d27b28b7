/**
 * Alarms of the platform about an event that has no end event: a group's pause (docs/promises.md
 * C10), energy that no breaker can carry, a secret that two devices use. They stay active for some
 * minutes, so that they are displayed and reported, and end by themselves.
 */
import { CLONED_ALARM, PAUSE_ALARM } from '@busbar/domain/alarm/standing-alarm';
import { GROUP_SHARE_WINDOW_MS } from '@busbar/domain/switch/control-pace';
import { sql } from 'kysely';
import type { BusMessage } from '../../bus.ts';
import type { Executor } from '../../storage/database.ts';
import type { AlarmEvent } from './alarm-event.ts';
import { recordAlarms } from './record-alarms.ts';

type Key = Pick<AlarmEvent, 'customerId' | 'deviceId'>;

/** Time for which each type stays active after its last occurrence, ms. */
const STANDS_MS = {
  [PAUSE_ALARM]: GROUP_SHARE_WINDOW_MS,
  impossibleEnergy: 600_000,
  [CLONED_ALARM]: 600_000,
} as const;

export type PassingType = keyof typeof STANDS_MS;

const PASSING_TYPES = Object.keys(STANDS_MS) as PassingType[];

export function passingWord(
  type: PassingType,
  { customerId, deviceId }: Key,
  active: boolean,
  at: number,
  now: number,
): AlarmEvent {
  return {
    customerId,
    deviceId,
    type,
    kind: 'alarm',
    phase: '',
    source: 'platform',
    active,
    at,
    arrivedAt: now,
    value: null,
    limit: null,
    endReason: 'passed',
  };
}

/** Returns the events to publish after the commit. */
export async function endPassed(
  trx: Executor,
  now: number,
  types: readonly PassingType[] = PASSING_TYPES,
): Promise<BusMessage[]> {
  const { rows } = await sql<Key & { type: PassingType; lastAt: number }>`
    select a.customer_id as "customerId", a.device_id as "deviceId", a.alarm_type as type,
      a.last_at as "lastAt"
    from alarm a
    join unnest(${[...types]}::text[],
      ${types.map((type) => new Date(now - STANDS_MS[type]))}::timestamptz[])
      as passed (alarm_type, before) using (alarm_type)
    where a.ended_at is null and a.last_at <= passed.before
    order by a.customer_id, a.alarm_id for update of a skip locked`.execute(trx);
  const words = rows.map(({ type, lastAt, ...key }) => ({
    event: passingWord(type, key, false, lastAt + STANDS_MS[type], now),
    hash: 0,
  }));
  return recordAlarms(trx, words, now);
}

/** Returns the time at which the next of them ends, epoch ms; null if none is active. */
export async function nextPassed(executor: Executor): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(a.last_at + passing.stands_ms * interval '1 millisecond') as at
    from alarm a
    join unnest(${PASSING_TYPES}::text[], ${PASSING_TYPES.map((type) => STANDS_MS[type])}::int4[])
      as passing (alarm_type, stands_ms) using (alarm_type)
    where a.ended_at is null`.execute(executor);
  return rows[0]?.at ?? null;
}
