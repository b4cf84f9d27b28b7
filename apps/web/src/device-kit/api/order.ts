/** A command as the user confirmed it. */
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import { present } from '../../lib/address/search-params.ts';

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

/** The part of the body that all calls with an order share. */
export const orderBody = (
  { order, reason, until }: Omit<Order, 'requestKey'>,
  password?: string,
) => ({
  data: { switch: order },
  ...present({ reason, until, password }),
});
