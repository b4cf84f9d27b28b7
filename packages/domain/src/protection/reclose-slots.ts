/**
 * The five reclose slots of over-current and overload (docs/specification/protection.md 5): each
 * has a number of attempts and a delay before an attempt. The first slot cannot be disabled, and
 * all slots after a disabled one are disabled. Counts are 1 to 9 (our reading), which is the same
 * in decimal and in the hexadecimal that `FF` suggests.
 */
import type { FieldProblem, Values } from './definition.ts';

export const RECLOSE_SLOTS = [1, 2, 3, 4, 5] as const;

type SlotNumber = (typeof RECLOSE_SLOTS)[number];

const count = <N extends SlotNumber>(slot: N, value: number | null) =>
  ({
    kind: 'count',
    name: `count${slot}`,
    wire: `ct${slot}`,
    slot,
    min: 1,
    max: 9,
    default: value,
  }) as const;

const delay = <N extends SlotNumber>(slot: N, seconds: number | null) =>
  ({
    kind: 'delay',
    name: `delay${slot}`,
    wire: `cd${slot}`,
    unit: 's',
    slot,
    min: 0,
    max: 3600,
    default: seconds,
  }) as const;

export const RECLOSE_FIELDS = [
  count(1, 1),
  delay(1, 60),
  count(2, 1),
  delay(2, 120),
  count(3, 1),
  delay(3, 300),
  count(4, null),
  delay(4, null),
  count(5, null),
  delay(5, null),
] as const;

/** The slots before the first disabled one, which the device processes in order. */
export function activeSlots(values: Values): { readonly count: number; readonly delayS: number }[] {
  const slots: { count: number; delayS: number }[] = [];
  for (const slot of RECLOSE_SLOTS) {
    const attempts = values[`count${slot}`];
    if (typeof attempts !== 'number') break;
    const seconds = values[`delay${slot}`];
    slots.push({ count: attempts, delayS: typeof seconds === 'number' ? seconds : 0 });
  }
  return slots;
}

/** First disabled slot; null if there is none. Counts and delays from it on are read-only. */
export function firstDisabledSlot(values: Values): number | null {
  return RECLOSE_SLOTS.find((slot) => values[`count${slot}`] === null) ?? null;
}

export function recloseProblems(values: Values): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const closedFrom = firstDisabledSlot(values);
  if (closedFrom === 1) problems.push({ field: 'ct1', kind: 'first-slot' });
  for (const slot of RECLOSE_SLOTS) {
    const isActive = typeof values[`count${slot}`] === 'number';
    if (isActive && closedFrom !== null && slot > closedFrom) {
      problems.push({ field: `ct${slot}`, kind: 'slot-gap' });
    }
    // The delay was sent as 00 or FF, but an active slot requires seconds.
    if (isActive && values[`delay${slot}`] === null) {
      problems.push({ field: `cd${slot}`, kind: 'missing' });
    }
  }
  return problems;
}
