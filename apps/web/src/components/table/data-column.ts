import type { ReactNode } from 'react';
import type { CsvCell } from '../../lib/formats/csv.ts';

/** A column of a DataTable, defined once for table, card and export. */
export interface DataColumn<Row> {
  key: string;
  title: string;
  /** The value as text or number for the export, and for the cell unless `render` is set. */
  value: (row: Row) => CsvCell;
  /** Renders the cell; `index` starts at 1 and counts over all pages. */
  render?: (row: Row, index: number) => ReactNode;
  width?: number;
  /** Numbers are aligned to the end of their cell. */
  align?: 'start' | 'end';
  /** The server supports sorting by this key. */
  isSortable?: boolean;
  isHiddenByDefault?: boolean;
  /** Omitted on cards (a running number). */
  isTableOnly?: boolean;
  /** Omitted in the export (buttons, drawings). */
  isForScreenOnly?: boolean;
  /** Left to right in every language: codes, times, numbers with units. */
  isLtr?: boolean;
  /** Pinned to the end of the row if the table is wider than the screen. */
  isPinned?: boolean;
  /** The heading of the row's card on a phone, and the cell that opens the row's drawer. */
  isTitle?: boolean;
}
