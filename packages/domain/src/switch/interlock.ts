/**
 * Decides if a command is allowed for a breaker that reports this state. The table of the device
 * protocol ("Switch states") decides close, lock and unlock; the cases it leaves open are decided
 * as follows:
 * - Only main devices support all four commands; DTUs and slaves open and close; a gateway, a
 *   hidden device and a meter have no contact of their own. A device that speaks the protocol of
 *   another manufacturer opens and closes only: that protocol has no lock.
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
import type { DeviceProtocol } from '../device/protocol/device-protocol.ts';
import type { Refusal } from '../refusal.ts';
import { SWITCH_TABLE, type SwitchAction } from './switch-action.ts';

export const SWITCH_COMMANDS = ['open', 'close', 'lock', 'unlock'] as const;

export type SwitchCommand = (typeof SWITCH_COMMANDS)[number];

const NONE: readonly SwitchCommand[] = [];
const OPEN_AND_CLOSE: readonly SwitchCommand[] = ['open', 'close'];

/** Commands supported by a kind of device, in the order of the screen. */
export const COMMANDS_OF_KIND: Readonly<Record<DeviceKind, readonly SwitchCommand[]>> = {
  main: SWITCH_COMMANDS,
  dtu: OPEN_AND_CLOSE,
  slave: OPEN_AND_CLOSE,
  gateway: NONE,
  hidden: NONE,
  meter: NONE,
};

/** Commands supported by a device of this kind that speaks this protocol. */
export function switchCommandsOf(
  kind: DeviceKind,
  protocol: DeviceProtocol,
): readonly SwitchCommand[] {
  const commands = COMMANDS_OF_KIND[kind];
  if (protocol === 'busbar') return commands;
  return commands.filter((command) => OPEN_AND_CLOSE.includes(command));
}

/**
 * The refusal for a device that is only read: a meter on a serial line can be given settings for
 * switching, a channel without an output cannot.
 */
export function readOnlyRefusal(protocol: DeviceProtocol): Refusal {
  return protocol === 'busbar' ? 'meter-read-only' : 'order-not-supported';
}

export interface InterlockQuestion {
  readonly command: SwitchCommand;
  /** The last plausible reported state; undefined if there is none. */
  readonly action: SwitchAction | undefined;
  readonly kind: DeviceKind;
  /** Defaults to our own protocol. */
  readonly protocol?: DeviceProtocol | undefined;
}

/** Returns null if the command is allowed, otherwise the reason. */
export function interlock({
  command,
  action,
  kind,
  protocol = 'busbar',
}: InterlockQuestion): Refusal | null {
  if (!switchCommandsOf(kind, protocol).includes(command)) return 'order-not-supported';
  if (action === undefined) {
    return command === 'close' || command === 'unlock' ? 'state-unknown' : null;
  }
  const row = SWITCH_TABLE[action];
  if (command === 'close') {
    if (row.closed) return 'already-closed';
    return row.closeAllowed ? null : 'close-disabled';
  }
  if (row.lockedOnSite) return 'mechanically-locked';
  switch (command) {
    case 'open':
      return row.closed ? null : 'already-open';
    case 'lock':
      return row.lockAllowed ? null : 'lock-disabled';
    case 'unlock':
      return row.unlockAllowed ? null : 'unlock-disabled';
  }
}

export function isSwitchCommand(value: unknown): value is SwitchCommand {
  return (SWITCH_COMMANDS as readonly unknown[]).includes(value);
}
