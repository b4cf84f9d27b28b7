/** Applies the faults of the line to an answer. `random` returns a number in [0, 1). */

type Random = () => number;

const MAX_NOISE_BYTES = 8;

export function withNoise(bytes: Uint8Array, random: Random): Uint8Array {
  return Uint8Array.from([...noise(random), ...bytes, ...noise(random)]);
}

/** At least the first byte remains, and the last one is missing. */
export function cutShort(bytes: Uint8Array, random: Random): Uint8Array {
  return bytes.slice(0, 1 + Math.floor(random() * (bytes.length - 1)));
}

/** Inserts the text after one of the bytes except the last. */
export function withTextInside(bytes: Uint8Array, text: Uint8Array, random: Random): Uint8Array {
  const at = 1 + Math.floor(random() * (bytes.length - 1));
  return Uint8Array.from([...bytes.subarray(0, at), ...text, ...bytes.subarray(at)]);
}

/** Inverts a bit of the last checksum byte of Modbus, or of the checksum of DL/T 645. */
export function withWrongCheck(bytes: Uint8Array, isDlt645: boolean): Uint8Array {
  const damaged = bytes.slice();
  damaged[bytes.length - (isDlt645 ? 2 : 1)]! ^= 0x10;
  return damaged;
}

/**
 * Two meters answer one request: at the same time, when a low bit of either wins, or one after the
 * other.
 */
export function collided(one: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  if (random() < 0.5) return Uint8Array.from([...one, ...other]);
  const length = Math.max(one.length, other.length);
  return Uint8Array.from({ length }, (_, at) => (one[at] ?? 0xff) & (other[at] ?? 0xff));
}

function noise(random: Random): Uint8Array {
  const length = 1 + Math.floor(random() * MAX_NOISE_BYTES);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
}
