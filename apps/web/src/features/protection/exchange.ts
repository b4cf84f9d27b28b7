/**
 * State machine for reading or writing a device's parameters: running, then done, or failed with a
 * cause and elapsed time. A read is done when the values arrive; a save only when the platform has
 * read back the device's values.
 */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { ApiError } from '../../lib/calls/api-error.ts';

export type Errand = 'read' | 'save';

export type FailureCause =
  /** End states of the command. */
  | 'rejected'
  | 'unreadable'
  | 'different'
  | 'expired'
  | 'cancelled'
  | 'unknown'
  | 'not-read-back'
  /** No response within the time limit. */
  | 'silence'
  /** No response from the platform: the write may have been accepted. */
  | 'unsure';

export type Exchange =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly errand: Errand;
      readonly since: number;
      readonly commandId: string | undefined;
      /** For a save: the device has acknowledged, and its values are being read back. */
      readonly isReadingBack: boolean;
    }
  | { readonly kind: 'done'; readonly errand: Errand; readonly at: number }
  | { readonly kind: 'refused'; readonly errand: Errand; readonly error: ApiError }
  | {
      readonly kind: 'failed';
      readonly errand: Errand;
      readonly cause: FailureCause;
      /** Message of the device. */
      readonly msg: string | null;
      readonly afterMs: number;
    };

/**
 * Longer than the server's limits for a command, its read-back and the grace period; after this the
 * screen stops waiting.
 */
export const EXCHANGE_LIMIT_MS: Readonly<Record<Errand, number>> = { read: 45_000, save: 80_000 };

export const begin = (errand: Errand, now: number): Exchange => ({
  kind: 'running',
  errand,
  since: now,
  commandId: undefined,
  isReadingBack: false,
});

export function withCommand(state: Exchange, commandId: string): Exchange {
  return state.kind === 'running' ? { ...state, commandId } : state;
}

/** The values have arrived, which completes a read. */
export function afterValues(state: Exchange, now: number): Exchange {
  if (state.kind !== 'running' || state.errand !== 'read') return state;
  return { kind: 'done', errand: 'read', at: now };
}

export interface CommandEnd {
  readonly state: CommandState;
  readonly reason: string | null;
  readonly msg: string | null;
}

export function afterCommand(state: Exchange, command: CommandEnd, now: number): Exchange {
  if (state.kind !== 'running') return state;
  const { errand, since } = state;
  switch (command.state) {
    case 'queued':
    case 'sent':
      return state;
    case 'acknowledged':
      return errand === 'save' && !state.isReadingBack ? { ...state, isReadingBack: true } : state;
    case 'confirmed':
      return { kind: 'done', errand, at: now };
    default: {
      const cause = causeOf(command.state, command.reason);
      return { kind: 'failed', errand, cause, msg: command.msg, afterMs: now - since };
    }
  }
}

function causeOf(
  state: Extract<CommandState, 'rejected' | 'expired' | 'cancelled' | 'unknown'>,
  reason: string | null,
): FailureCause {
  if (reason === 'read-back-different') return 'different';
  if (reason === 'unreadable-answer') return 'unreadable';
  if (reason === 'not-read-back') return 'not-read-back';
  return state;
}

export function afterTime(state: Exchange, now: number): Exchange {
  if (state.kind !== 'running') return state;
  const { errand, since } = state;
  if (now - since < EXCHANGE_LIMIT_MS[errand]) return state;
  return { kind: 'failed', errand, cause: 'silence', msg: null, afterMs: now - since };
}

/** The platform refused the request or did not respond. */
export function afterError(state: Exchange, error: ApiError, now: number): Exchange {
  if (state.kind !== 'running') return state;
  const { errand, since } = state;
  if (errand === 'save' && (error.kind === 'network' || error.kind === 'timeout')) {
    return { kind: 'failed', errand, cause: 'unsure', msg: null, afterMs: now - since };
  }
  return { kind: 'refused', errand, error };
}
