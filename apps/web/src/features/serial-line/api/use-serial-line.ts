/** The serial line of a DTU, the meters that can be polled, and their changes. */
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type SerialLine = Answer<'v2.serial-line'>['data'];
export type LineSettings = NonNullable<SerialLine['line']>;
export type LineMeter = SerialLine['meters'][number];
export type MeterProfile = Answer<'v2.meter-profiles'>['data'][number];

/** Readings of meters change the age that is shown. */
const POLL_MS = 30_000;

export function useSerialLine(code: string) {
  return useCallQuery(
    'v2.serial-line',
    { params: { device_code: code } },
    { select: ({ data }) => data, refetchInterval: POLL_MS },
  );
}

export function useMeterProfiles() {
  return useCallQuery(
    'v2.meter-profiles',
    {},
    { select: ({ data }) => data, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** Sends a change; a new meter is a new device of the tree. */
export const useLineChanges = () =>
  useSend('v2.serial-line', 'v2.devices', 'v2.device', 'v2.device-information');
