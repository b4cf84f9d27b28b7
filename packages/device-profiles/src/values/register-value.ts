/** Numbers in Modbus registers: their types, and the order of their bytes. */
import { integer, type Rational, rationalOf } from './rational.ts';

export const REGISTER_TYPES = {
  u16: { registers: 1, signed: false },
  s16: { registers: 1, signed: true },
  u32: { registers: 2, signed: false },
  s32: { registers: 2, signed: true },
  u64: { registers: 4, signed: false },
  s64: { registers: 4, signed: true },
  float32: { registers: 2, signed: true },
} as const;

export type RegisterType = keyof typeof REGISTER_TYPES;

/**
 * The order of the bytes on the wire; A is the highest. ABCD: high register first. CDAB: low
 * register first. BADC and DCBA: the same with the bytes of each register exchanged. Numbers of 64
 * bits are ordered by the same two rules.
 */
export const WORD_ORDERS = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const;

export type WordOrder = (typeof WORD_ORDERS)[number];

/** Returns the bits of a number of `count` registers, without sign. */
export function bitsOf(
  words: ArrayLike<number>,
  at: number,
  count: number,
  order: WordOrder,
): bigint {
  const lowRegisterFirst = order === 'CDAB' || order === 'DCBA';
  const lowByteFirst = order === 'BADC' || order === 'DCBA';
  let bits = 0n;
  for (let index = 0; index < count; index++) {
    const word = words[at + (lowRegisterFirst ? count - 1 - index : index)]!;
    const value = lowByteFirst ? ((word & 0xff) << 8) | (word >> 8) : word;
    bits = bits * 0x10000n + BigInt(value);
  }
  return bits;
}

/** Returns undefined for a float that is no number (NaN, infinity). */
export function valueOfBits(bits: bigint, type: RegisterType): Rational | undefined {
  if (type === 'float32') return valueOfFloat32(Number(bits));
  const { registers, signed } = REGISTER_TYPES[type];
  return integer(signed ? BigInt.asIntN(16 * registers, bits) : bits);
}

const FLOAT_DIGITS = 9;

/**
 * Returns the shortest decimal that has these bits: 0x43663333 is 230.2, not 230.1999969482422. It is
 * not rounded further: a float holds seven to eight digits, and an energy register needs them all.
 */
function valueOfFloat32(bits: number): Rational | undefined {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  const value = view.getFloat32(0);
  if (!Number.isFinite(value)) return undefined;
  for (let digits = 1; digits < FLOAT_DIGITS; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return rationalOf(shorter);
  }
  return rationalOf(Number(value.toPrecision(FLOAT_DIGITS)));
}
