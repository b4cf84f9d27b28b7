/**
 * Determines the outcome of a command from the device's reply (device protocol, "Reply codes"). A
 * reply never confirms a switch operation: only a report of the switch does. A result that the
 * protocol does not define proves nothing, so the outcome stays open until the deadline makes it
 * unknown.
 */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { CommandKind } from '../../../storage/schema/schema.ts';
import type { ReplyResult } from './device-reply.ts';

export interface ReplyOutcome {
  readonly from: readonly CommandState[];
  readonly to: CommandState;
  readonly reason: string | undefined;
}

/** States of a sent command without a final result; a late refusal resolves an unknown one. */
const UNSETTLED: readonly CommandState[] = ['sent', 'acknowledged', 'unknown'];

const moves = (kind: CommandKind): boolean => kind === 'switch' || kind === 'slaves';

export function replyOutcome(
  kind: CommandKind,
  result: ReplyResult | undefined,
): ReplyOutcome | undefined {
  switch (result) {
    case 'done':
      // A positive reply to a write does not prove the stored values: they are read back.
      return moves(kind) || kind === 'write'
        ? { from: ['sent'], to: 'acknowledged', reason: undefined }
        : // Nothing is switched, so the reply itself confirms the command.
          { from: UNSETTLED, to: 'confirmed', reason: undefined };
    case 'badArguments':
      return { from: UNSETTLED, to: 'rejected', reason: 'bad-arguments' };
    case 'refused':
      return { from: UNSETTLED, to: 'rejected', reason: 'refused-by-device' };
    case 'notAuthorised':
      return { from: UNSETTLED, to: 'rejected', reason: 'not-authorised' };
    case 'lockedByMechanism':
      return { from: UNSETTLED, to: 'rejected', reason: 'locked-by-mechanism' };
    case 'failed':
      return moves(kind)
        ? { from: UNSETTLED, to: 'rejected', reason: 'contact-did-not-move' }
        : { from: UNSETTLED, to: 'rejected', reason: 'device-failed' };
    case 'expired':
      // A device that has replied positively cannot have found the command expired, so this reply
      // is ignored after a positive one.
      return { from: ['sent', 'unknown'], to: 'expired', reason: 'expired-at-device' };
    case undefined:
      return undefined;
  }
}
