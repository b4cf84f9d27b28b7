/** Details of all slaves of a gateway in one call, updated by events. */
import { type DeviceAnswer, toDeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { deviceInput, LIVE_DEVICE } from '../../../device-kit/api/use-device.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export const slavesInput = (gatewayCode: string) => ({
  query: { ...deviceInput(gatewayCode).query, slaves: true },
});

const toSlaves = ({ data }: DeviceAnswer) => (data.slaves ?? []).map(toDeviceDetail);

export function useSlaves(gatewayCode: string) {
  return useCallQuery('v2.device', slavesInput(gatewayCode), {
    ...LIVE_DEVICE,
    select: toSlaves,
  });
}
