import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type LineReport = NonNullable<Answer<'v2.serial-line.monitor'>['data']['report']>;
export type LineFrame = LineReport['frames'][number];

/** Each call requests the report that the next call returns. */
const LOOK_EVERY_MS = 2_000;

/** Looks at the line while `isRunning`; the last report stays afterwards. */
export function useLineMonitor(code: string, isRunning: boolean) {
  return useCallQuery(
    'v2.serial-line.monitor',
    { params: { device_code: code } },
    {
      enabled: isRunning,
      refetchInterval: LOOK_EVERY_MS,
      select: ({ data }) => data.report,
    },
  );
}
