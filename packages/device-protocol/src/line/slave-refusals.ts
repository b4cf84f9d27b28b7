/** Reasons of a slave's refusal, decoded to the closed list of the domain. */
import type { SlaveRefusal } from '@busbar/domain/line/line-frame';

const MODBUS_REFUSALS: Readonly<Record<number, SlaveRefusal>> = {
  1: 'function-not-supported',
  2: 'no-such-data',
  3: 'invalid-value',
  4: 'device-failure',
  5: 'busy',
  6: 'busy',
  8: 'device-failure',
  10: 'unreachable',
  11: 'unreachable',
};

export const modbusRefusal = (exception: number): SlaveRefusal =>
  MODBUS_REFUSALS[exception] ?? 'other';

/** Bits of the error word, the most specific reason first; meters set the bit for others too. */
const DLT645_REFUSALS: readonly (readonly [bit: number, refusal: SlaveRefusal])[] = [
  [2, 'not-authorised'],
  [1, 'no-such-data'],
  [3, 'rate-fixed'],
  [4, 'too-many-zones'],
  [5, 'too-many-switch-points'],
  [6, 'too-many-tariffs'],
];

/** `error` is the error word after 33H was subtracted. */
export function dlt645Refusal(error: number): SlaveRefusal {
  return DLT645_REFUSALS.find(([bit]) => (error & (1 << bit)) !== 0)?.[1] ?? 'other';
}
