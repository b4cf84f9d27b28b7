/**
 * The four positions in which breakers are counted; each breaker is in exactly one of them. A breaker
 * that a protection opened and locked counts as tripped, because the fault comes first.
 */
import {
  isLocked,
  isTrip,
  SWITCH_ACTIONS,
  SWITCH_TABLE,
  type SwitchAction,
} from './switch-action.ts';

export const BREAKER_POSITIONS = ['closed', 'open', 'tripped', 'locked'] as const;

export type BreakerPosition = (typeof BREAKER_POSITIONS)[number];

export function breakerPosition(action: SwitchAction): BreakerPosition {
  if (SWITCH_TABLE[action].closed) return 'closed';
  if (isTrip(action)) return 'tripped';
  return isLocked(action) ? 'locked' : 'open';
}

export function actionsOfPosition(position: BreakerPosition): readonly SwitchAction[] {
  return SWITCH_ACTIONS.filter((action) => breakerPosition(action) === position);
}
