import { keepPreviousData } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type Visit = Answer<'v2.project-visits'>['data']['list'][number];

/** Page size above the number of visits of any project in six weeks. */
const MAX_VISITS = 1_000;

/** Visits that overlap [start, end), wall clock in the customer's time zone. */
export function useVisits(project: number, start: string, end: string) {
  return useCallQuery(
    'v2.project-visits',
    { query: { project_id: String(project), start, end, ps: MAX_VISITS } },
    { placeholderData: keepPreviousData, select: ({ data }) => data.list },
  );
}

export const useVisitChanges = () => useSend('v2.project-visits', 'v2.alarm-windows');
