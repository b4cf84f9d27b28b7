/** The timing control in a device's parameters, converted to daily entries of its timer table. */
import type { DeviceTimer } from '@busbar/device-protocol/down/down-command';
import { TIMER_COMMANDS } from '@busbar/domain/protection/field';
import { TIMING_CONFIG } from '@busbar/domain/protection/timing-config';
import { readRecord } from '@busbar/domain/protection/values';
import type { Parameters, Values } from '../protection/parameters.ts';

const EVERY_DAY = 127;
const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Timers keyed by parameter record, because each write creates a new record. */
const read = new WeakMap<Values, readonly DeviceTimer[]>();

export function timingSlots(parameters: Parameters): readonly DeviceTimer[] {
  const record = parameters.read(TIMING_CONFIG.name);
  const known = read.get(record) ?? timersOf(record);
  read.set(record, known);
  return known;
}

/** Returns no timers if the timing control is disabled or invalid. */
function timersOf(record: Values): readonly DeviceTimer[] {
  const { values, problems } = readRecord(TIMING_CONFIG, record);
  if (problems.length > 0 || values['enabled'] !== true) return [];
  return SLOTS.flatMap((slot) => {
    const to = TIMER_COMMANDS.find((command) => command === values[`order${slot}`]);
    if (to === undefined || to === 'none') return [];
    return [{ id: slot, days: EVERY_DAY, at: String(values[`time${slot}`]), to }];
  });
}
