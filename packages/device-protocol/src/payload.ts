/**
 * Parses the bytes of a message as a JSON value, strictly: bounded size, valid UTF-8, valid JSON. A
 * broker may have a lower size limit.
 */
import { type Rejection, rejection } from '@busbar/domain/device/rejection';

export const MAX_PAYLOAD_BYTES = 65_536;
/** Limit of a `data` message, which may contain many readings. */
export const MAX_DATA_BYTES = 262_144;

export type Payload = Uint8Array | string;

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly rejection: Rejection };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function parsePayload(payload: Payload, maxBytes = MAX_PAYLOAD_BYTES): Parsed {
  if (payload.length > maxBytes) {
    const detail = `${payload.length} bytes are more than ${maxBytes}`;
    return { ok: false, rejection: rejection('too-large', detail) };
  }
  let text: string;
  try {
    text = typeof payload === 'string' ? payload : utf8.decode(payload);
  } catch {
    // The decoder's error only states that the bytes are not UTF-8.
    return { ok: false, rejection: rejection('not-utf8', 'the payload is not UTF-8') };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // The parser's message quotes the payload and differs between engines.
    return { ok: false, rejection: rejection('not-json', 'the payload is not JSON') };
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
