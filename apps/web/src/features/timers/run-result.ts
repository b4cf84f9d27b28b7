/**
 * Result of the last due minute of a timer, in the kinds a user must distinguish: executed, in
 * progress, not reported, refused, missed. The last two include a remedy, because a missed run is
 * never made up automatically.
 */
import { COMMAND_STATES, type CommandState } from '@busbar/domain/switch/command-state';
import type { Timer } from './timer.ts';

export type RunResult =
  | { readonly kind: 'none' }
  /** Commanded by the platform, with the state of the command. */
  | { readonly kind: 'command'; readonly state: CommandState; readonly reason: string | null }
  /** The device executed it and reported the switch. */
  | { readonly kind: 'done' }
  /** Left to the device, which reported no switch. */
  | { readonly kind: 'unreported' }
  | { readonly kind: 'refused'; readonly reason: string | null }
  | { readonly kind: 'missed'; readonly advice: 'platform-away' | 'not-on-device' | 'other' }
  /** A value that this version does not know. */
  | { readonly kind: 'unknown' };

export function runResult({
  lastResult,
  lastReason,
}: Pick<Timer, 'lastResult' | 'lastReason'>): RunResult {
  const state = COMMAND_STATES.find((one) => one === lastResult);
  if (state !== undefined) return { kind: 'command', state, reason: lastReason };
  switch (lastResult) {
    case null:
      return { kind: 'none' };
    case 'done':
      return { kind: 'done' };
    case 'device':
      return { kind: 'unreported' };
    case 'refused':
      return { kind: 'refused', reason: lastReason };
    case 'missed':
      return { kind: 'missed', advice: missedBy(lastReason) };
    default:
      return { kind: 'unknown' };
  }
}

function missedBy(reason: string | null) {
  return reason === 'platform-away' || reason === 'not-on-device' ? reason : 'other';
}
