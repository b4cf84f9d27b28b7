/** Components for the loading state, the error and the content of a query. */
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { ApiError } from '../../lib/calls/api-error.ts';
import { ErrorState } from './error-state.tsx';

interface QueryLike<T> {
  readonly data?: T | undefined;
  readonly error: ApiError | null;
  readonly refetch: () => unknown;
}

interface QueryStateProps {
  query: QueryLike<unknown>;
  /** Number of lines of the skeleton. */
  lines?: number;
}

/**
 * Displays a skeleton until there is data, or the error with a retry button. If there already is
 * data, the error is a single line above it.
 */
export function QueryState({ query, lines = 4 }: QueryStateProps) {
  const { data, error, refetch } = query;
  if (error !== null) {
    return (
      <ErrorState error={error} onRetry={() => void refetch()} isCompact={data !== undefined} />
    );
  }
  if (data !== undefined) return null;
  return <Skeleton active title={false} paragraph={{ rows: lines }} />;
}

type LoadedProps<T> = QueryStateProps & {
  query: QueryLike<T>;
  /** Replaces the content of an empty list or page. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

export function Loaded<T>({ query, lines, empty, children }: LoadedProps<T>) {
  const { data } = query;
  return (
    <>
      <QueryState query={query} {...(lines !== undefined && { lines })} />
      {data !== undefined && (empty !== undefined && isEmptyList(data) ? empty : children(data))}
    </>
  );
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) ? data.length === 0 : (data as { total?: number }).total === 0;
}
