/**
 * A section of a page with a query of its own. It reserves its height while loading, fails and
 * retries separately, and retains its content if a later request fails.
 */
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { ApiError } from '../../lib/calls/api-error.ts';
import { ErrorState } from '../states/error-state.tsx';

/** The members of a query result that a tile uses. */
export interface TileQuery<T> {
  readonly data: T | undefined;
  readonly error: ApiError | null;
  readonly refetch: () => unknown;
}

export interface TileProps<T> {
  readonly title: string;
  readonly query: TileQuery<T>;
  /** Controls at the end of the tile's header. */
  readonly tools?: ReactNode;
  readonly className?: string;
  readonly children: (data: T) => ReactNode;
}

export function Tile<T>({ title, query, tools, className = '', children }: TileProps<T>) {
  const { data, error } = query;
  const retry = () => void query.refetch();
  let body: ReactNode;
  if (data !== undefined) body = children(data);
  else if (error !== null) body = <ErrorState error={error} onRetry={retry} />;
  else body = <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <section
      className={`tile ${className}`}
      aria-label={title}
      aria-busy={data === undefined && error === null}
    >
      <header className="tile__head">
        <h2>{title}</h2>
        {tools}
      </header>
      {data !== undefined && error !== null && (
        <ErrorState error={error} onRetry={retry} isCompact />
      )}
      <div className="tile__body">{body}</div>
    </section>
  );
}
