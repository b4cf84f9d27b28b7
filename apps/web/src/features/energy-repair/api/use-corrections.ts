/** Corrections by administrators of register steps: list, preview, create and withdraw. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { refetchLedger } from '../../../lib/calls/refetch-ledger.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

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
  const send = useSend('v2.energy-overrides');
  /** The explanation shows when the ledger is up to date; then the other data is refetched once. */
  const refetch = async () => {
    await refetchCalls(client, 'v2.energy-explanation');
    await refetchLedger(client);
  };
  return {
    preview: useCallMutation('v2.energy-overrides.add'),
    add: async (input: CallInput<'v2.energy-overrides.add'>) => {
      await send('v2.energy-overrides.add', input);
      void refetch();
    },
    withdraw: async (input: CallInput<'v2.energy-overrides.withdraw'>) => {
      await send('v2.energy-overrides.withdraw', input);
      void refetch();
    },
  };
}
