/** The frame shared by every message that is one object: parse, read, turn what is unreadable into a rejection. */
import { type JsonObject, type Payload, parsePayload } from './payload.ts';
import { type Decoded, rejectionOf } from './rejection.ts';
import { objectOf } from './wire-values.ts';

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

/** How many of the record's fields the protocol does not know. */
export function countUnknown(record: JsonObject, known: readonly string[]): number {
  return Object.keys(record).filter((key) => !known.includes(key)).length;
}
