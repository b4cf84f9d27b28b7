/** The user's reports, polled while one is in progress, and their mutations. */
import { useQueryClient } from '@tanstack/react-query';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { isUnderWay } from '../report-state.ts';

const UNDER_WAY_MS = 1_000;
/** Poll interval while no report is running: files expire, another window may start a report. */
const QUIET_MS = 15_000;

export function useReports() {
  return useCallQuery(
    'v2.reports',
    {},
    {
      select: ({ data }) => data.list,
      refetchInterval: ({ state }) =>
        state.data?.data.list.some(isUnderWay) === true ? UNDER_WAY_MS : QUIET_MS,
    },
  );
}

export function useReportChanges() {
  const client = useQueryClient();
  return {
    ask: useCallMutation('v2.report'),
    cancel: useCallMutation('v2.report.cancel'),
    followed: () => refetchCalls(client, 'v2.reports'),
  };
}
