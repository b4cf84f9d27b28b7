/**
 * A search for a text that goes on by itself through older spans of the trail: a span is a call, as
 * many entries as the server looks through at one go. It ends when enough was found, when there is
 * nothing older, or when it is stopped.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TableState } from '../../../components/table/use-table.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { callQuery } from '../../../lib/use-call.ts';
import type { AuditSearch } from '../audit-search.ts';
import { type AuditEntry, auditPageOf, type SearchedFrom } from './use-audit.ts';

/** A page of the table as it opens. */
const ENOUGH = 13;

export interface AuditWalk {
  /** It began here (ms); what is newer is not in `rows`. */
  readonly before: number;
  /** What the spans gone through hold, all of it. */
  readonly rows: readonly AuditEntry[];
  /** Where it is; null: there is nothing older. */
  readonly from: SearchedFrom;
  readonly isUnderWay: boolean;
  /** Why it stands still though nobody stopped it. */
  readonly error: ApiError | null;
}

interface WalkOptions {
  /** The page is to show what is older than this (ms). */
  readonly onBefore: (before: number) => void;
  /** It came to its end by itself. */
  readonly onEnd: (walk: Pick<AuditWalk, 'from'>) => void;
}

export function useAuditWalk(search: AuditSearch, table: TableState, options: WalkOptions) {
  const client = useQueryClient();
  const [walk, setWalk] = useState<AuditWalk>();
  // The number of the walk that may still say something.
  const run = useRef(0);
  const { page: _page, open: _open, cols: _cols, before, ...asked } = search;
  const question = JSON.stringify([asked, table.size]);

  // Another question, or another page: nobody waits for what is on its way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ends with the question it belongs to.
  useEffect(
    () => () => {
      run.current += 1;
      setWalk(undefined);
    },
    [question],
  );

  const goFrom = async (start: NonNullable<SearchedFrom>) => {
    run.current += 1;
    const mine = run.current;
    options.onBefore(start.ts);
    let at: SearchedFrom = start;
    const rows: AuditEntry[] = [];
    const tell = (part: Partial<AuditWalk>) =>
      setWalk({
        before: start.ts,
        rows: [...rows],
        from: at,
        isUnderWay: true,
        error: null,
        ...part,
      });
    tell({});
    try {
      while (at !== null && rows.length < ENOUGH) {
        const input = auditPageOf({ ...search, before: at.ts }, { ...table, page: 1 });
        const { data } = await client.fetchQuery(callQuery('v2.audit-trail', input));
        if (run.current !== mine) return;
        if (data.total > data.list.length) {
          // More than a page: shown by itself, page by page; what was found before it is shown first.
          if (rows.length > 0) break;
          setWalk(undefined);
          return options.onBefore(at.ts);
        }
        rows.push(...data.list);
        at = data.searched_from;
        tell({});
      }
      options.onEnd({ from: at });
      tell({ isUnderWay: false });
    } catch (error) {
      if (run.current === mine) tell({ isUnderWay: false, error: error as ApiError });
    }
  };

  return {
    /** Shown in the place of the page that was asked for. */
    walk: walk !== undefined && walk.before === before ? walk : undefined,
    goFrom: (start: NonNullable<SearchedFrom>) => void goFrom(start),
    /** What was found so far stays. */
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
