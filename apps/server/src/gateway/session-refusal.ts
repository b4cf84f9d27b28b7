/** What of a device is not taken, before anything of it is read. */
import { MAX_DATA_BYTES, MAX_PAYLOAD_BYTES } from '@busbar/device-protocol/payload';
import type { UpKind } from '@busbar/device-protocol/topics';

/** Why a message, or the whole connection, is refused; the text goes to the log. */
export type SessionRefusal = 'foreign topic' | 'retained' | 'too large' | 'malformed';

/** Undefined: it is taken on. */
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
