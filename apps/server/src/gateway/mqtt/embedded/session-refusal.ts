/** Checks that reject a device's message before any of it is parsed. */
import { MAX_DATA_BYTES, MAX_PAYLOAD_BYTES } from '@busbar/device-protocol/payload';
import type { UpKind } from '@busbar/device-protocol/topics';

/** The reason why a message, or the whole connection, is refused; the text is logged. */
export type SessionRefusal = 'foreign topic' | 'retained' | 'too large' | 'malformed';

/** Kind of a message: `other` if the device speaks the protocol of another manufacturer. */
export type MessageKind = UpKind | 'other';

/**
 * Returns undefined if the message is accepted. Devices of other manufacturers set the retain flag
 * of some messages; it is ignored, because the broker retains nothing.
 */
export function refusalOf(
  kind: MessageKind | undefined,
  payload: Uint8Array,
  retain: boolean,
  /** Limit of the topic; undefined for that of its kind. */
  maxBytes = kind === 'data' ? MAX_DATA_BYTES : MAX_PAYLOAD_BYTES,
): SessionRefusal | undefined {
  if (kind === undefined) return 'foreign topic';
  if (retain && kind !== 'other') return 'retained';
  return payload.length > maxBytes ? 'too large' : undefined;
}
