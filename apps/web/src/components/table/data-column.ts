import type { ReactNode } from 'react';
import type { CsvCell } from '../../lib/csv.ts';

/** A column of a DataTable: one meaning, shown in table, card and export. */
export interface DataColumn<Row> {
  key: string;
  title: string;
  /** The value as text or number: the export, and the cell unless `render` draws it. */
  value: (row: Row) => CsvCell;
  /** Draws the cell; `index` counts over all pages from 1. */
  render?: (row: Row, index: number) => ReactNode;
  width?: number;
  /** Numbers stand at the end of their cell. */
  align?: 'start' | 'end';
  /** The server can sort by this key. */
  isSortable?: boolean;
  isHiddenByDefault?: boolean;
  /** Says nothing on a card (a running number). */
  isTableOnly?: boolean;
  /** Not offered in the export (buttons, drawings). */
  isForScreenOnly?: boolean;
  /** Stays left to right in every language: codes, times, numbers with units. */
  isLtr?: boolean;
  /** Stays in sight at the end of the row when the table is wider than the screen. */
  isPinned?: boolean;
  /** The heading of the row's card on a phone, and the cell that opens the row's drawer. */
  isTitle?: boolean;
}
