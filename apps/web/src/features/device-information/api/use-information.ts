/** Queries and mutations of one device's information. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { useMay } from '../../../lib/session/use-may.ts';

export type Information = Answer<'v2.device-information'>['data'];

export function useInformation(code: string) {
  return useCallQuery(
    'v2.device-information',
    { params: { device_code: code } },
    { select: ({ data }) => data },
  );
}

/** Calls whose responses show the device, on this page and on others. */
const DISPLAYED = [
  'v2.device-information',
  'v2.device-information.notes',
  'v2.device-information.photos',
  'v2.devices',
  'v2.device',
] as const;

export const useInformationChanges = () => useSend(...DISPLAYED);

export function useRefetchInformation() {
  const client = useQueryClient();
  return () => refetchCalls(client, ...DISPLAYED);
}

export function useMayChange(): boolean {
  return useMay('device.write');
}
