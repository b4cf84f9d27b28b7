/**
 * Waits for the first reading of a new device; until then reports the connection state and the
 * newest rejected message.
 */

import type { Measurement, MeasurementField } from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deviceInput, LIVE_DEVICE } from '../../../device-kit/api/use-device.ts';
import { refetchCalls, useCallQuery } from '../../../lib/calls/use-call.ts';
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
  /** Values of the newest reading; empty until it arrives. */
  readonly measured: Measurement;
  /** Rated voltage of the nameplate; null if it is not known. */
  readonly ratedV: number | null;
  readonly isConnected: boolean;
  /** The newest rejected message; only for administrators. */
  readonly rejected: Rejected | undefined;
}

const WIRE_NAMES = Object.entries(MEASUREMENT_WIRE_NAMES) as [MeasurementField, string][];

function measuredIn(values: Readonly<Record<string, number>>): Measurement {
  const measured: Measurement = {};
  for (const [field, wireName] of WIRE_NAMES) {
    const value = values[wireName];
    if (value !== undefined) measured[field] = value;
  }
  return measured;
}

export function useFirstReading(code: string): FirstReading {
  const isAdmin = useMay('message.read');
  const device = useCallQuery('v2.device', deviceInput(code), {
    ...LIVE_DEVICE,
    select: ({ data }) => data,
  });
  const at = device.data?.variable?.ts ?? device.data?.energy?.ts;
  const hasArrived = at !== undefined;
  const client = useQueryClient();
  useEffect(() => {
    if (hasArrived) void refetchCalls(client, 'v2.first-steps');
  }, [client, hasArrived]);
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
    measured: measuredIn(device.data?.variable?.values ?? {}),
    ratedV: device.data?.rated_vol ?? null,
    isConnected: device.data?.online === true,
    rejected: newest && {
      reason: newest.reason,
      detail: newest.detail,
      at: newest.received_at,
    },
  };
}
