/** The number in a reply, before the scale. */
import { readBcd, readSignedBcd } from '@busbar/device-protocol/frame/bcd';
import type { Encoding } from '../profile.ts';
import { integer, type Rational } from '../values/rational.ts';
import { bitsOf, REGISTER_TYPES, valueOfBits } from '../values/register-value.ts';

/**
 * Reads a number at `at` of the data of a reply: registers of 16 bits for Modbus, bytes for DL/T
 * 645. Returns undefined if the meter has no value: one of `notAvailable` (raw, without sign), a
 * float that is no number, or digits that are not decimal (DL/T 645 fills with F).
 */
export function rawValue(
  data: ArrayLike<number>,
  at: number,
  length: number,
  encoding: Encoding,
  notAvailable: readonly bigint[] = [],
): Rational | undefined {
  if ('order' in encoding) {
    const bits = bitsOf(data, at, REGISTER_TYPES[encoding.type].registers, encoding.order);
    return notAvailable.includes(bits) ? undefined : valueOfBits(bits, encoding.type);
  }
  const read = encoding.type === 'signed-bcd' ? readSignedBcd : readBcd;
  const digits = read(Uint8Array.from(data), at, length);
  return digits === undefined ? undefined : integer(BigInt(digits));
}
