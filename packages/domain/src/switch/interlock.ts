/**
 * Decides if a command is allowed for a breaker that reports this state. The table of the device
 * protocol ("Switch states") decides close, lock and unlock; the cases it leaves open are decided
 * as follows:
 * - Only main devices support all four commands; DTUs and slaves open and close; a gateway, a
 *   hidden device and a meter have no contact of their own.
 * - Open is refused for an open breaker. It would have no useful effect and would overwrite the
 *   cause: a breaker opened by hand must not become one opened by command, because that one can be
 *   closed remotely.
 * - A breaker that is locked on site (lockByOrg, lockByFault) refuses open, lock and unlock with
 *   the message for that lock; close always has the message of docs/specification/control.md 3.4
 *   for locked breakers.
 * - If the state was never reported, or is too old to be reliable (the caller then passes
 *   undefined), open and lock are allowed, since both only de-energise and the device checks its
 *   own state; close and unlock are refused.
 */
import type { DeviceKind } from '../device/device-type.ts';
import type { Refusal } from '../refusal.ts';
import { SWITCH_TABLE, type SwitchAction } from './switch-action.ts';

export const ORDERS = ['open', 'close', 'lock', 'unlock'] as const;

export type SwitchOrder = (typeof ORDERS)[number];

const NONE: readonly SwitchOrder[] = [];
const OPEN_AND_CLOSE: readonly SwitchOrder[] = ['open', 'close'];

/** Commands supported by a kind of device, in the order of the screen. */
export const ORDERS_OF_KIND: Readonly<Record<DeviceKind, readonly SwitchOrder[]>> = {
  main: ORDERS,
  dtu: OPEN_AND_CLOSE,
  slave: OPEN_AND_CLOSE,
  gateway: NONE,
  hidden: NONE,
  meter: NONE,
};

export interface InterlockQuestion {
  readonly order: SwitchOrder;
  /** The last plausible reported state; undefined if there is none. */
  readonly action: SwitchAction | undefined;
  readonly kind: DeviceKind;
}

/** Returns null if the command is allowed, otherwise the reason. */
export function interlock({ order, action, kind }: InterlockQuestion): Refusal | null {
  if (!ORDERS_OF_KIND[kind].includes(order)) return 'order-not-supported';
  if (action === undefined) {
    return order === 'close' || order === 'unlock' ? 'state-unknown' : null;
  }
  const row = SWITCH_TABLE[action];
  if (order === 'close') {
    if (row.closed) return 'already-closed';
    return row.closeAllowed ? null : 'close-disabled';
  }
  if (row.lockedOnSite) return 'mechanically-locked';
  switch (order) {
    case 'open':
      return row.closed ? null : 'already-open';
    case 'lock':
      return row.lockAllowed ? null : 'lock-disabled';
    case 'unlock':
      return row.unlockAllowed ? null : 'unlock-disabled';
  }
}

export function isSwitchOrder(value: unknown): value is SwitchOrder {
  return (ORDERS as readonly unknown[]).includes(value);
}
