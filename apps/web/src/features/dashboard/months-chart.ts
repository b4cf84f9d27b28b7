/**
 * The three-month chart as plain series (docs/specification/dashboard.md 2): 31 day slots for three
 * months, or 24 hour slots for three days. The day view has only energy, because fees are stored by
 * day.
 */
import type { EnergyFeeEntry } from './api/use-dashboard.ts';

export type ChartPeriod = 'day' | 'month';
export type ChartValue = 'energy' | 'fee';
export type ChartShape = 'line' | 'bar';

export interface ChartChoice {
  readonly period: ChartPeriod;
  readonly value: ChartValue;
  readonly shape: ChartShape;
}

/** Restricts a selection to a supported one: the day view forces energy. */
export function allowedChoice(wanted: ChartChoice): ChartChoice {
  return wanted.period === 'day' ? { ...wanted, value: 'energy' } : wanted;
}

export interface SlotSeries {
  /** `2026-11` or `2026-11-21`. */
  readonly date: string;
  /** One value per slot; null if it is unknown or in the future. */
  readonly values: readonly (number | null)[];
}

const MONTH_SLOTS = 31;
const DAY_SLOTS = 24;

export function slotNames(period: ChartPeriod): string[] {
  return period === 'month'
    ? Array.from({ length: MONTH_SLOTS }, (_, at) => String(at + 1))
    : Array.from({ length: DAY_SLOTS }, (_, at) => `${String(at).padStart(2, '0')}:00`);
}

/** Newest first, in the order of the response. */
export function slotSeries(
  entries: readonly EnergyFeeEntry[],
  { period, value }: ChartChoice,
): SlotSeries[] {
  return entries.map(({ date, list = [] }) => {
    const values = Array<number | null>(period === 'month' ? MONTH_SLOTS : DAY_SLOTS).fill(null);
    for (const part of list) {
      const slot =
        period === 'month' ? Number(part.date.slice(8, 10)) - 1 : Number(part.date.slice(11, 13));
      if (slot >= 0 && slot < values.length) {
        values[slot] = value === 'energy' ? part.ept : part.fee;
      }
    }
    return { date, values };
  });
}
