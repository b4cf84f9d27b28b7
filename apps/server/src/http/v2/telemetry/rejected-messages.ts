/** v2 calls for rejected device messages. */
import { isUtf8 } from 'node:buffer';
import type { rejectedMessageCalls } from '@busbar/contract/v2/telemetry/rejected-messages';
import { snakeCaseKeys } from '@busbar/domain/key-case';
import {
  listRejected,
  type RejectedMessage,
} from '../../../areas/telemetry/rejected/rejected-list-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';

const DEFAULT_ROWS = 13;

export function rejectedMessageHandlers(ctx: Context): HandlersOf<typeof rejectedMessageCalls> {
  return {
    'v2.rejected-messages': async ({ query, caller }) => {
      const { list, total } = await listRejected(ctx, caller, {
        deviceCode: query.device_code,
        id: query.id,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      return { data: { list: list.map(present), total } };
    },
  };
}

function present(message: RejectedMessage) {
  const { payload, storedBytes, ...rest } = message;
  const text = textOf(message);
  return {
    ...snakeCaseKeys(rest),
    payload: text ?? payload.toString('base64'),
    payload_encoding: text === undefined ? 'base64' : 'text',
    payload_stored_bytes: storedBytes,
  };
}

/** A payload with these control characters is not sent as text: each takes six JSON characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Returns undefined if the payload is not text. Omits a character that the truncation cut. */
function textOf({ payload, payloadBytes }: RejectedMessage): string | undefined {
  const isCut = payload.length < payloadBytes;
  for (let left = 0; left <= (isCut ? 3 : 0); left += 1) {
    const whole = payload.subarray(0, payload.length - left);
    if (!isUtf8(whole)) continue;
    const text = whole.toString('utf8');
    return CONTROL.test(text) ? undefined : text;
  }
  return undefined;
}
