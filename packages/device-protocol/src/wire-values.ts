/**
 * Strict readers of single fields, for the messages that are not readings. A reader returns the
 * value, or undefined if the field is absent and optional, or throws `Unreadable`.
 */
import { isSlaveAddress } from '@busbar/domain/device/device-code';
import { isJsonObject, type JsonObject } from './payload.ts';
import { quoted, UNSAFE_TEXT, Unreadable } from './rejection.ts';

/** End of the year 9999; later instants cannot be formatted as a date. */
const LATEST_TIME = 253_402_300_799_999;
const MAX_DEPTH = 8;
const MAX_TEXT = 2000;

export function objectOf(value: unknown): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Unreadable('not-an-object', 'an object was expected');
}

export function isWireTime(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LATEST_TIME;
}

/** Milliseconds since 1970, as an integer. */
export function timeOf(record: JsonObject): number | undefined {
  const value = record.ts;
  if (value === undefined) return undefined;
  if (isWireTime(value)) return value;
  throw new Unreadable('bad-time', `ts: ${quoted(value)} is no time in milliseconds`);
}

export function addressOf(record: JsonObject): number | undefined {
  const value = record.ad;
  if (value === undefined) return undefined;
  if (isSlaveAddress(value)) return value;
  throw new Unreadable('bad-address', `ad: ${quoted(value)} is not 1 to 20`);
}

export function numberOf(
  record: JsonObject,
  key: string,
  min: number,
  max: number,
): number | undefined {
  const value = record[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'number') {
    throw new Unreadable('wrong-type', `${key}: ${quoted(value)} is no number`);
  }
  if (!Number.isFinite(value)) throw new Unreadable('not-finite', `${key} is not finite`);
  if (value < min || value > max) {
    throw new Unreadable('out-of-bounds', `${key}: ${value} is not ${min} to ${max}`);
  }
  return value + 0;
}

export function integerOf(
  record: JsonObject,
  key: string,
  min: number,
  max: number,
): number | undefined {
  const value = numberOf(record, key, min, max);
  if (value === undefined || Number.isInteger(value)) return value;
  throw new Unreadable('wrong-type', `${key}: ${value} is no whole number`);
}

export function textOf(record: JsonObject, key: string, longest: number): string | undefined {
  const value = record[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    throw new Unreadable('wrong-type', `${key}: ${quoted(value)} is no text`);
  }
  if (value.length > longest) {
    throw new Unreadable('bad-text', `${key}: longer than ${longest} characters`);
  }
  if (UNSAFE_TEXT.test(value)) throw new Unreadable('bad-text', `${key}: control characters`);
  return value;
}

export function booleanOf(record: JsonObject, key: string): boolean | undefined {
  const value = record[key];
  if (value === undefined || typeof value === 'boolean') return value;
  throw new Unreadable('wrong-type', `${key}: ${quoted(value)} is not true or false`);
}

/** One value of a closed list. */
export function enumOf<W extends string>(
  record: JsonObject,
  key: string,
  values: readonly W[],
): W | undefined {
  const value = record[key];
  if (value === undefined) return undefined;
  const match = values.find((known) => known === value);
  if (match !== undefined) return match;
  throw new Unreadable('unknown-word', `${key}: ${quoted(value)} is not known`);
}

export function required<T>(value: T | undefined, key: string): T {
  if (value !== undefined) return value;
  throw new Unreadable('missing-field', `${key} is missing`);
}

/** Command ids are UUIDs; shorter ids of other manufacturers are accepted too. */
export function commandIdOf(record: JsonObject, key: string): string | undefined {
  const id = textOf(record, key, 64);
  if (id === '') throw new Unreadable('bad-text', `${key} is empty`);
  return id;
}

/** Arbitrary data of a device: bounded in depth, and without text that a database rejects. */
export function plainDataOf(record: JsonObject, key: string): JsonObject | undefined {
  const value = record[key];
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    throw new Unreadable('wrong-type', `${key}: ${quoted(value)} is no object`);
  }
  checkPlain(value, key, 0);
  return value;
}

function checkPlain(value: unknown, key: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new Unreadable('too-deep', `${key}: deeper than ${MAX_DEPTH}`);
  if (typeof value === 'string') {
    if (value.length > MAX_TEXT || UNSAFE_TEXT.test(value)) {
      throw new Unreadable('bad-text', `${key}: text too long or with control characters`);
    }
    return;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Unreadable('not-finite', `${key}: a number is not finite`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    checkPlain(name, key, depth + 1);
    checkPlain(inner, key, depth + 1);
  }
}
