/** The values at which the protections of a breaker trip, for lines on a chart of the quantity. */
import type { ProtectionName } from './definition.ts';
import { isProtectionName, protectionOf } from './protections/protections.ts';
import { readRecord } from './values.ts';

export interface TripLimit {
  readonly protection: ProtectionName;
  readonly quantity: 'voltage' | 'current' | 'power';
  /** In V, A or kW. */
  readonly value: number;
}

const QUANTITY: Readonly<Partial<Record<ProtectionName, TripLimit['quantity']>>> = {
  overVoltage: 'voltage',
  lowVoltage: 'voltage',
  overCurrent: 'current',
  overLoad: 'power',
};

/**
 * Returns the start values of enabled protections. `values`: the record that the device reported,
 * by wire names; null if it was not read. A protection whose record cannot be read has no limit.
 */
export function tripLimits(
  sets: readonly { readonly set: string; readonly values: unknown }[],
): TripLimit[] {
  return sets.flatMap(({ set, values: record }) => {
    if (!isProtectionName(set)) return [];
    const quantity = QUANTITY[set];
    if (quantity === undefined) return [];
    const { enabled, startValue } = readRecord(protectionOf(set), record).values;
    if (enabled !== true || typeof startValue !== 'number') return [];
    return [{ protection: set, quantity, value: startValue }];
  });
}
