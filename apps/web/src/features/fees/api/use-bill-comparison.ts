import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type BillComparison = NonNullable<Answer<'v2.bill.comparison'>['data']>;

export function useBillComparison(start: string | undefined, device: string | undefined) {
  return useCallQuery(
    'v2.bill.comparison',
    {
      query: {
        ...(start === undefined ? {} : { start }),
        ...(device === undefined ? {} : { device_code: device }),
      },
    },
    { select: ({ data }) => data },
  );
}
