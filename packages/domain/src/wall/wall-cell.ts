/**
 * A cell of a live wall: one quantity of one device and the limits set by its owner. The age of the
 * value is checked before its size: a stale value within the limits is not evidence of the current
 * state.
 */
import { MEASUREMENT_FIELDS, type MeasurementField } from '../device/measurement.ts';

export interface WallCell {
  /** Code of the device. */
  readonly device: string;
  readonly quantity: MeasurementField;
  /** In the unit of the quantity; null if there is no limit on that side. */
  readonly low: number | null;
  readonly high: number | null;
}

/** More cells on one screen would be unreadable. */
export const MAX_WALL_CELLS = 200;

export type WallVerdict = 'none' | 'stale' | 'low' | 'high' | 'within' | 'plain';

/** `plain`: the value is fresh, and no limit is set. A value equal to a limit is within it. */
export function wallVerdict(
  { low, high }: Pick<WallCell, 'low' | 'high'>,
  value: number | undefined,
  ageMs: number,
  staleMs: number,
): WallVerdict {
  if (value === undefined) return 'none';
  if (ageMs > staleMs) return 'stale';
  if (low !== null && value < low) return 'low';
  if (high !== null && value > high) return 'high';
  return low === null && high === null ? 'plain' : 'within';
}

export type WallCellProblem = 'limits-crossed' | 'limit-out-of-range' | 'cell-twice';

/** Returns the first invalid cell with its problem, or null if all cells are valid. */
export function problemOfCells(
  cells: readonly WallCell[],
): { readonly at: number; readonly problem: WallCellProblem } | null {
  const seen = new Set<string>();
  for (const [at, { device, quantity, low, high }] of cells.entries()) {
    const key = `${quantity} ${device}`;
    if (seen.has(key)) return { at, problem: 'cell-twice' };
    seen.add(key);
    if (low !== null && high !== null && low >= high) return { at, problem: 'limits-crossed' };
    const { min, max } = MEASUREMENT_FIELDS[quantity];
    const isOut = (limit: number | null) => limit !== null && (limit < min || limit > max);
    if (isOut(low) || isOut(high)) return { at, problem: 'limit-out-of-range' };
  }
  return null;
}
