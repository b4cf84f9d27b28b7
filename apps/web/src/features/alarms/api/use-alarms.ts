/**
 * What the alarm screens ask. Every message of the real-time channel that tells of an alarm makes
 * what is on screen be read again: at once, and while messages go on at most once per pause.
 */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api-client.ts';
import type { Answer, CallInput } from '../../../lib/call-types.ts';
import { callKey, refetchCalls, useCallMutation, useCallQuery } from '../../../lib/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import type { AlarmSearch } from '../alarm-search.ts';
import { liveAfter, MOST_LIVE_ROWS } from '../live-order.ts';

/** Of a small answer, and of one that costs the server more. */
const QUICK_MS = 1_000;
const CALM_MS = 5_000;
const MINUTE_MS = 60_000;
/** Rows behind the bell. */
const BELL_ROWS = 5;
/** "The latest 10 alarms" (docs/specification/dashboard.md 6.4). */
const LATEST_ROWS = 10;

export const ALARM_PERIODS = ['day', 'month', 'year'] as const;
export type AlarmPeriod = (typeof ALARM_PERIODS)[number];

/** Runs at the first alarm message at once, and then at most once per pause. */
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
  query: { open: 'true', alarm_type: 'all', order: 'priority', pn: 1, ps: MOST_LIVE_ROWS },
};

/** Alarms that stand, leakage too; each message changes its row without a question. */
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

/** Open and not dealt with: how many, and the most urgent of them. */
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

/** The newest of all; leakage is left out (docs/specification/alarms.md 1.3). */
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

/** A page of the history under the filters of the address; newest first. */
export function useAlarmHistory(search: AlarmSearch, page: number, size: number) {
  const filters = {
    alarm_type: search.type ?? 'all',
    ...(search.device === undefined ? {} : { device_code: search.device }),
    ...(search.kind === undefined ? {} : { kind: search.kind }),
    ...(search.handled === undefined ? {} : { handled: search.handled }),
    ...(search.open === undefined ? {} : { open: search.open }),
    ...(search.from === undefined ? {} : { start: search.from }),
    ...(search.to === undefined ? {} : { end: search.to }),
  };
  const query = useCallQuery(
    'v2.alarms',
    { query: { ...filters, pn: page, ps: size } },
    { placeholderData: keepPreviousData, select: ({ data }) => data.list },
  );
  useOnAlarms(() => void query.refetch(), CALM_MS);
  return {
    ...query,
    readPage: async (at: number, rows: number) => {
      const { data } = await call('v2.alarms', { query: { ...filters, pn: at, ps: rows } });
      return { rows: data.list.alarm_list, total: data.list.total };
    },
  };
}

/** One alarm by its id, where the page that a link opens does not hold it; null: there is none. */
export function useAlarm(id: number | undefined) {
  const query = useCallQuery(
    'v2.alarms',
    { query: { alarm_type: 'all', alarm_id: String(id), ps: 1 } },
    { enabled: id !== undefined, select: ({ data }) => data.list.alarm_list[0] ?? null },
  );
  useOnAlarms(() => {
    if (id !== undefined) void query.refetch();
  }, CALM_MS);
  return query;
}

/** Deal, delete, keep quiet; whatever comes of it, lists and counts are read again. */
export function useAlarmChanges() {
  const client = useQueryClient();
  return {
    deal: useCallMutation('v2.alarm.handle'),
    remove: useCallMutation('v2.alarm.delete'),
    snooze: useCallMutation('v2.alarm.snooze'),
    followed: () => refetchCalls(client, 'v2.alarms', 'v2.alarm-count'),
  };
}
