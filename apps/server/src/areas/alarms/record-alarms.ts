/**
 * The platform's alarm events: stored with those of the devices (`device_alarm_event`) and applied
 * to the alarms immediately.
 */

import type { BusMessage } from '../../bus.ts';
import type { Executor } from '../../storage/database.ts';
import { insertDeviceEvents, type NewAlarmEvent } from './active-alarm-queries.ts';
import { applyAlarmEvents } from './apply-alarms.ts';

/** Events in order of arrival; a repeat changes nothing. Returns events to publish after commit. */
export async function recordAlarms(
  trx: Executor,
  newEvents: readonly NewAlarmEvent[],
  now: number,
): Promise<BusMessage[]> {
  if (newEvents.length === 0) return [];
  const stored = await insertDeviceEvents(trx, newEvents);
  const isNew = new Set(
    stored.map(({ deviceId, at, type, hash }) => [deviceId, at, type, hash].join()),
  );
  const events = newEvents.filter(
    ({ event, hash, occurredAt }) =>
      hash === null ||
      // Deletes the key, because an event that occurs twice in a batch was stored only once.
      isNew.delete([event.deviceId, occurredAt ?? event.at, event.type, hash].join()),
  );
  return applyAlarmEvents(
    trx,
    events.map(({ event }) => event),
    { ids: stored.map(({ id }) => id), now },
  );
}
