import { MAX_FRAME_BYTES } from '@busbar/device-protocol/down/down-command';
import type { JsonObject } from '@busbar/device-protocol/payload';
import type { Reply } from '@busbar/device-protocol/up/decode-reply';
import { decodeSlaveTable } from '@busbar/device-protocol/up/decode-slave-table';
import { decodeHeldTimers } from '@busbar/device-protocol/up/decode-timers';
import { replyName } from '@busbar/device-protocol/up/reply-codes';
import type { DeviceReply } from '../../areas/control/commands/device-reply.ts';

const PAIRS = /^(?:[0-9a-f]{2})+$/i;

export function deviceReply({ commandId, code, message, data }: Reply): DeviceReply {
  return {
    commandId,
    result: replyName(code),
    message,
    content: {
      parameters: data,
      slaveTable: () => decodeSlaveTable(data),
      timers: () => decodeHeldTimers(data),
      frame: () => frameOf(data),
    },
  };
}

function frameOf(data: JsonObject | undefined): string | undefined {
  const hex = data?.hex;
  if (typeof hex !== 'string' || hex.length > 2 * MAX_FRAME_BYTES) return undefined;
  return PAIRS.test(hex) ? hex.toLowerCase() : undefined;
}
