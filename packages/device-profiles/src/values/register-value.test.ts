import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberOf } from './rational.ts';
import {
  bitsOf,
  REGISTER_TYPES,
  type RegisterType,
  valueOfBits,
  WORD_ORDERS,
  type WordOrder,
} from './register-value.ts';

function decode(words: readonly number[], type: RegisterType, order: WordOrder = 'ABCD') {
  const bits = bitsOf(words, 0, REGISTER_TYPES[type].registers, order);
  const value = valueOfBits(bits, type);
  return value === undefined ? undefined : numberOf(value);
}

describe('numbers in registers', () => {
  it.each<[RegisterType, WordOrder, number[], number]>([
    ['u16', 'ABCD', [0xabcd], 0xabcd],
    ['u16', 'CDAB', [0xabcd], 0xabcd],
    ['u16', 'BADC', [0xabcd], 0xcdab],
    ['s16', 'ABCD', [0xfffe], -2],
    ['s16', 'DCBA', [0xfeff], -2],
    ['u32', 'ABCD', [0x0a0b, 0x0c0d], 0x0a0b0c0d],
    ['u32', 'CDAB', [0x0c0d, 0x0a0b], 0x0a0b0c0d],
    ['u32', 'BADC', [0x0b0a, 0x0d0c], 0x0a0b0c0d],
    ['u32', 'DCBA', [0x0d0c, 0x0b0a], 0x0a0b0c0d],
    ['s32', 'ABCD', [0xffff, 0xff38], -200],
    ['s32', 'CDAB', [0xff38, 0xffff], -200],
    ['u64', 'ABCD', [0, 0, 0x0001, 0x0002], 0x00010002],
    ['u64', 'CDAB', [0x0002, 0x0001, 0, 0], 0x00010002],
    ['s64', 'ABCD', [0xffff, 0xffff, 0xffff, 0xffff], -1],
    ['float32', 'ABCD', [0x4366, 0x3333], 230.2],
    ['float32', 'CDAB', [0x3333, 0x4366], 230.2],
    ['float32', 'BADC', [0x6643, 0x3333], 230.2],
    ['float32', 'DCBA', [0x3333, 0x6643], 230.2],
  ])('decodes %s in the order %s', (type, order, words, expected) => {
    expect(decode(words, type, order)).toBe(expected);
  });

  it('decodes the float fixtures of OpenEMS', () => {
    const floats = [
      [[0x461c, 0x4000], 10_000],
      [[0x45da, 0xc000], 7000],
      [[0x464b, 0x2000], 13_000],
      [[0x459c, 0x4000], 5000],
      [[0x3f80, 0x0000], 1],
    ] as const;
    for (const [words, expected] of floats) expect(decode(words, 'float32')).toBe(expected);
  });

  it('returns nothing for a float that is no number', () => {
    for (const words of [
      [0x7fc0, 0],
      [0xffff, 0xffff],
      [0x7f80, 0],
      [0xff80, 0],
    ]) {
      expect(decode(words, 'float32')).toBeUndefined();
    }
  });

  it('returns the shortest decimal that has the bits of the float', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        // Below the resolution of any instrument (decode-readings.ts).
        fc.pre(value === 0 || Math.abs(value) > 1e-20);
        const view = new DataView(new ArrayBuffer(4));
        view.setFloat32(0, value);
        const decoded = decode([view.getUint16(0), view.getUint16(2)], 'float32')!;
        expect(Math.fround(decoded)).toBe(value + 0);
        const digits = decoded.toExponential().replace(/e.*|[-.]/g, '').length;
        expect(digits).toBeLessThanOrEqual(9);
      }),
    );
  });

  it('returns the same number in every order, for every type', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<RegisterType>('s32', 'u32', 's64', 'u64'),
        fc.bigInt({ min: 0n, max: 2n ** 53n }),
        (type, value) => {
          const { registers } = REGISTER_TYPES[type];
          const bits = BigInt.asUintN(16 * registers, value);
          const bytes = Array.from({ length: 2 * registers }, (_, at) =>
            Number((bits >> BigInt(8 * (2 * registers - 1 - at))) & 0xffn),
          );
          for (const order of WORD_ORDERS) {
            const pairs = Array.from({ length: registers }, (_, at) =>
              bytes.slice(2 * at, 2 * at + 2),
            );
            if (order === 'CDAB' || order === 'DCBA') pairs.reverse();
            const words = pairs.map(([high, low]) =>
              order === 'BADC' || order === 'DCBA' ? low! * 256 + high! : high! * 256 + low!,
            );
            expect(decode(words, type, order)).toBe(decode(pairsOf(bytes), type));
          }
        },
      ),
    );
  });
});

const pairsOf = (bytes: readonly number[]): number[] =>
  Array.from({ length: bytes.length / 2 }, (_, at) => bytes[2 * at]! * 256 + bytes[2 * at + 1]!);
