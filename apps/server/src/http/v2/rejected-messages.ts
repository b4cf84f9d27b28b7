/** Rejected device messages (contract `v2/rejected-messages.ts`). */
import { isUtf8 } from 'node:buffer';
import type { Context } from '../../context.ts';
import { listRejected, type RejectedMessage } from '../../modules/ingest/rejected-list.ts';
import type { Handlers } from '../handler.ts';

const DEFAULT_ROWS = 13;

export function rejectedMessageHandlers(ctx: Context): Pick<Handlers, 'v2.rejected-messages'> {
  return {
    'v2.rejected-messages': async ({ query, caller }) => {
      const { list, total } = await listRejected(ctx, caller, {
        deviceCode: query.device_code,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      return { data: { list: list.map(present), total } };
    },
  };
}

function present(message: RejectedMessage) {
  const isText = isUtf8(message.payload);
  return {
    id: message.id,
    device_code: message.deviceCode,
    device_name: message.deviceName,
    topic: message.topic,
    reason: message.reason,
    detail: message.detail,
    payload: message.payload.toString(isText ? 'utf8' : 'base64'),
    payload_encoding: isText ? 'text' : 'base64',
    received_at: message.receivedAt,
  };
}
