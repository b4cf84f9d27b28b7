import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import {
  callKey,
  refetchCalls,
  useCallMutation,
  useCallQuery,
} from '../../../lib/calls/use-call.ts';

export type Settlement = Answer<'v2.settlement'>['data'];
export type Period = Settlement['open'];
export type Bill = Answer<'v2.bill'>['data'];

export function useSettlement() {
  return useCallQuery('v2.settlement', {}, { select: ({ data }) => data });
}

/** Each mutation returns the updated settlement; bills are refetched. */
export function useSettlementChanges() {
  const client = useQueryClient();
  const change = useCallMutation('v2.settlement.update');
  const close = useCallMutation('v2.settlement.close');
  const closeUpTo = useCallMutation('v2.settlement.close-up-to');
  const take = (answer: Answer<'v2.settlement'>) => {
    client.setQueryData(callKey('v2.settlement', {}), answer);
    void refetchCalls(client, 'v2.bill', 'v2.bill.comparison', 'v2.first-steps');
  };
  return { change, close, closeUpTo, take };
}

/** Maximum number of lines that the server returns at once. */
const MAX_LINES = 10_000;

export interface BillOf {
  readonly start: string | undefined;
  readonly device: string | undefined;
  /** True if the lines of every device are needed, false if only the sums are. */
  readonly hasLines: boolean;
}

export function useBill({ start, device, hasLines }: BillOf) {
  return useCallQuery(
    'v2.bill',
    {
      query: {
        ...(start === undefined ? {} : { start }),
        ...(device === undefined ? {} : { device_code: device }),
        ps: hasLines ? MAX_LINES : 1,
      },
    },
    { select: ({ data }) => data },
  );
}

/** All periods with a bill, newest first. */
export function periodsOf({ open, ended, closed }: Settlement): Period[] {
  return [open, ...ended, ...closed].toSorted((a, b) => (a.start < b.start ? 1 : -1));
}
