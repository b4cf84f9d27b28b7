/** Builders of alarm events from devices and from the platform, for tests. */

import type { NewAlarmEvent } from '../../src/areas/alarms/active-alarm-queries.ts';
import type { AlarmEvent } from '../../src/areas/alarms/alarm-event.ts';

let hash = 1_000;

/** Defaults to an event that the device reports as it happens. */
export function word(
  of: Pick<AlarmEvent, 'customerId' | 'deviceId' | 'at'> & Partial<AlarmEvent>,
): NewAlarmEvent {
  hash += 1;
  return {
    event: {
      type: 'overVoltage',
      kind: 'alarm',
      phase: 'A',
      source: 'device',
      active: true,
      arrivedAt: of.at,
      value: 281,
      limit: 275,
      endReason: 'device',
      ...of,
    },
    hash,
  };
}
