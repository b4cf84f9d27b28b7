/**
 * A text search that continues through older spans of the trail. Each call covers one span, the
 * number of entries that the server scans per request. The search ends when enough entries were
 * found, when no older entries exist, or when it is stopped.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TableState } from '../../../components/table/use-table.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { callQuery } from '../../../lib/calls/use-call.ts';
import type { AuditSearch } from '../audit-search.ts';
import { type AuditEntry, auditPageOf, type SearchedFrom } from './use-audit.ts';

/** Default page size of the table. */
const ENOUGH = 13;

export interface AuditWalk {
  /** Start of the search (ms); newer entries are not in `rows`. */
  readonly before: number;
  /** All matches in the spans searched so far. */
  readonly rows: readonly AuditEntry[];
  /** Current position; null: no older entries exist. */
  readonly from: SearchedFrom;
  readonly isUnderWay: boolean;
  /** The error that stopped the search. */
  readonly error: ApiError | null;
}

interface WalkOptions {
  /** Called when the page must show entries older than this (ms). */
  readonly onBefore: (before: number) => void;
  /** Called when the search ended without being stopped. */
  readonly onEnd: (walk: Pick<AuditWalk, 'from'>) => void;
}

export function useAuditWalk(search: AuditSearch, table: TableState, options: WalkOptions) {
  const client = useQueryClient();
  const [walk, setWalk] = useState<AuditWalk>();
  // Number of the current search; results of earlier searches are ignored.
  const run = useRef(0);
  const { page: _page, open: _open, cols: _cols, before, ...filters } = search;
  const question = JSON.stringify([filters, table.size]);

  // A different query or page cancels the running search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search ends when its query changes.
  useEffect(
    () => () => {
      run.current += 1;
      setWalk(undefined);
    },
    [question],
  );

  const goFrom = async (start: NonNullable<SearchedFrom>) => {
    run.current += 1;
    const currentRun = run.current;
    options.onBefore(start.ts);
    let at: SearchedFrom = start;
    const rows: AuditEntry[] = [];
    const update = (part: Partial<AuditWalk>) =>
      setWalk({
        before: start.ts,
        rows: [...rows],
        from: at,
        isUnderWay: true,
        error: null,
        ...part,
      });
    update({});
    try {
      while (at !== null && rows.length < ENOUGH) {
        const input = auditPageOf({ ...search, before: at.ts }, { ...table, page: 1 });
        const { data } = await client.fetchQuery(callQuery('v2.audit-trail', input));
        if (run.current !== currentRun) return;
        if (data.total > data.list.length) {
          // A span with more than a page of matches is shown alone, page by page. If earlier spans
          // had matches, those are shown first.
          if (rows.length > 0) break;
          setWalk(undefined);
          return options.onBefore(at.ts);
        }
        rows.push(...data.list);
        at = data.searched_from;
        update({});
      }
      options.onEnd({ from: at });
      update({ isUnderWay: false });
    } catch (error) {
      if (run.current === currentRun) update({ isUnderWay: false, error: error as ApiError });
    }
  };

  return {
    /** State of the search, shown instead of the requested page; undefined if none applies. */
    walk: walk !== undefined && walk.before === before ? walk : undefined,
    goFrom: (start: NonNullable<SearchedFrom>) => void goFrom(start),
    /** Matches found so far are retained. */
    stop: () => {
      run.current += 1;
      setWalk((old) => old && { ...old, isUnderWay: false });
    },
    forget: () => {
      run.current += 1;
      setWalk(undefined);
    },
  };
}
