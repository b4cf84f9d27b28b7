/**
 * Queries of the alarm screens. Every alarm event of the real-time channel refetches the visible
 * queries: at once, and then at most once per pause while events continue.
 */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { callKey, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { liveAfter, MAX_LIVE_ROWS } from '../live-order.ts';

/** Pauses for a small response and for one that is more expensive for the server. */
const QUICK_MS = 1_000;
export const CALM_MS = 5_000;
const MINUTE_MS = 60_000;
/** Rows in the list of the bell. */
const BELL_ROWS = 5;
/** "The latest 10 alarms" (docs/specification/dashboard.md 6.4). */
const LATEST_ROWS = 10;

export const ALARM_PERIODS = ['day', 'month', 'year'] as const;
export type AlarmPeriod = (typeof ALARM_PERIODS)[number];

/** Runs immediately at the first alarm event, and then at most once per pause. */
export function useOnAlarms(run: () => void, pauseMs: number): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = () => {
    isWanted.current = false;
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (isWanted.current) start();
    }, pauseMs);
  };
  useRealtime((event) => {
    if (event.type !== 'ALARMS') return;
    if (timer.current === undefined) start();
    else isWanted.current = true;
  });
}

const LIVE: CallInput<'v2.alarms'> = {
  query: { open: 'true', alarm_type: 'all', order: 'priority', pn: 1, ps: MAX_LIVE_ROWS },
};

/** Active alarms including leakage; each event updates its row without a request. */
export function useLiveAlarms() {
  const client = useQueryClient();
  useRealtime((event) => {
    if (event.type !== 'ALARMS') return;
    client.setQueryData<Answer<'v2.alarms'>>(callKey('v2.alarms', LIVE), (old) => {
      if (old === undefined) return old;
      const { alarm_list, total } = old.data.list;
      const list = { rows: alarm_list, total };
      const next = liveAfter(list, event.alarm);
      return next === list
        ? old
        : {
            ...old,
            data: {
              list: { alarm_list: [...next.rows], count: next.rows.length, total: next.total },
            },
          };
    });
  });
  return useCallQuery('v2.alarms', LIVE, { select: ({ data }) => data.list });
}

/** Active unhandled alarms: their number and the most urgent of them. */
export function useBellAlarms() {
  const query = useCallQuery(
    'v2.alarms',
    {
      query: {
        open: 'true',
        handled: '0',
        alarm_type: 'all',
        order: 'priority',
        pn: 1,
        ps: BELL_ROWS,
      },
    },
    { staleTime: MINUTE_MS / 2, refetchInterval: MINUTE_MS, select: ({ data }) => data.list },
  );
  useOnAlarms(() => void query.refetch(), QUICK_MS);
  return query;
}

/** The newest of all alarms, without leakage (docs/specification/alarms.md 1.3). */
export function useLatestAlarms() {
  const query = useCallQuery(
    'v2.alarms',
    { query: { pn: 1, ps: LATEST_ROWS, handled: 'all' } },
    { staleTime: MINUTE_MS / 2, select: ({ data }) => data.list },
  );
  useOnAlarms(() => void query.refetch(), QUICK_MS);
  return query;
}

export function useAlarmCount(period: AlarmPeriod, devices: number) {
  const query = useCallQuery(
    'v2.alarm-count',
    { query: { date_type: period, limit: devices } },
    {
      staleTime: MINUTE_MS / 2,
      refetchInterval: MINUTE_MS,
      placeholderData: keepPreviousData,
      select: ({ data }) => data,
    },
  );
  useOnAlarms(() => void query.refetch(), CALM_MS);
  return query;
}
