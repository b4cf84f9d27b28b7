/** Search parameters of the fee pages. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { present, readOneOf, readText, type SearchInput } from '../../lib/address/search-params.ts';

/** The range buttons (docs/specification/energy-and-fees.md 2.2). */
export const FEE_RANGES = ['3', '7', '30', '90'] as const;
export type FeeRange = (typeof FEE_RANGES)[number];
export const DEFAULT_RANGE: FeeRange = '7';

export type FeeSpan = { readonly days: number } | { readonly start: string; readonly end: string };

export interface PeriodSearch {
  days?: FeeRange;
  /** First and last day of a period, instead of the days up to today. */
  start?: string;
  end?: string;
}

export function readPeriodSearch(search: SearchInput): PeriodSearch {
  const [start, end] = [readDay(search.start), readDay(search.end)];
  return present({
    days: readOneOf(search.days, FEE_RANGES),
    ...(start !== undefined && end !== undefined && start <= end ? { start, end } : {}),
  });
}

export interface FeesSearch extends TableSearch, PeriodSearch {
  tab?: 'energy' | 'bill';
  /** The only day of the period that the table shows. */
  on?: string;
  device?: string;
}

export function readFeesSearch(search: SearchInput): FeesSearch {
  return {
    ...readTableSearch(search),
    ...readPeriodSearch(search),
    ...present({
      tab: readOneOf(search.tab, ['energy', 'bill']),
      on: readDay(search.on),
      device: readText(search.device, 64),
    }),
  };
}

/** The days that the address asks for: a period, or a number of days up to today. */
export function spanOf({ start, end, days = DEFAULT_RANGE }: PeriodSearch): FeeSpan {
  return start !== undefined && end !== undefined ? { start, end } : { days: Number(days) };
}

export interface FeesDetailSearch extends FeesSearch {
  /** Day whose drawer is open, `YYYY-MM-DD`. */
  day?: string;
}

export function readFeesDetailSearch(search: SearchInput): FeesDetailSearch {
  return { ...readFeesSearch(search), ...present({ day: readDay(search.day) }) };
}

export interface BillSearch {
  /** First day of the settlement period; defaults to the current period. */
  start?: string;
  device?: string;
  /** Also shows the lines of every device. */
  lines?: 'all';
}

export function readBillSearch(search: SearchInput): BillSearch {
  return present({
    start: readDay(search.start),
    device: readText(search.device, 64),
    lines: readOneOf(search.lines, ['all']),
  });
}

export function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}
