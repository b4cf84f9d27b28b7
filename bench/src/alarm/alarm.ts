/**
 * Alarms: the lists and counts over a million of them compared to the database alone, and the cost
 * of the live rules for the ingest while every device flaps over a limit.
 *
 * `--database external|embedded` (external), `--only lists,flapping`, `--alarms 1000000`, `--calls
 * 100` of each at most `--seconds 6` for each; `--flapping 10000` devices.
 */
import { parseArgs } from 'node:util';
import { benchEngine, type DatabaseKind } from '../engine/bench-engine.ts';
import { flapping } from './alarm-flapping.ts';
import { alarmLists } from './alarm-lists.ts';

const FLAPPING = {
  external: { devices: 10_000, window: 4, pace: 2_000 },
  embedded: { devices: 10_000, window: 4, pace: 2_000 },
} as const;

export async function benchAlarm(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      database: { type: 'string', default: 'external' },
      only: { type: 'string', default: 'lists,flapping' },
      alarms: { type: 'string', default: '1000000' },
      calls: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '6' },
      flapping: { type: 'string' },
    },
  });
  const parts = values.only.split(',');
  const limitMs = Number(values.seconds) * 1000;
  if (parts.includes('lists')) {
    const engine = await benchEngine(values.database as DatabaseKind);
    const settings = { alarms: Number(values.alarms), calls: Number(values.calls), limitMs };
    await alarmLists(engine, settings).finally(() => engine.remove());
  }
  if (parts.includes('flapping')) {
    const engine = await benchEngine(values.database as DatabaseKind);
    const { devices, window, pace } = FLAPPING[engine.kind];
    const settings = { devices: Number(values.flapping ?? devices), window, pace, runMs: limitMs };
    await flapping(engine, settings).finally(() => engine.remove());
  }
}
