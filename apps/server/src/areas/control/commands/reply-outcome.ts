/**
 * Outcome of a command by the device's reply (device protocol, "Reply codes"). A reply never
 * confirms a switch operation: only a report of the switch does. An unlisted code proves nothing,
 * so the outcome stays open until the deadline makes it unknown.
 */

import { REPLY_CODES } from '@busbar/device-protocol/up/reply-codes';
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { CommandKind } from '../../../storage/schema/schema.ts';

export interface ReplyOutcome {
  readonly from: readonly CommandState[];
  readonly to: CommandState;
  readonly reason: string | undefined;
}

/**
 * States of a command that was sent without a final result; a late refusal still resolves an
 * unknown one.
 */
const UNSETTLED: readonly CommandState[] = ['sent', 'acknowledged', 'unknown'];

const moves = (kind: CommandKind): boolean => kind === 'switch' || kind === 'slaves';

export function replyOutcome(kind: CommandKind, code: number): ReplyOutcome | undefined {
  switch (code) {
    case REPLY_CODES.done:
      // A positive reply to a write does not prove the stored values: they are read back.
      return moves(kind) || kind === 'write'
        ? { from: ['sent'], to: 'acknowledged', reason: undefined }
        : // Nothing is switched, so the reply itself confirms the command.
          { from: UNSETTLED, to: 'confirmed', reason: undefined };
    case REPLY_CODES.badArguments:
      return { from: UNSETTLED, to: 'rejected', reason: 'bad-arguments' };
    case REPLY_CODES.refused:
      return { from: UNSETTLED, to: 'rejected', reason: 'refused-by-device' };
    case REPLY_CODES.lockedByMechanism:
      return { from: UNSETTLED, to: 'rejected', reason: 'locked-by-mechanism' };
    case REPLY_CODES.failed:
      return moves(kind)
        ? { from: UNSETTLED, to: 'rejected', reason: 'contact-did-not-move' }
        : { from: UNSETTLED, to: 'rejected', reason: 'device-failed' };
    case REPLY_CODES.expired:
      // After a positive reply the device cannot have found it expired, so that reply is ignored.
      return { from: ['sent', 'unknown'], to: 'expired', reason: 'expired-at-device' };
    default:
      return undefined;
  }
}
