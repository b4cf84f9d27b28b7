/** One device in detail, read once and then updated by the real-time channel. */
import { useQueryClient } from '@tanstack/react-query';
import { callKey, useCallQuery } from '../../lib/calls/use-call.ts';
import { useRealtime } from '../../realtime/use-realtime.ts';
import { deviceAfterEvent, needsReading } from './device-after-event.ts';
import { type DeviceAnswer, toDeviceDetail } from './device-detail.ts';

/** Refetch interval, so that values are updated even without events. */
const REFRESH_MS = 30_000;

export const deviceInput = (code: string) => ({ query: { device_code: code } });

/** Details of the device; sends no request without a code. */
export function useDevice(code: string | undefined) {
  return useCallQuery('v2.device', deviceInput(code ?? ''), {
    enabled: code !== undefined,
    select: toDeviceDetail,
    refetchInterval: REFRESH_MS,
  });
}

/** Updates every displayed device from events; used once per page. */
export function useDeviceEvents(): void {
  const client = useQueryClient();
  useRealtime((event) => {
    const key = callKey('v2.device', deviceInput(event.deviceCode));
    const state = client.getQueryState<DeviceAnswer>(key);
    if (state?.data === undefined) return;
    const { dataUpdatedAt } = state;
    client.setQueryData<DeviceAnswer>(
      key,
      (old) => old && deviceAfterEvent(old, event),
      // Only a switch report refreshes the age of the switch state, which is read again before a
      // command.
      event.type === 'REMOTE_CONTROL' ? {} : { updatedAt: dataUpdatedAt },
    );
    if (needsReading(event)) void client.invalidateQueries({ queryKey: key });
  });
}
