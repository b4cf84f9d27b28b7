/**
 * State machine of "Read now": after the request either values arrive, or the device is reported by
 * name as failed after a given time. Only values measured or received after the request count as a
 * response.
 */
import type { CommandState } from '@busbar/domain/switch/command-state';

export type ReadNow =
  | { readonly kind: 'idle' }
  | { readonly kind: 'asking'; readonly since: number; readonly commandId: string | undefined }
  | { readonly kind: 'arrived'; readonly at: number }
  | {
      readonly kind: 'failed';
      /** Final state of the command, or `silence` if nothing was received. */
      readonly cause: 'rejected' | 'expired' | 'cancelled' | 'unknown' | 'silence';
      readonly afterMs: number;
    };

/** Timeout of the screen itself, longer than the server's timeout of any read request. */
export const READ_NOW_LIMIT_MS = 45_000;

/** State after a change of the command. */
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
