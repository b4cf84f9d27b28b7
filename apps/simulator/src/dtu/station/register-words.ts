/**
 * Numbers as Modbus registers, high byte first. Written with DataView and independently of the
 * decoder in packages/device-profiles, so that each is a test of the other.
 */
import type { RegisterType, WordOrder } from '@busbar/device-profiles/values/register-value';

const INTEGER_BYTES: Readonly<Record<Exclude<RegisterType, 'float32'>, 2 | 4 | 8>> = {
  u16: 2,
  s16: 2,
  u32: 4,
  s32: 4,
  u64: 8,
  s64: 8,
};

/** An integer type rounds the number, and a number beyond its range rolls over. */
export function wordsOf(value: number, type: RegisterType, order: WordOrder): number[] {
  const bytes = type === 'float32' ? floatBytes(value) : integerBytes(value, INTEGER_BYTES[type]);
  const words = bytePairs(bytes).map(([high, low]) =>
    order === 'BADC' || order === 'DCBA' ? low * 0x100 + high : high * 0x100 + low,
  );
  return order === 'CDAB' || order === 'DCBA' ? words.reverse() : words;
}

/** Two characters in each register, padded with spaces. */
export function textWords(text: string, registers: number): number[] {
  const bytes = Uint8Array.from(text.padEnd(2 * registers), (character) => character.charCodeAt(0));
  return bytePairs(bytes).map(([high, low]) => high * 0x100 + low);
}

function floatBytes(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return new Uint8Array(view.buffer);
}

function integerBytes(value: number, length: 2 | 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigInt64(0, BigInt(Math.round(value)));
  return new Uint8Array(view.buffer, 8 - length);
}

function bytePairs(bytes: Uint8Array): [high: number, low: number][] {
  return Array.from({ length: bytes.length / 2 }, (_, at) => [bytes[2 * at]!, bytes[2 * at + 1]!]);
}
