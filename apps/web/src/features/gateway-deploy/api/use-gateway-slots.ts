/** Slots of one gateway: reads its slot table and changes it. Remount when the gateway changes. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { isApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callKey, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { useErrand } from '../../protection/api/use-errand.ts';
import type { SentSlots } from '../slot-plan.ts';

export type SlotResult = Answer<'v2.gateway-slots.change'>['data']['slots'][number];

export interface WaitingChange {
  readonly slots: SentSlots;
  /** The same key is used when the request is resent with the password. */
  readonly requestKey: string;
}

export function useGatewaySlots(code: string) {
  const client = useQueryClient();
  const input = { query: { device_code: code } };
  const known = useCallQuery('v2.gateway-slots', input);
  const refresh = useCallback(
    () =>
      client.refetchQueries({
        queryKey: callKey('v2.gateway-slots', { query: { device_code: code } }),
      }),
    [client, code],
  );
  const { state, elapsedMs, run, answered } = useErrand(refresh);
  const { mutateAsync: summon } = useCallMutation('v1.device.summonSlaveControl');
  const { mutateAsync: send } = useCallMutation('v2.gateway-slots.change');
  const [results, setResults] = useState<readonly SlotResult[]>([]);

  useRealtime((event) => {
    const isOfSlave = event.deviceCode.startsWith(`${code}-`);
    if (event.deviceCode === code && event.type === 'SLAVESTATUS') {
      void refresh().then(() => answered(Date.now()));
    } else if (isOfSlave && event.type === 'REMOTE_CONTROL') void refresh();
  });

  return {
    known,
    state,
    elapsedMs,
    results,
    refresh,
    read: () => run('read', () => summon({ body: { dataType: 'read', devId: code } })),
    change: (change: WaitingChange, password?: string) => {
      setResults([]);
      run('save', async () => {
        const { slots, requestKey } = change;
        const body = { device_code: code, slots };
        try {
          const { data } = await send({
            requestKey,
            body: password === undefined ? body : { ...body, password },
          });
          setResults(data.slots);
          return { data: { command_id: data.command_id ?? '' } };
        } catch (error) {
          if (isApiError(error)) setResults(slotsOfRefusal(error.data));
          throw error;
        }
      });
    },
  };
}

/** If every slot is refused, the error response lists them. */
function slotsOfRefusal(data: unknown): readonly SlotResult[] {
  const slots = (data as { readonly slots?: unknown } | null | undefined)?.slots;
  return Array.isArray(slots) ? (slots as SlotResult[]) : [];
}
