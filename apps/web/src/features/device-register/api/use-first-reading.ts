/**
 * Waits for the first reading of a new device; until then reports the connection state and the
 * newest rejected message.
 */
import { deviceInput, LIVE_DEVICE } from '../../../device-kit/api/use-device.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useMay } from '../../../lib/session/use-may.ts';

const POLL_EVERY_MS = 3_000;

export interface Rejected {
  readonly reason: string;
  readonly detail: string;
  readonly at: number;
}

export interface FirstReading {
  /** Time of the first reading, ms; undefined until it arrives. */
  readonly at: number | undefined;
  readonly isConnected: boolean;
  /** The newest rejected message; only for administrators. */
  readonly rejected: Rejected | undefined;
}

export function useFirstReading(code: string): FirstReading {
  const isAdmin = useMay('message.read');
  const device = useCallQuery('v2.device', deviceInput(code), {
    ...LIVE_DEVICE,
    select: ({ data }) => data,
  });
  const at = device.data?.variable?.ts ?? device.data?.energy?.ts;
  const rejected = useCallQuery(
    'v2.rejected-messages',
    { query: { pn: 1, ps: 1, device_code: code } },
    {
      enabled: isAdmin,
      refetchInterval: at === undefined ? POLL_EVERY_MS : false,
      select: ({ data }) => data.list[0],
    },
  );
  const newest = rejected.data;
  return {
    at,
    isConnected: device.data?.online === true,
    rejected: newest && {
      reason: newest.reason,
      detail: newest.detail,
      at: newest.received_at,
    },
  };
}
