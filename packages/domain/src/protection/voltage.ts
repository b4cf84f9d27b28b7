/**
 * Voltages of protections and the order they stand in: lv < lrv < rated < orv < ov
 * (docs/decisions.md 9).
 */
import type { FieldProblem } from './definition.ts';
import type { FieldValue } from './field.ts';

/** The reset value lies at least so far inside the start value, or the breaker would chatter. */
export const VOLTAGE_GAP_V = 5;

/** In V, for a device of 230 V. */
export function voltage<const W extends string>(
  word: W,
  wire: string,
  min: number,
  max: number,
  value: number,
) {
  return {
    kind: 'number',
    word,
    wire,
    unit: 'V',
    step: 0.1,
    min,
    max,
    default: value,
    ofRatedVoltage: true,
  } as const;
}

/** With a gap it may be that far away and no nearer; without one it must truly lie above. */
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

/** Sums of tenths are no tenths in binary. */
const roundV = (valueV: number): number => Math.round(valueV * 10) / 10;
