/**
 * Events of devices in periods, from the log and the alarm list: commands and alarms, including
 * alarms that started before the period and were still active in it.
 */
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callQuery } from '../../../lib/calls/use-call.ts';
import type { Span } from '../history/history-span.ts';

/** More markers than this would hide the line. */
export const MAX_EVENTS = 200;

export type CommandLogRow = Answer<'v2.log.control-list'>['data']['list'][number];
export type EventAlarm = Answer<'v2.alarms'>['data']['list']['alarm_list'][number];

export interface EventQuestion {
  readonly code: string;
  readonly span: Span;
}

interface Listed<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

export interface EventRows {
  /** Rows of each query, in its order; undefined until the first response. */
  readonly orders: readonly (readonly CommandLogRow[] | undefined)[];
  readonly alarms: readonly (readonly EventAlarm[] | undefined)[];
  /** Number of older events that are not listed. */
  readonly leftOut: number;
  readonly isFetching: boolean;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

export function useEventRows(requests: readonly EventQuestion[]): EventRows {
  const orders = useQueries({
    queries: requests.map((question) => ({
      ...callQuery('v2.log.control-list', {
        query: { ...requestedRange(question), pn: 1, ps: MAX_EVENTS },
      }),
      select: ordersOf,
      placeholderData: oldOf<Answer<'v2.log.control-list'>>(question),
    })),
    combine: combined<CommandLogRow>,
  });
  const alarms = useQueries({
    queries: requests.map((question) => ({
      ...callQuery('v2.alarms', {
        query: {
          ...requestedRange(question),
          standing: '1',
          alarm_type: 'all',
          pn: 1,
          ps: MAX_EVENTS,
        },
      }),
      select: alarmsOf,
      placeholderData: oldOf<Answer<'v2.alarms'>>(question),
    })),
    combine: combined<EventAlarm>,
  });
  return {
    orders: orders.lists,
    alarms: alarms.lists,
    leftOut: orders.leftOut + alarms.leftOut,
    isFetching: orders.isFetching || alarms.isFetching,
    error: orders.error ?? alarms.error,
    retry: () => {
      orders.retry();
      alarms.retry();
    },
  };
}

const requestedRange = ({ code, span }: EventQuestion) => ({
  device_code: code,
  start: String(span.startMs),
  end: String(span.endMs),
});

const ordersOf = ({ data }: Answer<'v2.log.control-list'>): Listed<CommandLogRow> => data;

const alarmsOf = ({ data }: Answer<'v2.alarms'>): Listed<EventAlarm> => ({
  list: data.list.alarm_list,
  total: data.list.total,
});

/** While the period advances, the previous rows stay on screen; rows of another device never do. */
function oldOf<A>({ code }: EventQuestion) {
  return (old: A | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) => {
    const before = query?.queryKey[1] as { query?: { device_code?: string } } | undefined;
    return before?.query?.device_code === code ? old : undefined;
  };
}

function combined<Row>(results: readonly UseQueryResult<Listed<Row>, ApiError>[]) {
  return {
    lists: results.map(({ data }) => data?.list),
    leftOut: results.reduce(
      (sum, { data }) => sum + Math.max(0, (data?.total ?? 0) - MAX_EVENTS),
      0,
    ),
    isFetching: results.some(({ isFetching }) => isFetching),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error !== null) void result.refetch();
    },
  };
}
