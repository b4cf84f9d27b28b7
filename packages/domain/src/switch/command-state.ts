/**
 * Lifecycle of a switch command. A command is confirmed by a state report only; it is expired or
 * rejected only if the device provably did not move; a command that was sent and not answered is
 * unknown. An unknown command still occupies the device, because it may yet have moved the contact:
 * no other command is accepted until a read-back resolves it or a user explicitly overrides it
 * (which ends it as cancelled).
 */
import type { SwitchCommand } from './interlock.ts';
import type { SwitchAction } from './switch-action.ts';

export const COMMAND_STATES = [
  'queued',
  'sent',
  'acknowledged',
  'confirmed',
  'rejected',
  'expired',
  'cancelled',
  'unknown',
] as const;

export type CommandState = (typeof COMMAND_STATES)[number];

const NEXT: Readonly<Record<CommandState, readonly CommandState[]>> = {
  // A queued command was never written to a socket, so its outcome is certain.
  queued: ['sent', 'rejected', 'expired', 'cancelled'],
  // The report can arrive before the reply, so `sent` may change to `confirmed`; `expired` is the
  // reply 410 of the device.
  sent: ['acknowledged', 'confirmed', 'rejected', 'expired', 'unknown'],
  // The device acknowledged the command, but may still report that the contact did not move.
  acknowledged: ['confirmed', 'rejected', 'unknown'],
  // A late reply still resolves an unknown command; a late acknowledgement alone changes nothing.
  unknown: ['confirmed', 'rejected', 'expired', 'cancelled'],
  confirmed: [],
  rejected: [],
  expired: [],
  cancelled: [],
};

export function canMove(from: CommandState, to: CommandState): boolean {
  return NEXT[from].includes(to);
}

/** True if the command occupies its device: there is at most one such command per device. */
export function isOpenState(state: CommandState): boolean {
  return NEXT[state].length > 0;
}

/**
 * Maximum waiting time of a command, in ms: `open` and `lock` are valid four times as long as
 * `close` and `unlock`.
 */
export function commandTtlMs(command: SwitchCommand, baseTtlS: number): number {
  const factor = command === 'open' || command === 'lock' ? 4 : 1;
  return baseTtlS * 1000 * factor;
}

/**
 * An unlocked device reverts to the state before the lock: a breaker opened manually remains so,
 * otherwise locking and unlocking would remove the block on remote closing.
 */
const CONFIRMING: Readonly<Record<SwitchCommand, readonly SwitchAction[]>> = {
  open: ['openByCommand'],
  close: ['closeByCommand'],
  lock: ['lockByCommand'],
  unlock: ['openByCommand', 'openByManual'],
};

/** True if this reported state, including its cause, is the result of the command. */
export function confirms(command: SwitchCommand, action: SwitchAction): boolean {
  return CONFIRMING[command].includes(action);
}
