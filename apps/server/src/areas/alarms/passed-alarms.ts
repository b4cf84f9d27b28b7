/**
 * The platform's alarms about events without an end event: the pause of commands to a group
 * (docs/promises.md C10), energy that no breaker can carry, a secret that two devices use. They
 * stay active for some minutes, so that they are displayed and reported, and end by themselves.
 */

import type { BusMessage } from '../../bus.ts';
import type { Executor } from '../../storage/database.ts';
import type { AlarmEvent } from './alarm-event.ts';
import {
  ACTIVE_MS,
  type Key,
  lockPassed,
  PASSING_TYPES,
  type PassingType,
} from './passed-alarm-queries.ts';
import { recordAlarms } from './record-alarms.ts';

export function passedEvent(
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
  const rows = await lockPassed(trx, now, types);
  const events = rows.map(({ type, lastAt, ...key }) => ({
    event: passedEvent(type, key, false, lastAt + ACTIVE_MS[type], now),
    hash: 0,
  }));
  return recordAlarms(trx, events, now);
}
