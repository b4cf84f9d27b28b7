/** One device in detail, requested once and then updated by events. */
import { isOpenState } from '@busbar/domain/switch/command-state';
import type { QueryClient } from '@tanstack/react-query';
import { callQuery, useCallQuery } from '../../lib/calls/use-call.ts';
import { live } from '../../realtime/live-query.ts';
import { COMMAND_POLL_MS, commandStateOf } from './command-after-event.ts';
import { deviceAfterEvent } from './device-after-event.ts';
import { type DeviceAnswer, toDeviceDetail } from './device-detail.ts';

const POLL_MS = 30_000;

export const deviceInput = (code: string) => ({ query: { device_code: code } });

/** Query options of `v2.device`, also for a gateway with its slaves. */
export const LIVE_DEVICE = live(deviceAfterEvent, {
  pollMs: ({ data }: DeviceAnswer) => {
    const isOpen = [data, ...(data.slaves ?? [])].some(
      ({ command }) => command !== null && isOpenState(commandStateOf(command.state)),
    );
    return isOpen ? COMMAND_POLL_MS : POLL_MS;
  },
});

const toDetail = ({ data }: DeviceAnswer) => toDeviceDetail(data);

/** Requests the device unless it is known; a failure is left to the page. */
export function requestDevice(client: QueryClient, code: string): Promise<void> {
  // With all options, so that events update the answer before a page shows it.
  return client.prefetchQuery({ ...callQuery('v2.device', deviceInput(code)), ...LIVE_DEVICE });
}

/** Returns the details of the device; sends no request without a code. */
export function useDevice(code: string | undefined) {
  return useCallQuery('v2.device', deviceInput(code ?? ''), {
    ...LIVE_DEVICE,
    enabled: code !== undefined,
    select: toDetail,
  });
}
