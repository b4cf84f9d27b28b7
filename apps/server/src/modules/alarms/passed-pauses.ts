/** A group's pause (promise C10) is over when its minutes are: nobody has to say so. */
import { PAUSE_ALARM } from '@busbar/domain/alarm/standing-alarm';
import { GROUP_SHARE_WINDOW_MS } from '@busbar/domain/switch/control-pace';
import { sql } from 'kysely';
import type { BusMessage } from '../../bus.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import type { AlarmEvent } from './alarm-event.ts';
import { recordAlarms } from './record-alarms.ts';

type Key = Pick<AlarmEvent, 'customerId' | 'deviceId'>;

export function pauseWord(
  { customerId, deviceId }: Key,
  active: boolean,
  at: number,
  now: number,
): AlarmEvent {
  return {
    customerId,
    deviceId,
    type: PAUSE_ALARM,
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

/** Answers what to publish after the commit. */
export async function endPassedPauses(trx: Executor, now: number): Promise<BusMessage[]> {
  const { rows } = await sql<Key & { lastAt: number }>`
    select customer_id as "customerId", device_id as "deviceId", last_at as "lastAt" from alarm
    where alarm_type = ${PAUSE_ALARM} and ended_at is null
      and last_at <= ${instant(now - GROUP_SHARE_WINDOW_MS)}
    order by customer_id, alarm_id for update skip locked`.execute(trx);
  const words = rows.map(({ lastAt, ...key }) => ({
    event: pauseWord(key, false, lastAt + GROUP_SHARE_WINDOW_MS, now),
    hash: 0,
  }));
  return recordAlarms(trx, words, now);
}
