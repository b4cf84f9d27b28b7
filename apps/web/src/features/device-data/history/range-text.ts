/** Texts of a line in one time column, and the column they describe. */

import { formatNumber } from '@busbar/domain/formats/number-format';
import type { Cell, ChartColumns } from '../../../charts/time/history-columns.ts';

export function rangeText(low: Cell, high: Cell, digits: number, tag: string): string {
  if (typeof low !== 'number' || typeof high !== 'number') return '–';
  const [from, to] = [low, high].map((value) => formatNumber(value, digits, tag));
  return from === to ? `${from}` : `${from} – ${to}`;
}

/**
 * Text of the newest column while no column is selected: one value. The limits of this one column
 * would look like those of the whole curve.
 */
export function newestText(high: Cell, digits: number, tag: string): string {
  return rangeText(high, high, digits, tag);
}

/** The newest column in which a line has a value; -1 if there is none. */
export function lastFilled({ times, present, min }: ChartColumns): number {
  for (let i = times.length - 1; i >= 0; i -= 1) {
    if (present.some((field) => typeof min[field]?.[i] === 'number')) return i;
  }
  return -1;
}
