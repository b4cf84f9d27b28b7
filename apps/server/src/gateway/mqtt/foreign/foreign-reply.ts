import { rejection } from '@busbar/domain/device/rejection';
import type { DeviceReply, ReplyResult } from '../../../areas/control/commands/device-reply.ts';

const NO_TABLE = rejection('missing-field', 'the device has no slaves');

/** Reply to a switch command, which has no content. */
export function replyOf(
  commandId: string,
  result: ReplyResult | undefined,
  message?: string,
): DeviceReply {
  return {
    commandId,
    result,
    message,
    content: {
      parameters: undefined,
      slaveTable: () => NO_TABLE,
      timers: () => undefined,
      frame: () => undefined,
    },
  };
}
