/**
 * The operator must see the current state before submitting a command. A displayed state older than
 * ten seconds is refetched, and if the state changed while the dialog was open, the new state is
 * displayed and no command is sent.
 */
import type { SwitchAction } from '@busbar/domain/switch/switch-action';

export const SHOWN_STATE_LIMIT_MS = 10_000;

export function isTooOld(readAt: number, now: number): boolean {
  return now - readAt > SHOWN_STATE_LIMIT_MS;
}

/** Returns true if a dialog opened in state `shown` can still be confirmed in state `actual`. */
export function isSameState(
  shown: SwitchAction | undefined,
  actual: SwitchAction | undefined,
): boolean {
  return shown === actual;
}
