import type { PageQuery } from './query-table.tsx';

interface ListQuery<Row> extends Omit<PageQuery<Row>, 'data' | 'readPage'> {
  readonly data: readonly Row[] | undefined;
}

/** Pages of a list that the server returns in one response. */
export function localPages<Row>(
  query: ListQuery<Row>,
  { page, size }: { readonly page: number; readonly size: number },
): PageQuery<Row> {
  const { data, isFetching, error, refetch } = query;
  const total = data?.length ?? 0;
  const pageOf = (at: number, rows: number) => data?.slice((at - 1) * rows, at * rows) ?? [];
  return {
    data: data && { list: pageOf(page, size), total },
    isFetching,
    error,
    refetch,
    readPage: async (at, rows) => ({ rows: pageOf(at, rows), total }),
  };
}
