/** Recomputes stored readings of a meter: what is stored, the preview, and its acceptance. */
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchLedger } from '../../../lib/calls/refetch-ledger.ts';
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type RecomputePreview = Answer<'v2.meter-recompute.preview'>['data'];
export type Stretch = Answer<'v2.meter-recompute'>['data']['stretches'][number];

/** Ninety days of readings, one a minute, take about a minute. */
const OPTIONS = { timeoutMs: 300_000 };

export function useStretches(device: string) {
  return useCallQuery(
    'v2.meter-recompute',
    { query: { device_code: device } },
    { select: ({ data }) => data.stretches, staleTime: 0 },
  );
}

export function useRecompute(device: string) {
  const client = useQueryClient();
  const preview = useCallMutation('v2.meter-recompute.preview', OPTIONS);
  const show = (from: number) => preview.mutate({ body: { device_code: device, from } });
  return {
    preview,
    show,
    accept: async (from: number, mark: string, reason: string) => {
      try {
        const body = { device_code: device, from, mark, reason };
        await call('v2.meter-recompute.accept', { body }, OPTIONS);
        void refetchLedger(client);
      } catch (error) {
        if (isApiError(error) && error.reason === 'recompute-changed') show(from);
        throw error;
      }
    },
  };
}

/** The readings since the settings before the present ones, or since the first of all. */
export function proposedStart(stretches: readonly Stretch[]): number | undefined {
  const present = stretches.findIndex((stretch) => stretch.present);
  const at = present < 0 ? stretches.length - 1 : Math.max(0, present - 1);
  return stretches[at]?.first;
}
