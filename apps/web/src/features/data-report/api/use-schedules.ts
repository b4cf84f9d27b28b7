/** Scheduled reports, looked at again while one is made or sent, and what can be done about them. */
import { useQueryClient } from '@tanstack/react-query';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/use-call.ts';

const UNDER_WAY_MS = 2_000;
/** A time may come while one looks. */
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
