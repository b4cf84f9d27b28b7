import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

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

export const useTypeChange = () => useSend('v2.device-types', 'v2.device-type');
