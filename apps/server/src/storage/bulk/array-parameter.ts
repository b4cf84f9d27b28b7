/**
 * Encodes arrays of values in PostgreSQL's binary form, to be unnested into rows. As text, the 28
 * numbers of a reading cost 5.5 us to print and 1.5 us to parse; in binary form, 0.9 us to encode
 * and nothing to parse (measured with batches of 600 rows).
 */
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;
/** Milliseconds from 1970 to 2000, the epoch of PostgreSQL. */
const EPOCH_MS = 946_684_800_000;
const TWO_32 = 0x1_0000_0000;

const oids = { int2: 21, int4: 23, int8: 20, float4: 700, float8: 701, timestamptz: 1184 } as const;

function begin(oid: number, count: number, elementBytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + count * (4 + elementBytes));
  array.writeInt32BE(1, 0);
  array.writeInt32BE(1, 4);
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16);
  return array;
}

export function int2Array<T>(items: readonly T[], value: (item: T) => number): Buffer {
  const array = begin(oids.int2, items.length, 2);
  let at = HEADER_BYTES;
  for (const item of items) {
    at = array.writeInt32BE(2, at);
    at = array.writeInt16BE(value(item), at);
  }
  return array;
}

export function int4Array<T>(items: readonly T[], value: (item: T) => number): Buffer {
  const array = begin(oids.int4, items.length, 4);
  let at = HEADER_BYTES;
  for (const item of items) {
    at = array.writeInt32BE(4, at);
    at = array.writeInt32BE(value(item), at);
  }
  return array;
}

/** Integers up to 2^53. */
export function int8Array<T>(items: readonly T[], value: (item: T) => number): Buffer {
  return wholeArray(oids.int8, items, value);
}

/** Epoch milliseconds, integers; NaN encodes null. */
export function instantArray<T>(items: readonly T[], value: (item: T) => number): Buffer {
  return wholeArray(oids.timestamptz, items, (item) => (value(item) - EPOCH_MS) * 1000);
}

function wholeArray<T>(oid: number, items: readonly T[], value: (item: T) => number): Buffer {
  const array = begin(oid, items.length, 8);
  let at = HEADER_BYTES;
  for (const item of items) {
    const whole = value(item);
    if (Number.isNaN(whole)) {
      at = array.writeInt32BE(NULL_LENGTH, at);
      continue;
    }
    const high = Math.floor(whole / TWO_32);
    at = array.writeInt32BE(8, at);
    at = array.writeInt32BE(high, at);
    at = array.writeUInt32BE(whole - high * TWO_32, at);
  }
  return array.subarray(0, at);
}

export function float8Array<T>(items: readonly T[], value: (item: T) => number): Buffer {
  const array = begin(oids.float8, items.length, 8);
  let at = HEADER_BYTES;
  for (const item of items) {
    at = array.writeInt32BE(8, at);
    at = array.writeDoubleBE(value(item), at);
  }
  return array;
}

/** NaN encodes null; no table of ours contains NaN. */
export function float4Array<T>(items: readonly T[], value: (item: T) => number): Buffer {
  const array = begin(oids.float4, items.length, 4);
  let at = HEADER_BYTES;
  for (const item of items) {
    const number = value(item);
    if (Number.isNaN(number)) {
      at = array.writeInt32BE(NULL_LENGTH, at);
    } else {
      at = array.writeInt32BE(4, at);
      at = array.writeFloatBE(number, at);
    }
  }
  return array.subarray(0, at);
}

/**
 * Decimals exactly as JavaScript prints them (the shortest text of the number), so that a register
 * is stored as the device sent it. They are encoded as text, because few of the 30 registers are
 * ever sent.
 */
export function numericArray<T>(
  items: readonly T[],
  value: (item: T) => number | undefined,
): string {
  return `{${items.map((item) => value(item) ?? 'NULL').join(',')}}`;
}

/** Text elements; null remains null. Removes NUL bytes, which database text cannot contain. */
export function textArray<T>(items: readonly T[], value: (item: T) => string | null): string {
  const quote = (text: string) => `"${text.replaceAll('\0', '').replace(/["\\]/g, '\\$&')}"`;
  return `{${items
    .map((item) => {
      const text = value(item);
      return text === null ? 'NULL' : quote(text);
    })
    .join(',')}}`;
}
