/**
 * Submits one command to several slaves of a gateway. It is a single request, sent once and never
 * retried automatically; each slot has its own result. If no slave is accepted, the server refuses
 * the request and still returns a reason per slot.
 */

import { isStepUpRefusal } from '@busbar/domain/switch/control-pace';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderDialogState, OrderOutcome } from '../../../device-kit/api/use-order.ts';
import { isApiError } from '../../../lib/calls/api-error.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { callKey, useCallMutation } from '../../../lib/calls/use-call.ts';
import { type SlavesOrder, slotsOf } from '../slave-order.ts';
import { slavesInput } from './use-slaves.ts';

export type SlotResult = Answer<'v1.device.swSlaveControl'>['data'][number];

export interface SlavesResult {
  readonly order: SlavesOrder;
  readonly slots: readonly SlotResult[];
}

export interface ConfirmedOrder {
  readonly order: SlavesOrder;
  readonly addresses: readonly number[];
  /** Request key of the confirmed dialog. */
  readonly requestKey: string;
}

export interface SlavesState {
  /** Result of the last command that reached the command gate. */
  readonly result: SlavesResult | undefined;
  /** Error of the whole command, or an unknown outcome. */
  readonly outcome: OrderOutcome | undefined;
  readonly isSending: boolean;
  readonly stepUp: OrderDialogState['stepUp'];
  give: (confirmed: ConfirmedOrder) => Promise<void>;
  /** Submits the pending command with the password. */
  goOn: (password: string) => void;
  cancelStepUp: () => void;
  clear: () => void;
}

export function useSlaveOrders(gatewayCode: string): SlavesState {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useCallMutation('v1.device.swSlaveControl');
  const [result, setResult] = useState<SlavesResult>();
  const [outcome, setOutcome] = useState<OrderOutcome>();
  const [stepUp, setStepUp] = useState<OrderDialogState['stepUp']>();
  const [waiting, setWaiting] = useState<ConfirmedOrder>();

  const refetch = () =>
    client.refetchQueries({ queryKey: callKey('v2.device', slavesInput(gatewayCode)) });

  const give = async (confirmed: ConfirmedOrder, password?: string) => {
    const { order, addresses, requestKey } = confirmed;
    setOutcome(undefined);
    setWaiting(confirmed);
    try {
      const { data } = await mutateAsync({
        requestKey,
        body: {
          devId: gatewayCode,
          data: slotsOf(order, addresses),
          ...(password === undefined ? {} : { password }),
        },
      });
      setStepUp(undefined);
      // The answer has no times of the commands, which say what of each slave is the newest.
      await refetch();
      setResult({ order, slots: data });
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (isStepUpRefusal(error.reason))
        return setStepUp({ order: { order, requestKey }, error: undefined });
      // After a wrong password the command remains pending.
      if (password !== undefined && error.reason === 'bad-credentials') {
        return setStepUp({ order: { order, requestKey }, error });
      }
      setStepUp(undefined);
      if (error.kind === 'refused' && Array.isArray(error.data)) {
        return setResult({ order, slots: error.data as SlotResult[] });
      }
      void refetch();
      setResult(undefined);
      setOutcome(error.kind === 'refused' ? { kind: 'refused', error } : { kind: 'unsure', order });
    }
  };

  return {
    result,
    outcome,
    isSending: isPending,
    stepUp,
    give,
    goOn: (password) => {
      if (waiting !== undefined) void give(waiting, password);
    },
    cancelStepUp: () => setStepUp(undefined),
    clear: () => {
      setResult(undefined);
      setOutcome(undefined);
    },
  };
}
