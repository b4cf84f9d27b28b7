/** Props of every table. */
import type { ReactNode } from 'react';
import type { ApiError } from '../../lib/calls/api-error.ts';
import type { DataColumn } from './data-column.ts';
import type { TableState } from './use-table.ts';

/** Rows that are selected by a checkbox; a click with Shift selects a range. */
export interface RowSelection<Row> {
  /** Title of the column, for screen readers. */
  readonly title: string;
  readonly isSelected: (row: Row) => boolean;
  readonly onSelect: (rows: readonly Row[]) => void;
  /** Accessible name of the checkbox of a row. */
  readonly labelOf: (row: Row) => string;
  /** Reason why a row has no checkbox; undefined if it can be selected. */
  readonly blockOf: (row: Row) => string | undefined;
  /** Actions on the selected rows, displayed above the rows. */
  readonly bar: ReactNode;
}

export interface DataTableProps<Row> {
  /** Description of the rows, used as the table's accessible name. */
  label: string;
  table: TableState;
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string | number;
  /** Rows of the page; undefined until the first response. Old rows stay during a refetch. */
  rows: readonly Row[] | undefined;
  total: number;
  isFetching: boolean;
  error: ApiError | null;
  onRetry: () => void;
  /** Filters, displayed before the table's tools. */
  filters?: ReactNode;
  /** Buttons such as "Add", displayed after the table's tools. */
  actions?: ReactNode;
  /** A row on a phone; without it, a card lists the columns. */
  card?: { label: (row: Row) => string; content: (row: Row) => ReactNode };
  /** Content of an empty table: the reason and the next step. */
  empty: { title: string; body?: ReactNode; action?: ReactNode };
  onOpenRow?: (row: Row) => void;
  openRowKey?: string | number | undefined;
  selection?: RowSelection<Row> | undefined;
  /** Returns any page of the filtered rows; enables the export. */
  exportPage?: (page: number, size: number) => Promise<{ rows: readonly Row[]; total: number }>;
  /** File name of the export without extension. */
  exportName?: string;
}
