/** Messages whose decoding needs no state. */
import { quoted } from '@busbar/device-protocol/rejection';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import { type DecodedMessage, NO_CONTENT } from './foreign-protocol.ts';

export function rejectedMessage(reason: Rejection): DecodedMessage {
  return { content: { rejected: [reason], unknownFields: 0 } };
}

/**
 * The message by which a device announces that it is online, or that it disconnects. The broker
 * knows both from the connection, so only the second changes anything.
 */
export function onlineMessage(
  payload: Uint8Array,
  { online, offline }: { readonly online: string; readonly offline: string },
): DecodedMessage {
  const text = Buffer.from(payload).toString();
  if (text === online) return { content: NO_CONTENT };
  if (text === offline) return { content: NO_CONTENT, isLeaving: true };
  return rejectedMessage(rejection('unknown-word', `${quoted(text)} is not known`));
}
