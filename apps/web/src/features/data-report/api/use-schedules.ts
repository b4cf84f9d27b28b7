/** Scheduled reports, polled while one is generated or sent, and their mutations. */
import { useQueryClient } from '@tanstack/react-query';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

const UNDER_WAY_MS = 2_000;
/** Poll interval otherwise: a scheduled time may pass while the page is open. */
const QUIET_MS = 30_000;

export function useSchedules() {
  return useCallQuery(
    'v2.report-schedules',
    {},
    {
      select: ({ data }) => data,
      refetchInterval: ({ state }) =>
        state.data?.data.list.some(({ runs }) => runs[0]?.state === 'under-way') === true
          ? UNDER_WAY_MS
          : QUIET_MS,
    },
  );
}

export function useScheduleChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.report-schedule.add'),
    change: useCallMutation('v2.report-schedule.change'),
    remove: useCallMutation('v2.report-schedule.delete'),
    followed: () => refetchCalls(client, 'v2.report-schedules'),
  };
}
