/**
 * Queries of the alarm screens. Every alarm event of the real-time channel refetches the visible
 * queries: immediately, and then at most once per interval while events continue.
 */
import { keepPreviousData } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { patched, rereadOn } from '../../../realtime/live-query.ts';
import type { RealtimeEvent } from '../../../realtime/realtime-event.ts';
import { liveAfter, MAX_LIVE_ROWS } from '../live-order.ts';

/** Minimum refetch intervals: for a small response, and for one more expensive for the server. */
const QUICK_MS = 1_000;
export const CALM_MS = 5_000;
const MINUTE_MS = 60_000;
/** Maximum number of alarms in the list of the bell. */
const BELL_ROWS = 5;
/** "The latest 10 alarms" (docs/specification/dashboard.md 6.4). */
const LATEST_ROWS = 10;

export const ALARM_PERIODS = ['day', 'month', 'year'] as const;
export type AlarmPeriod = (typeof ALARM_PERIODS)[number];

/** Query options for data that becomes outdated with an alarm event. */
export const rereadOnAlarms = (pauseMs: number) =>
  rereadOn(({ type }) => type === 'ALARMS', pauseMs);

type AlarmsAnswer = Answer<'v2.alarms'>;

const LIVE: CallInput<'v2.alarms'> = {
  query: { open: 'true', alarm_type: 'all', order: 'priority', pn: 1, ps: MAX_LIVE_ROWS },
};

/** Active alarms including leakage; each event updates its row without a request. */
export function useLiveAlarms() {
  return useCallQuery('v2.alarms', LIVE, {
    ...patched(alarmsAfterEvent),
    select: ({ data }) => data.list,
  });
}

function alarmsAfterEvent(answer: AlarmsAnswer, event: RealtimeEvent): AlarmsAnswer {
  if (event.type !== 'ALARMS') return answer;
  const { alarm_list: rows, total } = answer.data.list;
  const list = { rows, total };
  const next = liveAfter(list, event.alarm);
  if (next === list) return answer;
  const alarm_list = [...next.rows];
  return { ...answer, data: { list: { alarm_list, count: alarm_list.length, total: next.total } } };
}

/** Active unhandled alarms: their number and the most urgent of them. */
export function useBellAlarms() {
  return useCallQuery(
    'v2.alarms',
    {
      query: {
        open: 'true',
        handled: '0',
        alarm_type: 'all',
        order: 'priority',
        // No count contains them, and the bell shows a number.
        simulated: 'false',
        pn: 1,
        ps: BELL_ROWS,
      },
    },
    {
      ...rereadOnAlarms(QUICK_MS),
      staleTime: MINUTE_MS / 2,
      refetchInterval: MINUTE_MS,
      select: ({ data }) => data.list,
    },
  );
}

/** The newest of all alarms, without leakage (docs/specification/alarms.md 1.3). */
export function useLatestAlarms() {
  return useCallQuery(
    'v2.alarms',
    { query: { pn: 1, ps: LATEST_ROWS, handled: 'all' } },
    { ...rereadOnAlarms(QUICK_MS), staleTime: MINUTE_MS / 2, select: ({ data }) => data.list },
  );
}

export function useAlarmCount(period: AlarmPeriod, devices: number) {
  return useCallQuery(
    'v2.alarm-count',
    { query: { date_type: period, limit: devices } },
    {
      ...rereadOnAlarms(CALM_MS),
      staleTime: MINUTE_MS / 2,
      refetchInterval: MINUTE_MS,
      placeholderData: keepPreviousData,
      select: ({ data }) => data,
    },
  );
}
