/** List of a project view: one server-paginated response in a table with an export. */
import type { ReactNode } from 'react';
import type { DataColumn } from '../../../../components/table/data-column.ts';
import { DataTable } from '../../../../components/table/data-table.tsx';
import type { DataTableProps } from '../../../../components/table/table-props.ts';
import type { TableState } from '../../../../components/table/use-table.ts';
import type { ApiError } from '../../../../lib/calls/api-error.ts';

/** One page of a list, as returned by the queries of this feature. */
export interface ListAnswer<Row> {
  readonly data: { readonly list: readonly Row[]; readonly total: number } | undefined;
  readonly isFetching: boolean;
  readonly error: ApiError | null;
  readonly refetch: () => unknown;
  readonly readPage: (
    page: number,
    size: number,
  ) => Promise<{ rows: readonly Row[]; total: number }>;
}

interface ViewListProps<Row> {
  label: string;
  table: TableState;
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string | number;
  answer: ListAnswer<Row>;
  file: string;
  empty: DataTableProps<Row>['empty'];
  filters?: ReactNode;
  actions?: ReactNode;
  onOpenRow?: (row: Row) => void;
  openRowKey?: string | number | undefined;
}

export function ViewList<Row>({ answer, file, ...rest }: ViewListProps<Row>) {
  const { data, isFetching, error, refetch, readPage } = answer;
  return (
    <DataTable<Row>
      {...rest}
      rows={data?.list}
      total={data?.total ?? 0}
      isFetching={isFetching}
      error={error}
      onRetry={() => void refetch()}
      exportPage={readPage}
      exportName={file}
    />
  );
}
