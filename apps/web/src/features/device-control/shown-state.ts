/**
 * Before a command is given, what the operator sees must be what is. A state read longer than ten
 * seconds ago is read again, and a state that changed while the question stood on screen is shown
 * instead of acted upon.
 */
import type { SwitchAction } from '@busbar/domain/switch/switch-action';

export const SHOWN_STATE_LIMIT_MS = 10_000;

export function isTooOld(readAt: number, now: number): boolean {
  return now - readAt > SHOWN_STATE_LIMIT_MS;
}

/** The question was asked about `shown`; may it still be answered now that `actual` is known? */
export function isSameState(
  shown: SwitchAction | undefined,
  actual: SwitchAction | undefined,
): boolean {
  return shown === actual;
}
