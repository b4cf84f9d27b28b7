/**
 * Writes the alarms reported by devices, and the platform's alarms about device clocks and values,
 * in order of arrival: each is stored as an event and updates the alarm that it belongs to. A
 * repeat changes nothing.
 */
import { PHASES } from '@busbar/domain/alarm/alarm-type';
import type { BusMessage } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import type { NewAlarmEvent } from '../../alarms/active-alarm-queries.ts';
import type { AlarmEvent } from '../../alarms/alarm-event.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import { alarmHash, storedHash } from '../content/content-hash.ts';
import type { AlarmRow, ClockTransition, RuleTransition, Work } from './work.ts';

/** Returns the events to publish after the commit. */
export async function writeAlarms(
  trx: Executor,
  batch: readonly Work[],
  receivedAt: number,
): Promise<BusMessage[]> {
  const events: NewAlarmEvent[] = [];
  for (const { alarms, clockTransitions, ruleTransitions } of batch) {
    for (const alarm of alarms) events.push(reported(alarm, receivedAt));
    for (const transition of clockTransitions) events.push(clock(transition, receivedAt));
    for (const transition of ruleTransitions) {
      events.push({ event: validated(transition, receivedAt), hash: ruleHash(transition) });
    }
  }
  return recordAlarms(trx, events, receivedAt);
}

function reported({ device, at, report }: AlarmRow, receivedAt: number): NewAlarmEvent {
  return {
    event: {
      customerId: device.ref.customerId,
      deviceId: device.ref.deviceId,
      type: report.type,
      kind: report.kind,
      phase: report.phase ?? '',
      source: 'device',
      active: report.active,
      at,
      arrivedAt: receivedAt,
      value: report.value ?? null,
      limit: report.limit ?? null,
      endReason: 'device',
    },
    hash: storedHash(alarmHash(report)),
  };
}

function clock({ device, wrong, at }: ClockTransition, receivedAt: number): NewAlarmEvent {
  return {
    event: {
      customerId: device.ref.customerId,
      deviceId: device.ref.deviceId,
      type: 'clockError',
      kind: 'alarm',
      phase: '',
      source: 'platform',
      active: wrong,
      at,
      arrivedAt: receivedAt,
      value: null,
      limit: null,
      endReason: 'recovered',
    },
    hash: wrong ? 1 : 0,
  };
}

function validated({ device, event }: RuleTransition, receivedAt: number): AlarmEvent {
  return {
    customerId: device.ref.customerId,
    deviceId: device.ref.deviceId,
    type: event.type,
    kind: 'alarm',
    phase: event.phase,
    source: 'platform',
    active: event.active,
    at: event.at,
    arrivedAt: receivedAt,
    value: event.value,
    limit: event.limit,
    peak: event.peak,
    times: event.active && !event.goesOn ? 1 : event.times,
    endReason: 'recovered',
  };
}

/** Returns a platform event's hash: a small number that never occurs as a device report's hash. */
function ruleHash({ event: { goesOn, phase, active } }: RuleTransition): number | null {
  if (goesOn) return null;
  const place = phase === '' ? 0 : PHASES.indexOf(phase) + 1;
  return 2 * place + (active ? 1 : 0);
}
