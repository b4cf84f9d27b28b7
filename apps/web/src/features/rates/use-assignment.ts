/** A tariff for many devices: the preview, and the assignment with the token of the preview. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';
import type { ApiError } from '../../lib/calls/api-error.ts';
import type { Answer } from '../../lib/calls/call-types.ts';
import { useSend } from '../../lib/calls/use-send.ts';

export interface ChosenDevices {
  readonly codes: readonly string[];
  readonly groups: readonly number[];
}

export type AssignmentPreview = Answer<'v2.rate.devices.preview'>['data'];

const bodyOf = ({ codes, groups }: ChosenDevices) => ({
  device_codes: [...codes],
  group_ids: groups.map(String),
});

export function useAssignmentPreview(rateId: number, chosen: ChosenDevices) {
  return useQuery<AssignmentPreview, ApiError>({
    queryKey: ['rate-assignment', rateId, chosen],
    queryFn: async ({ signal }) => {
      const input = { params: { id: String(rateId) }, body: bodyOf(chosen) };
      return (await call('v2.rate.devices.preview', input, { signal })).data;
    },
    enabled: chosen.codes.length + chosen.groups.length > 0,
    // The numbers are requested again each time the dialog opens.
    staleTime: 0,
    gcTime: 0,
  });
}

export function useAssignment() {
  const send = useSend('v2.rates', 'v2.rate', 'v2.devices');
  return (rateId: number, chosen: ChosenDevices, token: string) =>
    send('v2.rate.devices', {
      params: { id: String(rateId) },
      body: { ...bodyOf(chosen), token },
    });
}
