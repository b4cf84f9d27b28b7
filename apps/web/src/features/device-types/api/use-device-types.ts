import type { DeviceKind } from '@busbar/domain/device/device-type';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

type TypeRow = Answer<'v2.device-types'>['data']['list'][number];

export interface TypeView extends Omit<TypeRow, 'kind'> {
  readonly kind: DeviceKind;
}

export function useDeviceTypes() {
  return useCallQuery(
    'v2.device-types',
    {},
    { select: ({ data }) => data.list as unknown as readonly TypeView[] },
  );
}

export function useTypeChange() {
  const client = useQueryClient();
  return {
    change: useCallMutation('v2.device-types.change'),
    followed: () => refetchCalls(client, 'v2.device-types', 'v2.device-type'),
  };
}
