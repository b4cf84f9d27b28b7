/** Checks that reject a device's message before any of it is parsed. */
import { MAX_DATA_BYTES, MAX_PAYLOAD_BYTES } from '@busbar/device-protocol/payload';
import type { UpKind } from '@busbar/device-protocol/topics';

/** The reason why a message, or the whole connection, is refused; the text is logged. */
export type SessionRefusal = 'foreign topic' | 'retained' | 'too large' | 'malformed';

/** Returns undefined if the message is accepted. */
export function refusalOf(
  kind: UpKind | undefined,
  payload: Uint8Array,
  retain: boolean,
): SessionRefusal | undefined {
  if (kind === undefined) return 'foreign topic';
  if (retain) return 'retained';
  const maxBytes = kind === 'data' ? MAX_DATA_BYTES : MAX_PAYLOAD_BYTES;
  return payload.length > maxBytes ? 'too large' : undefined;
}
