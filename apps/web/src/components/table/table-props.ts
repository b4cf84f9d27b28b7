/** What every table of the product is told. */
import type { ReactNode } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import type { DataColumn } from './data-column.ts';
import type { TableState } from './use-table.ts';

export interface DataTableProps<Row> {
  /** What the table lists; names it for screen readers. */
  label: string;
  table: TableState;
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string | number;
  /** Rows of the page; undefined until the first answer. Old rows stay during a refetch. */
  rows: readonly Row[] | undefined;
  total: number;
  isFetching: boolean;
  error: ApiError | null;
  onRetry: () => void;
  /** Filters, left of the tools. */
  filters?: ReactNode;
  /** Buttons such as "Add", at the end of the tools. */
  actions?: ReactNode;
  /** Why there is nothing, and what next. */
  empty: { title: string; body?: ReactNode; action?: ReactNode };
  onOpenRow?: (row: Row) => void;
  openRowKey?: string | number | undefined;
  /** Reads any page of the filtered set; with it the table can be exported. */
  exportPage?: (page: number, size: number) => Promise<{ rows: readonly Row[]; total: number }>;
  /** File name of the export without its ending. */
  exportName?: string;
}
