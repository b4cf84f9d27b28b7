/**
 * Applies an event to a device, or to a gateway with its slaves. The displayed position is always
 * one that the device has reported.
 */
import type { ReadingMessage } from '@busbar/contract/realtime';
import { loadChange } from '../../components/device-tree/load-after-event.ts';
import { rowChange, withChange } from '../../components/device-tree/row-after-event.ts';
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import { lastCommandAfter } from './command-after-event.ts';
import type { DeviceAnswer, DeviceData } from './device-detail.ts';

type SwitchEvent = Extract<RealtimeEvent, { type: 'REMOTE_CONTROL' }>;

/**
 * The server decides which commands are allowed in the position that it returned; after a later
 * position is reported, only the interlock table restricts them.
 */
const NOT_DECIDED = { open: true, close: true, lock: true, unlock: true };

/** Returns undefined if the event does not contain everything that changed. */
export function deviceAfterEvent(
  answer: DeviceAnswer,
  event: RealtimeEvent,
): DeviceAnswer | undefined {
  const { data } = answer;
  if (event.deviceCode === data.device_code) {
    const next = changed(data, event);
    return next === data ? answer : next && { ...answer, data: next };
  }
  const { slaves = [] } = data;
  const at = slaves.findIndex((slave) => slave.device_code === event.deviceCode);
  const slave = slaves[at];
  const next = slave && changed(slave, event);
  if (next === slave) return answer;
  return next && { ...answer, data: { ...data, slaves: slaves.with(at, next) } };
}

function changed<D extends DeviceData>(data: D, event: RealtimeEvent): D | undefined {
  const change = changeOf(data, event);
  return change && (withChange<DeviceData>(data, change) as D);
}

function changeOf(data: DeviceData, event: RealtimeEvent): Partial<DeviceData> | undefined {
  switch (event.type) {
    case 'VARIABLE': {
      if (isOlder(event.reading, data.variable)) return {};
      const values = numbersOf(event.reading);
      return {
        variable: { ts: event.reading.ts, values },
        ins_p_history: values['insP'] ?? null,
        ...heard(data, event.reading),
        ...loadChange(data, event),
      };
    }
    case 'ENERGY':
      if (isOlder(event.reading, data.energy)) return {};
      return {
        energy: { ts: event.reading.ts, values: numbersOf(event.reading) },
        ...heard(data, event.reading),
      };
    case 'PRESENCE':
      return rowChange(data, event);
    case 'ALARM':
      return { ...loadChange(data, event), alarms: [...event.alarms.alarms] };
    case 'REMOTE_CONTROL': {
      const position = positionChange(data, event);
      return position && { ...position, command: lastCommandAfter(data.command, event.command) };
    }
    case 'COMMAND':
      return { command: lastCommandAfter(data.command, event.command) };
    default:
      return {};
  }
}

function positionChange(data: DeviceData, event: SwitchEvent): Partial<DeviceData> | undefined {
  const { lock } = event.command;
  const change = rowChange(data, event);
  if (change.status === undefined) return {};
  if (change.status === data.status) return lock === undefined ? change : { ...change, lock };
  // Only a switch report contains the lock holder.
  if (lock === undefined && change.status.endsWith(':lockByCommand')) return undefined;
  return { ...change, lock: lock ?? null, allowed: NOT_DECIDED };
}

/** A late reading must not replace a newer one. */
function isOlder(reading: ReadingMessage, shown: { ts: number } | null): boolean {
  return shown !== null && reading.ts < shown.ts;
}

function heard({ heard_at: before }: DeviceData, { ts }: ReadingMessage) {
  return { heard_at: Math.max(before ?? 0, ts) };
}

function numbersOf({ ts: _ts, dateTime: _dateTime, ...rest }: ReadingMessage) {
  return Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
