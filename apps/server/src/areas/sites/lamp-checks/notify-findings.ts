/**
 * Turns the findings of a round of checks into alarm events, only where they differ from those
 * reported before. A warning that becomes an alarm ends and a new alarm begins, because the kind of
 * an alarm never changes.
 */
import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import {
  isSameNotified,
  LAMP_ALARM_TYPES,
  type LampAlarmType,
  type NotifiedAlarm,
} from '@busbar/domain/project/lamp-findings';
import type { BusMessage } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import type { NewAlarmEvent } from '../../alarms/active-alarm-queries.ts';
import type { AlarmEvent } from '../../alarms/alarm-event.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import { type CheckedGroup, type LampGroupKey, takeFindings } from './lamp-check-queries.ts';

/** Returns the events to publish after the commit. */
export async function notifyFindings(
  trx: Executor,
  checked: readonly CheckedGroup[],
  now: number,
): Promise<BusMessage[]> {
  const ends: NewAlarmEvent[] = [];
  const begins: NewAlarmEvent[] = [];
  for (const group of checked) {
    for (const type of LAMP_ALARM_TYPES) {
      const before = group.due.findings.told?.[type];
      const current = group.notified[type];
      if (isSameNotified(before, current)) continue;
      if (before !== undefined && before.kind !== current?.kind) {
        ends.push(eventOf(group.due, type, before, now));
      }
      if (current !== undefined) {
        begins.push(eventOf(group.due, type, current, now, factsOf(group)));
      }
    }
  }
  // The ends are recorded before the begins: at most one alarm per device and type is open.
  return [...(await recordAlarms(trx, ends, now)), ...(await recordAlarms(trx, begins, now))];
}

/**
 * Ends the alarms of a lamp group on the device that it leaves. Its next check starts without
 * findings. Returns the events to publish after the commit.
 */
export async function endFindings(
  trx: Executor,
  group: LampGroupKey & Pick<AlarmEvent, 'deviceId'>,
  now: number,
): Promise<BusMessage[]> {
  const { told = {} } = await takeFindings(trx, group);
  const ends = LAMP_ALARM_TYPES.flatMap((type) => {
    const notified = told[type];
    return notified === undefined ? [] : [eventOf(group, type, notified, now)];
  });
  return recordAlarms(trx, ends, now);
}

function factsOf({ check: { measuredKw, expectedKw }, lamps }: CheckedGroup): AlarmFacts {
  return {
    lamps,
    ...(measuredKw === null ? {} : { measuredKw }),
    ...(expectedKw === null ? {} : { expectedKw }),
  };
}

/** Returns the begin event if there are facts, otherwise the end event. */
function eventOf(
  { customerId, deviceId }: Pick<AlarmEvent, 'customerId' | 'deviceId'>,
  type: LampAlarmType,
  { kind, value, limit, detail }: NotifiedAlarm,
  now: number,
  facts?: AlarmFacts,
): NewAlarmEvent {
  const active = facts !== undefined;
  const event: AlarmEvent = {
    customerId,
    deviceId,
    type,
    kind,
    phase: '',
    source: 'platform',
    active,
    at: now,
    arrivedAt: now,
    value: active ? value : null,
    limit: active ? limit : null,
    endReason: 'recovered',
    ...(active ? { detail, facts } : {}),
  };
  return { event, hash: (active ? 2 : 0) + (kind === 'alarm' ? 1 : 0) };
}
