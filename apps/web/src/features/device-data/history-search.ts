/** The part of an address that belongs to the history: span, zoom, quantities, and the table below. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  type SearchInput,
} from '../../lib/search-params.ts';

export interface HistorySearch extends TableSearch {
  range?: 'today' | '3d' | '7d' | '30d' | 'custom';
  /** Of a custom range: wall clock of the customer's zone. */
  from?: string;
  to?: string;
  /** The part zoomed into, in seconds since 1970. */
  left?: number;
  right?: number;
  /** A moment to be marked on the charts, in seconds since 1970. */
  at?: number;
  /** Quantities drawn, comma between. */
  show?: string;
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
    }),
  };
}

function readSeconds(value: unknown): number | undefined {
  const text = readText(value, 10);
  return text !== undefined && /^\d{10}$/.test(text) ? Number(text) : undefined;
}
