/**
 * Timing control: eight slots executed by the device itself, by its local clock
 * (docs/specification/protection.md 6).
 */
import { defineProtection } from './definition.ts';

type SlotNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const time = <N extends SlotNumber>(slot: N) =>
  ({ kind: 'time', name: `time${slot}`, wire: `s${slot}.time`, slot, default: '00:00' }) as const;

const order = <N extends SlotNumber>(slot: N) =>
  ({
    kind: 'timer-order',
    name: `order${slot}`,
    wire: `s${slot}.op`,
    slot,
    default: 'none',
  }) as const;

export const TIMING_CONFIG = defineProtection({
  name: 'timingConfig',
  readCall: 'readTimingConfig',
  saveCall: 'saveTimingConfig',
  messageType: 'TIMINGCONFIG',
  fields: [
    { kind: 'switch', name: 'enabled', wire: 'sw', default: false },
    time(1),
    order(1),
    time(2),
    order(2),
    time(3),
    order(3),
    time(4),
    order(4),
    time(5),
    order(5),
    time(6),
    order(6),
    time(7),
    order(7),
    time(8),
    order(8),
  ],
  problemsBetween: () => [],
});
