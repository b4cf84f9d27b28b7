/**
 * Sends a command to a breaker. The request is never retried automatically: without a response it
 * is unknown whether the server accepted the command, and the card reports that. If the server
 * requires the password first, the same command is sent again with it.
 */
import { isStepUpRefusal } from '@busbar/domain/switch/control-pace';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { type ApiError, isApiError } from '../../lib/calls/api-error.ts';
import { callKey, useCallMutation } from '../../lib/calls/use-call.ts';
import { usePublishCommand } from './use-command.ts';

export interface Order {
  readonly order: SwitchOrder;
  /**
   * Idempotency key of the confirmed dialog; it stays the same when the password is requested
   * afterwards.
   */
  readonly requestKey: string;
  /** Reason and end (ms) of a lock. */
  readonly reason?: string;
  readonly until?: number;
}

export type OrderOutcome =
  /** The server refused the command; nothing was sent. */
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** No response: the command may have been accepted. */
  | { readonly kind: 'unsure'; readonly order: SwitchOrder };

export interface OrderDialogState {
  readonly outcome: OrderOutcome | undefined;
  readonly isSending: boolean;
  /** A command that needs the password, and the reason why the last password was refused. */
  readonly stepUp: { readonly order: Order; readonly error: ApiError | undefined } | undefined;
  /** Returns whether the server accepted the command. */
  give: (order: Order, password?: string) => Promise<boolean>;
  cancelStepUp: () => void;
  clearOutcome: () => void;
}

export function useOrder(device: Pick<TreeDevice, 'id' | 'code'>): OrderDialogState {
  const client = useQueryClient();
  const publish = usePublishCommand(device);
  const { mutateAsync, isPending } = useCallMutation('v2.device.control');
  const [outcome, setOutcome] = useState<OrderOutcome>();
  const [stepUp, setStepUp] = useState<OrderDialogState['stepUp']>();

  const give = async (order: Order, password?: string) => {
    setOutcome(undefined);
    try {
      const { data } = await mutateAsync({
        requestKey: order.requestKey,
        body: {
          device_code: device.code,
          data: { switch: order.order },
          ...(order.reason === undefined ? {} : { reason: order.reason }),
          ...(order.until === undefined ? {} : { until: order.until }),
          ...(password === undefined ? {} : { password }),
        },
      });
      setStepUp(undefined);
      const { command_id: id, state, created_at: queued } = data;
      const times = queued === undefined ? {} : { queued };
      publish({ id, switch: order.order, state, reason: null, times });
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (isStepUpRefusal(error.reason)) {
        setStepUp({ order, error: undefined });
        return false;
      }
      // After a wrong password the command still needs the right one.
      if (password !== undefined && error.reason === 'bad-credentials') {
        setStepUp({ order, error });
        return false;
      }
      setStepUp(undefined);
      // The displayed state may be outdated, or the command accepted all the same.
      void client.invalidateQueries({ queryKey: callKey('v2.device') });
      setOutcome(
        error.kind === 'refused'
          ? { kind: 'refused', error }
          : { kind: 'unsure', order: order.order },
      );
      return false;
    }
  };

  return {
    outcome,
    isSending: isPending,
    stepUp,
    give,
    cancelStepUp: () => setStepUp(undefined),
    clearOutcome: () => setOutcome(undefined),
  };
}
