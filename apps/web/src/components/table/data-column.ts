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
  /** `end` for numbers, which end on the right in every language. */
  align?: 'start' | 'end';
  /** The server supports sorting by this key. */
  isSortable?: boolean;
  /** The first click on the heading sorts descending: the largest values are of interest. */
  isDescendingFirst?: boolean;
  isHiddenByDefault?: boolean;
  /** The column is omitted on cards, such as a row number. */
  isTableOnly?: boolean;
  /** The column is omitted in the export, such as buttons and drawings. */
  isForScreenOnly?: boolean;
  /** The text is left to right in every language: codes, times, numbers with units. */
  isLtr?: boolean;
  /** The column is pinned to the end of the row if the table is wider than the screen. */
  isPinned?: boolean;
  /** The column is the heading of the row's card on a phone; its cell opens the row's drawer. */
  isTitle?: boolean;
}
