/**
 * Shared decoder of all messages that are a single object: parses and reads it, and converts
 * unreadable input to a rejection.
 */
import { type JsonObject, type Payload, parsePayload } from '../payload.ts';
import { type Decoded, rejectionOf } from '../rejection.ts';
import { objectOf } from '../wire-values.ts';

export function decodeObject<T>(
  payload: Payload,
  read: (record: JsonObject) => Decoded<T>,
): Decoded<T> {
  const parsed = parsePayload(payload);
  if (!parsed.ok) return { accepted: [], rejected: [parsed.rejection], unknownFields: 0 };
  try {
    return read(objectOf(parsed.value));
  } catch (error) {
    return { accepted: [], rejected: [rejectionOf(error)], unknownFields: 0 };
  }
}

/** Number of fields in the record that the protocol does not define. */
export function countUnknown(record: JsonObject, known: readonly string[]): number {
  return Object.keys(record).filter((key) => !known.includes(key)).length;
}
