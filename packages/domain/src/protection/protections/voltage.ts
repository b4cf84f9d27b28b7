/** Protection voltages in required order: lv < lrv < rated < orv < ov (docs/decisions.md 9). */
import type { FieldProblem } from '../definition.ts';
import type { FieldValue } from '../field.ts';

/** Minimum distance of the reset from the start value; otherwise the breaker would chatter. */
export const VOLTAGE_GAP_V = 5;

/** Declares a voltage field with bounds in V, for a device of 230 V. */
export function voltage<const W extends string>(
  name: W,
  wire: string,
  min: number,
  max: number,
  value: number,
) {
  return {
    kind: 'number',
    name,
    wire,
    unit: 'V',
    step: 0.1,
    min,
    max,
    default: value,
    ofRatedVoltage: true,
  } as const;
}

/**
 * Returns a problem if the value is not above the other value: by at least `gapV`, or strictly if
 * there is no gap.
 */
export function voltageAbove(
  field: string,
  value: FieldValue | undefined,
  other: FieldValue | undefined,
  gapV = 0,
): FieldProblem[] {
  if (typeof value !== 'number' || typeof other !== 'number') return [];
  const min = roundV(other + gapV);
  const isAbove = gapV === 0 ? value > other : value >= min;
  return isAbove ? [] : [{ field, kind: 'not-above', min }];
}

export function voltageBelow(
  field: string,
  value: FieldValue | undefined,
  other: FieldValue | undefined,
  gapV = 0,
): FieldProblem[] {
  if (typeof value !== 'number' || typeof other !== 'number') return [];
  const max = roundV(other - gapV);
  const isBelow = gapV === 0 ? value < other : value <= max;
  return isBelow ? [] : [{ field, kind: 'not-below', max }];
}

/** Rounds to tenths, because sums of tenths are not exact in binary. */
const roundV = (valueV: number): number => Math.round(valueV * 10) / 10;
