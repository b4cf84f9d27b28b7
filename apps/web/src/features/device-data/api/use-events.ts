/**
 * What happened at a device in a span, as the log and the alarm list tell it: orders, and alarms,
 * those among them that began before and still stood in it.
 */
import { keepPreviousData } from '@tanstack/react-query';
import type { Answer } from '../../../lib/call-types.ts';
import { useCallQuery } from '../../../lib/use-call.ts';
import type { Span } from '../history-span.ts';

/** More marks than this hide the lines. */
export const MOST_EVENTS = 200;

export type OrderRow = Answer<'v2.log.control-list'>['data']['list'][number];
export type EventAlarm = Answer<'v2.alarms'>['data']['list']['alarm_list'][number];

export function useEventRows(code: string, { startMs, endMs }: Span) {
  const span = { device_code: code, start: String(startMs), end: String(endMs) };
  const orders = useCallQuery(
    'v2.log.control-list',
    { query: { ...span, pn: 1, ps: MOST_EVENTS } },
    { placeholderData: keepPreviousData, select: ({ data }) => data },
  );
  const alarms = useCallQuery(
    'v2.alarms',
    { query: { ...span, standing: '1', alarm_type: 'all', pn: 1, ps: MOST_EVENTS } },
    { placeholderData: keepPreviousData, select: ({ data }) => data.list },
  );
  return {
    orders: orders.data?.list,
    alarms: alarms.data?.alarm_list,
    leftOut:
      Math.max(0, (orders.data?.total ?? 0) - MOST_EVENTS) +
      Math.max(0, (alarms.data?.total ?? 0) - MOST_EVENTS),
    isFetching: orders.isFetching || alarms.isFetching,
    error: orders.error ?? alarms.error,
    retry: () => {
      void orders.refetch();
      void alarms.refetch();
    },
  };
}
