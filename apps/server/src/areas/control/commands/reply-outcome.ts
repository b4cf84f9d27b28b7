/**
 * What a device's reply says about a command (device protocol, "Reply codes"). A reply never
 * confirms a movement: only a report of the switch does. A code outside the list proves nothing,
 * so the outcome stays open until the deadline makes it unknown.
 */

import { REPLY_CODES } from '@busbar/device-protocol/reply-codes';
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { CommandKind } from '../../../storage/schema.ts';

export interface ReplyOutcome {
  readonly from: readonly CommandState[];
  readonly to: CommandState;
  readonly reason: string | undefined;
}

/** It was sent and nothing final was heard; a late refusal still settles what became unknown. */
const UNSETTLED: readonly CommandState[] = ['sent', 'acknowledged', 'unknown'];

const moves = (kind: CommandKind): boolean => kind === 'switch' || kind === 'slaves';

export function replyOutcome(kind: CommandKind, code: number): ReplyOutcome | undefined {
  switch (code) {
    case REPLY_CODES.done:
      // A yes to a write says nothing of what stands there now: it is read back.
      return moves(kind) || kind === 'write'
        ? { from: ['sent'], to: 'acknowledged', reason: undefined }
        : // Nothing moves: that the device did it is all there is to confirm.
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
      // After a yes the device cannot have found it expired: that reply is not believed.
      return { from: ['sent', 'unknown'], to: 'expired', reason: 'expired-at-device' };
    default:
      return undefined;
  }
}
