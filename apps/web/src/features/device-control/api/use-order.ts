/**
 * Giving an order to a breaker. The order is sent once and never repeated by itself: when no
 * answer comes nobody knows whether it was taken, and that is said instead of hidden. When the
 * server asks for the password first, the same order waits for it.
 */
import { isStepUpRefusal } from '@busbar/domain/switch/control-pace';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, isApiError } from '../../../lib/api-error.ts';
import { callKey, useCallMutation } from '../../../lib/use-call.ts';
import { deviceInput } from '../../devices/api/use-device.ts';

export interface Order {
  readonly order: SwitchOrder;
  /** Of the question that was confirmed; the password that is asked for after it changes nothing. */
  readonly requestKey: string;
  /** Of a lock: why, and until when (ms). */
  readonly reason?: string;
  readonly until?: number;
}

export type OrderOutcome =
  /** The server said no; nothing was sent. */
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** No answer: it may have been taken. */
  | { readonly kind: 'unsure'; readonly order: SwitchOrder };

export interface OrderDesk {
  /** The command the last order became. */
  readonly commandId: string | undefined;
  readonly outcome: OrderOutcome | undefined;
  readonly isSending: boolean;
  /** An order that waits for the password, and why the last password was not taken. */
  readonly stepUp: { readonly order: Order; readonly error: ApiError | undefined } | undefined;
  /** Returns whether the server accepted the order. */
  give: (order: Order, password?: string) => Promise<boolean>;
  cancelStepUp: () => void;
  clearOutcome: () => void;
}

export function useOrder(deviceCode: string): OrderDesk {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useCallMutation('v2.device.control');
  const [commandId, setCommandId] = useState<string>();
  const [outcome, setOutcome] = useState<OrderOutcome>();
  const [stepUp, setStepUp] = useState<OrderDesk['stepUp']>();

  const give = async (order: Order, password?: string) => {
    setOutcome(undefined);
    try {
      const { data } = await mutateAsync({
        requestKey: order.requestKey,
        body: {
          device_code: deviceCode,
          data: { switch: order.order },
          ...(order.reason === undefined ? {} : { reason: order.reason }),
          ...(order.until === undefined ? {} : { until: order.until }),
          ...(password === undefined ? {} : { password }),
        },
      });
      setStepUp(undefined);
      setCommandId(data.command_id);
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (isStepUpRefusal(error.reason)) {
        setStepUp({ order, error: undefined });
        return false;
      }
      // A wrong password leaves the order waiting for the right one.
      if (password !== undefined && error.reason === 'bad-credentials') {
        setStepUp({ order, error });
        return false;
      }
      setStepUp(undefined);
      setOutcome(
        error.kind === 'refused'
          ? { kind: 'refused', error }
          : { kind: 'unsure', order: order.order },
      );
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: callKey('v2.device', deviceInput(deviceCode)) });
    }
  };

  return {
    commandId,
    outcome,
    isSending: isPending,
    stepUp,
    give,
    cancelStepUp: () => setStepUp(undefined),
    clearOutcome: () => setOutcome(undefined),
  };
}
