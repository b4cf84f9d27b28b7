/**
 * Alarms: the lists and counts over a million of them compared to the database alone, and the cost
 * of the live rules for the ingest while every device flaps over a limit.
 *
 * `--database external|embedded` (external), `--only lists,flapping`, `--alarms 1000000`, `--calls
 * 100` of each, at most `--seconds 6` for each; `--flapping 10000` devices.
 */
import { withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { flapping } from './alarm-flapping.ts';
import { alarmLists } from './alarm-lists.ts';

const FLAPPING = {
  external: { devices: 10_000, window: 4, pace: 2_000 },
  embedded: { devices: 10_000, window: 4, pace: 2_000 },
} as const;

export async function benchAlarm(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, {
    only: 'lists,flapping',
    alarms: '1000000',
    calls: '100',
    seconds: '6',
    flapping: undefined,
  });
  const parts = values.only.split(',');
  const limitMs = Number(values.seconds) * 1000;
  if (parts.includes('lists')) {
    const settings = { alarms: Number(values.alarms), calls: Number(values.calls), limitMs };
    await withEngine(values.database, (engine) => alarmLists(engine, settings));
  }
  if (parts.includes('flapping')) {
    const { devices, window, pace } = FLAPPING[values.database];
    const settings = { devices: Number(values.flapping ?? devices), window, pace, runMs: limitMs };
    await withEngine(values.database, (engine) => flapping(engine, settings));
  }
}
