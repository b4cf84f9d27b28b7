/** Several slaves in detail: the same answers their cards show, so nothing is asked twice. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callKey, callQuery } from '../../../lib/use-call.ts';
import { type DeviceDetail, toDeviceDetail } from '../../devices/api/device-detail.ts';
import { deviceInput } from '../../devices/api/use-device.ts';

export interface SlavesNow {
  /** Those that have been read, in the sequence asked for. */
  readonly slaves: readonly DeviceDetail[];
  /** When the oldest of them was read, ms; 0 while one never was. */
  readonly readAt: number;
  readonly error: Error | null;
  readAgain: () => void;
}

/** Give it the same list each time: another one is another question. */
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
