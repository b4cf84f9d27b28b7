/**
 * Voltages of protections and their required order: lv < lrv < rated < orv < ov (docs/decisions.md
 * 9).
 */
import type { FieldProblem } from '../definition.ts';
import type { FieldValue } from '../field.ts';

/**
 * Minimum distance of the reset value from the start value; otherwise the breaker would chatter.
 */
export const VOLTAGE_GAP_V = 5;

/** In V, for a device of 230 V. */
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
 * With a gap, the value may be exactly that far above; without a gap, it must be strictly above.
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

/** In binary, sums of tenths are not exact tenths. */
const roundV = (valueV: number): number => Math.round(valueV * 10) / 10;
