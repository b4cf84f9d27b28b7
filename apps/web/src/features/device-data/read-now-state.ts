/**
 * "Read now" as a small machine: asked, then either the values arrive or the device is said to
 * have failed, by name and after how long. Only values measured or received after the question
 * count as its answer.
 */
import type { CommandState } from '@busbar/domain/switch/command-state';

export type ReadNow =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly since: number; readonly commandId: string | undefined }
  | { readonly kind: 'arrived'; readonly at: number }
  | {
      readonly kind: 'failed';
      /** What became of the command, or that nothing was heard at all. */
      readonly cause: 'rejected' | 'expired' | 'cancelled' | 'unknown' | 'silence';
      readonly afterMs: number;
    };

/** Longer than any summons lives on the server; then the screen stops waiting by itself. */
export const READ_NOW_LIMIT_MS = 45_000;

/** Where it stands after what was heard of the command. */
export function afterCommand(state: ReadNow, command: CommandState, now: number): ReadNow {
  if (state.kind !== 'asking') return state;
  switch (command) {
    case 'rejected':
    case 'expired':
    case 'cancelled':
    case 'unknown':
      return { kind: 'failed', cause: command, afterMs: now - state.since };
    default:
      return state;
  }
}

export function afterReading(state: ReadNow, now: number): ReadNow {
  return state.kind === 'asking' ? { kind: 'arrived', at: now } : state;
}

export function afterTime(state: ReadNow, now: number): ReadNow {
  if (state.kind !== 'asking' || now - state.since < READ_NOW_LIMIT_MS) return state;
  return { kind: 'failed', cause: 'silence', afterMs: now - state.since };
}
