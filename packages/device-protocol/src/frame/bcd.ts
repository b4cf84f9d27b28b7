/** Packed decimal digits, low byte first, the number format of DL/T 645. */

/** Undefined if a nibble is not a decimal digit: meters fill unmeasured values with F or E. */
export function readBcd(data: Uint8Array, from: number, length: number): number | undefined {
  let value = 0;
  for (let at = from + length - 1; at >= from; at--) {
    const high = data[at]! >> 4;
    const low = data[at]! & 0x0f;
    if (high > 9 || low > 9) return undefined;
    value = value * 100 + high * 10 + low;
  }
  return value;
}

/** Reads a number whose sign is the highest bit of the last byte. */
export function readSignedBcd(data: Uint8Array, from: number, length: number): number | undefined {
  const last = from + length - 1;
  const top = data[last]!;
  if ((top & 0x80) === 0) return readBcd(data, from, length);
  const copy = data.slice(from, from + length);
  copy[length - 1] = top & 0x7f;
  const value = readBcd(copy, 0, length);
  return value === undefined ? undefined : -value + 0;
}

/** Writes the digits of a whole number, low byte first; a negative one has the highest bit set. */
export function writeBcd(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let rest = Math.abs(Math.round(value));
  for (let at = 0; at < length; at++) {
    const pair = rest % 100;
    bytes[at] = (Math.floor(pair / 10) << 4) | (pair % 10);
    rest = Math.floor(rest / 100);
  }
  if (value < 0) bytes[length - 1]! |= 0x80;
  return bytes;
}
