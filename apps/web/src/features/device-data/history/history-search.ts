/** URL search parameters of the history: span, zoom, quantities, and those of the table. */
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import {
  present,
  readDay,
  readMoment,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../../lib/address/search-params.ts';
import { COMPARED_PERIODS, type ComparedPeriod } from '../compare/compared-periods.ts';

export interface HistorySearch extends TableSearch {
  range?: 'today' | '3d' | '7d' | '30d' | 'custom';
  /** Custom range: wall clock in the customer's time zone. */
  from?: string;
  to?: string;
  /** Start and end of the zoom, in seconds since 1970. */
  left?: number;
  right?: number;
  /** A time to highlight on the charts, in seconds since 1970. */
  at?: number;
  /** Displayed quantities, comma-separated. */
  show?: string;
  /** Event kinds marked on the charts, comma-separated; `none` for none. */
  events?: string;
  /** Comparison: the quantity, the other devices (codes, comma-separated) and the other period. */
  field?: string;
  with?: string;
  period?: ComparedPeriod;
  /** Start of a custom comparison period: wall clock in the customer's time zone. */
  since?: string;
  /** Voltage quality: first day of the week, and the nominal voltage in V. */
  week?: string;
  nominal?: number;
}

export function readHistorySearch(search: SearchInput): HistorySearch {
  return {
    ...readTableSearch(search),
    ...present({
      range: readOneOf(search.range, ['today', '3d', '7d', '30d', 'custom']),
      from: readMoment(search.from),
      to: readMoment(search.to),
      left: readSeconds(search.left),
      right: readSeconds(search.right),
      at: readSeconds(search.at),
      show: readText(search.show, 100),
      events: readText(search.events, 40),
      field: readText(search.field, 20),
      with: readText(search.with, 400),
      period: readOneOf(search.period, COMPARED_PERIODS),
      since: readMoment(search.since),
      week: readDay(search.week),
      nominal: readWhole(search.nominal, 50, 1000),
    }),
  };
}

function readSeconds(value: unknown): number | undefined {
  const text = readText(value, 10);
  return text !== undefined && /^\d{10}$/.test(text) ? Number(text) : undefined;
}
