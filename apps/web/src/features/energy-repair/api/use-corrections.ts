/** Corrections by administrators of register steps: list, preview, create and withdraw. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { refetchLedger } from '../../../lib/calls/refetch-ledger.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type Correction = Answer<'v2.energy-overrides'>['data']['list'][number];
export type Effect = Answer<'v2.energy-overrides.add'>['data']['effect'];
export type CorrectionInput = CallInput<'v2.energy-overrides.add'>['body'];

export function useCorrections(device: string) {
  return useCallQuery(
    'v2.energy-overrides',
    { query: { device_code: device } },
    { select: ({ data }) => data.list },
  );
}

export function useCorrectionChanges() {
  const client = useQueryClient();
  const preview = useCallMutation('v2.energy-overrides.add');
  const add = useCallMutation('v2.energy-overrides.add');
  const withdraw = useCallMutation('v2.energy-overrides.withdraw');
  /** The explanation shows when the ledger is up to date; then the other data is refetched once. */
  const followed = async () => {
    await refetchCalls(client, 'v2.energy-overrides', 'v2.energy-explanation');
    await refetchLedger(client);
  };
  return { preview, add, withdraw, followed };
}
