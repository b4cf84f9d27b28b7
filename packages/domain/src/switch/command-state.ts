/**
 * The life of one switch command. Confirmed comes from a state report alone;
 * expired and rejected are said only when the device provably did not move;
 * everything else that was sent and not answered is unknown. Unknown still
 * occupies the device: nobody may order on top of a command that might yet
 * have moved the contact, until a read-back settles it or a person overrides
 * it by name (which ends it as cancelled).
 */
import type { SwitchOrder } from './interlock.ts';
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
  // A queued command was never written to a socket, so it can end without doubt.
  queued: ['sent', 'rejected', 'expired', 'cancelled'],
  // The report can overtake the reply, hence sent to confirmed; expired is the device's 410.
  sent: ['acknowledged', 'confirmed', 'rejected', 'expired', 'unknown'],
  // The device said yes but may still report that the contact did not move.
  acknowledged: ['confirmed', 'rejected', 'unknown'],
  // Late answers still settle it; a late "yes" alone changes nothing.
  unknown: ['confirmed', 'rejected', 'expired', 'cancelled'],
  confirmed: [],
  rejected: [],
  expired: [],
  cancelled: [],
};

export function canMove(from: CommandState, to: CommandState): boolean {
  return NEXT[from].includes(to);
}

/** The command occupies its device: at most one such command per device. */
export function isOpenState(state: CommandState): boolean {
  return NEXT[state].length > 0;
}

/** How long an order may wait, in ms: making live dies four times sooner than making dead. */
export function commandTtlMs(order: SwitchOrder, baseTtlS: number): number {
  const factor = order === 'open' || order === 'lock' ? 4 : 1;
  return baseTtlS * 1000 * factor;
}

/**
 * A device that is unlocked falls back to how it was opened: by hand stays by
 * hand, or locking and unlocking would lift the bar on remote closing.
 */
const CONFIRMING: Readonly<Record<SwitchOrder, readonly SwitchAction[]>> = {
  open: ['openByCommand'],
  close: ['closeByCommand'],
  lock: ['lockByCommand'],
  unlock: ['openByCommand', 'openByManual'],
};

/** Whether this reported state is what the order brings about, cause included. */
export function confirms(order: SwitchOrder, action: SwitchAction): boolean {
  return CONFIRMING[order].includes(action);
}
