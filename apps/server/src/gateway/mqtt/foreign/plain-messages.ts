/** Messages whose decoding needs no state. */
import { isJsonObject, type JsonObject, parsePayload } from '@busbar/device-protocol/payload';
import { quoted } from '@busbar/device-protocol/rejection';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import { type DecodedMessage, NO_CONTENT } from './foreign-protocol.ts';

export function rejectedMessage(reason: Rejection): DecodedMessage {
  return { content: { rejected: [reason], unknownFields: 0 } };
}

export function objectMessage(
  payload: Uint8Array,
  read: (message: JsonObject) => DecodedMessage,
): DecodedMessage {
  const parsed = parsePayload(payload);
  if (!parsed.ok) return rejectedMessage(parsed.rejection);
  if (isJsonObject(parsed.value)) return read(parsed.value);
  return rejectedMessage(rejection('not-an-object', 'an object was expected'));
}

/**
 * The message by which a device announces that it is online, or that it disconnects. The embedded
 * broker knows both from the connection, so that only the second changes anything there.
 */
export function onlineMessage(
  payload: Uint8Array,
  { online, offline }: { readonly online: string; readonly offline: string },
): DecodedMessage {
  const text = Buffer.from(payload).toString();
  if (text === online) return { content: NO_CONTENT, isArriving: true };
  if (text === offline) return { content: NO_CONTENT, isLeaving: true };
  return rejectedMessage(rejection('unknown-word', `${quoted(text)} is not known`));
}
