/** Scheduled reports, polled while one is generated or sent, and their mutations. */
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

const UNDER_WAY_MS = 2_000;
/** Poll interval while no report is in progress: a scheduled time may pass with the page open. */
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

export const useScheduleChanges = () => useSend('v2.report-schedules');
