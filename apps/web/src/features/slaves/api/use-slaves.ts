/**
 * Details of several slaves; uses the same queries as their cards, so nothing is requested twice.
 */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type DeviceDetail, toDeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { deviceInput } from '../../../device-kit/api/use-device.ts';
import { callKey, callQuery } from '../../../lib/calls/use-call.ts';

export interface SlavesNow {
  /** Loaded slaves, in the requested order. */
  readonly slaves: readonly DeviceDetail[];
  /** Time of the oldest response, ms; 0 until all are loaded. */
  readonly readAt: number;
  readonly error: Error | null;
  readAgain: () => void;
}

/** `codes` must be a stable list: a different list is a different query. */
export function useSlaves(codes: readonly string[]): SlavesNow {
  const client = useQueryClient();
  const readAgain = useCallback(() => {
    for (const code of codes) {
      const queryKey = callKey('v2.device', deviceInput(code));
      void client.refetchQueries({ queryKey }, { cancelRefetch: false });
    }
  }, [client, codes]);
  const results = useQueries({
    queries: codes.map((code) => ({
      ...callQuery('v2.device', deviceInput(code)),
      select: toDeviceDetail,
    })),
  });
  return {
    slaves: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
    readAt: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    readAgain,
  };
}
