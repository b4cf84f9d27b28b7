/**
 * What became of the last due minute of a timer, in the few kinds a person must tell apart: it
 * happened, it is happening, nobody saw it, it was refused, it was missed. The last two say what to
 * do, because nothing is caught up by itself.
 */
import { COMMAND_STATES, type CommandState } from '@busbar/domain/switch/command-state';
import type { Timer } from './timer.ts';

export type RunResult =
  | { readonly kind: 'none' }
  /** The platform ordered it: where its command stands. */
  | { readonly kind: 'command'; readonly state: CommandState; readonly reason: string | null }
  /** The device ran it and reported the movement. */
  | { readonly kind: 'done' }
  /** Left to the device, which reported no movement. */
  | { readonly kind: 'unreported' }
  | { readonly kind: 'refused'; readonly reason: string | null }
  | { readonly kind: 'missed'; readonly advice: 'platform-away' | 'not-on-device' | 'other' }
  /** A word this version does not know. */
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
