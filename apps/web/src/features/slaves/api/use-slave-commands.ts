/**
 * Submits one command to several slaves of a gateway. It is a single request, sent once and never
 * retried automatically; each slot has its own result. If no slave is accepted, the server refuses
 * the request and still returns a reason per slot.
 */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAttempt } from '../../../device-kit/api/use-attempt.ts';
import { present } from '../../../lib/address/search-params.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callKey, useCallMutation } from '../../../lib/calls/use-call.ts';
import { type SlavesCommand, slotsOf } from '../slave-command.ts';
import { slavesInput } from './use-slaves.ts';

export type SlotResult = Answer<'v1.device.swSlaveControl'>['data'][number];

export interface SlavesResult {
  readonly command: SlavesCommand;
  readonly slots: readonly SlotResult[];
}

export interface ConfirmedSlavesCommand {
  readonly command: SlavesCommand;
  readonly addresses: readonly number[];
  /** Request key of the confirmed dialog. */
  readonly requestKey: string;
}

export function useSlaveCommands(gatewayCode: string) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useCallMutation('v1.device.swSlaveControl');
  const [result, setResult] = useState<SlavesResult>();
  const { attempt, ...attempts } = useAttempt<ConfirmedSlavesCommand>();

  const give = (confirmed: ConfirmedSlavesCommand, password?: string) =>
    attempt(confirmed, password, async () => {
      const { command, addresses, requestKey } = confirmed;
      const data = slotsOf(command, addresses);
      const body = { devId: gatewayCode, data, ...present({ password }) };
      setResult(undefined);
      const slots = await mutateAsync({ requestKey, body }).then(
        ({ data }) => data,
        slotsOfRefusal,
      );
      setResult({ command, slots });
    }).finally(() =>
      // The response contains no command times, which determine the newest command of each slave.
      client.refetchQueries({ queryKey: callKey('v2.device', slavesInput(gatewayCode)) }),
    );

  return {
    ...attempts,
    /** Result of the last command that reached the command gate. */
    result,
    isSending: isPending,
    give,
    clearResult: () => setResult(undefined),
  };
}

function slotsOfRefusal(error: unknown): SlotResult[] {
  if (isApiError(error) && error.kind === 'refused' && Array.isArray(error.data)) return error.data;
  throw error;
}
