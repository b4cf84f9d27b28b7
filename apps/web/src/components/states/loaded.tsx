/** Content of a query: a skeleton until it has data, and an error with a button to retry. */
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { ApiError } from '../../lib/calls/api-error.ts';
import { ErrorState } from './error-state.tsx';

interface LoadedProps<T> {
  query: { data: T | undefined; error: ApiError | null; refetch: () => unknown };
  /** Lines of the skeleton. */
  lines?: number;
  /** Replaces the content of an empty list or page. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** An error above data that is loaded already is one line. */
export function Loaded<T>({ query, lines = 4, empty, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  const isEmpty = empty !== undefined && data !== undefined && isEmptyList(data);
  return (
    <>
      {error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} isCompact={data !== undefined} />
      )}
      {data === undefined && error === null && (
        <Skeleton active title={false} paragraph={{ rows: lines }} />
      )}
      {data !== undefined && (isEmpty ? empty : children(data))}
    </>
  );
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) ? data.length === 0 : (data as { total?: number }).total === 0;
}
