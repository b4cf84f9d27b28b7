/** Applies readings and alarms to the load and the open alarms of a row of a device list. */
import type { ReadingMessage } from '@busbar/contract/realtime';
import { alarmPriority } from '@busbar/domain/alarm/alarm-class';
import { highestCurrentA, loadPercent } from '@busbar/domain/load/load-percent';
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import type { DeviceWireRow } from './tree-device.ts';

type Row = Pick<DeviceWireRow, 'load_at' | 'rated_cur'>;

/** Changed fields of the row; empty if the event is older than the row or does not affect it. */
export function loadChange(row: Row, event: RealtimeEvent): Partial<DeviceWireRow> {
  if (event.type === 'VARIABLE') {
    const { reading } = event;
    if (reading.ts < (row.load_at ?? 0)) return {};
    return {
      load_kw: numberIn(reading, 'insP') ?? null,
      load_percent: loadPercent(highestCurrentA(currentsOf(reading)), row.rated_cur),
      load_at: reading.ts,
    };
  }
  if (event.type !== 'ALARM') return {};
  const { alarms } = event.alarms;
  // The newest is first, and stays first among equally serious ones.
  const [worst] = alarms.toSorted((a, b) => alarmPriority(a.type) - alarmPriority(b.type));
  return { alarm_count: alarms.length, alarm_type: worst?.type ?? null };
}

function currentsOf(reading: ReadingMessage): Parameters<typeof highestCurrentA>[0] {
  const currents = {
    currentA: numberIn(reading, 'curA'),
    currentB: numberIn(reading, 'curB'),
    currentC: numberIn(reading, 'curC'),
  };
  return Object.fromEntries(Object.entries(currents).filter(([, value]) => value !== undefined));
}

function numberIn(reading: ReadingMessage, name: string): number | undefined {
  const value = reading[name];
  return typeof value === 'number' ? value : undefined;
}
