/** A query that is still loading or has failed, and the content of one that has data. */
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
  /** Lines of the skeleton. */
  lines?: number;
}

/**
 * A skeleton until there is data, or the error with a button to retry; an error above data that is
 * loaded already is one line.
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
