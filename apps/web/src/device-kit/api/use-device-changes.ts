/** Mutations of the device list; each refetches the lists. */
import { useQueryClient } from '@tanstack/react-query';
import { refetchCalls, useCallMutation } from '../../lib/calls/use-call.ts';

export function useDeviceChanges() {
  const client = useQueryClient();
  const add = useCallMutation('v1.device.addOrUpdate');
  const change = useCallMutation('v2.device.update');
  const remove = useCallMutation('v1.device.delete');
  const move = useCallMutation('v2.device-map.update');
  const rotate = useCallMutation('v2.device.secret');
  return {
    add,
    change,
    remove,
    move,
    rotate,
    refetch: () => refetchCalls(client, 'v2.devices', 'v2.device', 'v2.device-map'),
  };
}
