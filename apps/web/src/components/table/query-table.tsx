/** Table of a query whose pages are requested from the server. */
import type { ApiError } from '../../lib/calls/api-error.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './table-props.ts';

/** One page of a list, and a function that reads any page for the export. */
export interface PageQuery<Row> {
  readonly data: { readonly list: readonly Row[]; readonly total: number } | undefined;
  readonly isFetching: boolean;
  readonly error: ApiError | null;
  readonly refetch: () => unknown;
  readonly readPage?: DataTableProps<Row>['exportPage'] | undefined;
}

type FromQuery = 'rows' | 'total' | 'isFetching' | 'error' | 'onRetry' | 'exportPage';
type QueryTableProps<Row> = Omit<DataTableProps<Row>, FromQuery> & { query: PageQuery<Row> };

export function QueryTable<Row>({ query, ...rest }: QueryTableProps<Row>) {
  const { data, isFetching, error, refetch, readPage } = query;
  return (
    <DataTable<Row>
      {...rest}
      rows={data?.list}
      total={data?.total ?? 0}
      isFetching={isFetching}
      error={error}
      onRetry={() => void refetch()}
      {...(readPage !== undefined && { exportPage: readPage })}
    />
  );
}
