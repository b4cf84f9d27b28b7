/**
 * Content hash that distinguishes a repeat (same device, same time, same values: ignored) from a
 * conflict (other values: both are stored). The order of the fields in the message does not matter,
 * and 0 equals -0. 64 bits, as a signed integer for a database column; it only compares two
 * contents of one device at one instant and is not a general-purpose hash.
 */

import type { AlarmReport } from '@busbar/domain/device/device-report';
import type { MeasuredValues } from '@busbar/domain/device/measured-values';
import { type EnergyRegisters, REGISTER_ORDER } from '@busbar/domain/device/measurement';

const float = new Float64Array(1);
const floatWords = new Uint32Array(float.buffer);
const signed = new BigInt64Array(1);
const signedWords = new Uint32Array(signed.buffer);

let low = 0;
let high = 0;

function begin(): void {
  low = 0x9e3779b9 | 0;
  high = 0x85ebca6b | 0;
}

function mix(word: number): void {
  low = Math.imul(low ^ word, 0xcc9e2d51);
  low = ((low << 15) | (low >>> 17)) + Math.imul(high, 5);
  high = Math.imul(high ^ Math.imul(word, 0x1b873593), 0xc2b2ae35);
  high = ((high << 13) | (high >>> 19)) ^ low;
}

function finish(): bigint {
  for (let round = 0; round < 4; round++) mix(round);
  signedWords[0] = low >>> 0;
  signedWords[1] = high >>> 0;
  return signed[0] ?? 0n;
}

function mixNumber(value: number): void {
  float[0] = value + 0;
  mix(floatWords[0] ?? 0);
  mix(floatWords[1] ?? 0);
}

export function measuredHash(measured: MeasuredValues): bigint {
  begin();
  for (let position = 0; position < measured.length; position++) {
    const value = measured[position] as number;
    if (Number.isNaN(value)) continue;
    mix(position + 1);
    mixNumber(value);
  }
  return finish();
}

export function registersHash(registers: EnergyRegisters): bigint {
  begin();
  for (let position = 0; position < REGISTER_ORDER.length; position++) {
    const value = registers[REGISTER_ORDER[position]!];
    if (value === undefined) continue;
    mix(position + 1);
    mixNumber(value);
  }
  return finish();
}

export function textHash(text: string): bigint {
  begin();
  for (let position = 0; position < text.length; position++) mix(text.charCodeAt(position));
  mix(text.length);
  return finish();
}

/** Returns the hash of an alarm report: all fields except time and address. */
export function alarmHash(alarm: AlarmReport): bigint {
  const { type, kind, active, value, limit, phase } = alarm;
  return textHash(
    JSON.stringify([type, kind, active, value ?? null, limit ?? null, phase ?? null]),
  );
}

/**
 * Returns the stored form of a content hash: the top eleven bits, including the sign bit, are
 * dropped, so that the number passes through every database driver without loss.
 */
export function storedHash(hash: bigint): number {
  return Number(BigInt.asIntN(53, hash));
}
