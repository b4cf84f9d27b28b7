/** The table parameters of a page's address, and their merge with stored settings. */
import {
  present,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';

export const DENSITIES = ['compact', 'standard', 'spacious'] as const;
export type Density = (typeof DENSITIES)[number];

export interface TableSearch {
  page?: number;
  size?: number;
  sort?: string;
  order?: 'asc' | 'desc';
  /** Visible columns in their order, comma-separated. */
  cols?: string;
  density?: Density;
}

/** Settings of a table stored per user in this browser. */
export type TableHabits = Pick<TableSearch, 'size' | 'cols' | 'density'>;

/** Page sizes of docs/specification/platform.md 7.3, including the default of 13. */
export const DEFAULT_PAGE_SIZE = 13;
export const PAGE_SIZES = [10, 13, 30, 50, 100, 200] as const;
export const LOG_PAGE_SIZES = [10, 13, 30, 50, 100, 200, 400] as const;

/** Reads the table's search parameters; a route merges them with its own filters. */
export function readTableSearch(search: SearchInput): TableSearch {
  return present({
    page: readWhole(search.page, 1, 1_000_000),
    size: readWhole(search.size, 1, 400),
    sort: readText(search.sort, 40),
    order: readOneOf(search.order, ['asc', 'desc']),
    cols: readText(search.cols, 600),
    density: readOneOf(search.density, DENSITIES),
  });
}

/** Columns to display, in order: the named ones if any of them exists, otherwise the defaults. */
export function visibleColumns<C extends { key: string; isHiddenByDefault?: boolean }>(
  columns: readonly C[],
  cols: string | undefined,
): C[] {
  const named = (cols ?? '')
    .split(',')
    .map((key) => columns.find((column) => column.key === key))
    .filter((column) => column !== undefined);
  return named.length > 0
    ? [...new Set(named)]
    : columns.filter((column) => column.isHiddenByDefault !== true);
}
