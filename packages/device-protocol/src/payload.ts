/**
 * From the bytes of a message to a JSON value, strictly: bounded size, valid
 * UTF-8, valid JSON. 512 KiB hold 500 readings with every field of the
 * protocol; a broker may set a smaller limit of its own.
 */
import { type Rejection, rejection } from './rejection.ts';

export const MAX_PAYLOAD_BYTES = 524_288;

export type Payload = Uint8Array | string;

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly rejection: Rejection };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function parsePayload(payload: Payload): Parsed {
  if (payload.length > MAX_PAYLOAD_BYTES) {
    const detail = `${payload.length} bytes are more than ${MAX_PAYLOAD_BYTES}`;
    return { ok: false, rejection: rejection('too-large', detail) };
  }
  let text: string;
  try {
    text = typeof payload === 'string' ? payload : utf8.decode(payload);
  } catch {
    // The decoder says no more than that the bytes are not UTF-8.
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
